import type { Keyring, KeyUsage, Progress } from '@portcullis/record-store';

const partNouns: { readonly [part: string]: string } = {
  data_keys: 'keys of profiles',
  service_keys: 'keys of the service',
};

const keyPosition = (keyring: Keyring, keyId: string): string => {
  if (keyring.primary.id === keyId) return 'the first data key';
  return keyring.find(keyId) === undefined ? 'NOT A DATA KEY HERE' : 'an older data key';
};

/** How much is encrypted under which key, in lines for an operator: names and counts, and no secret. */
export const statusLines = (status: readonly KeyUsage[], keyring: Keyring): readonly string[] =>
  status.map(
    ({ dataKeys, keyId, serviceKeys }) =>
      `under the key ${keyId} (${keyPosition(keyring, keyId)}): ${dataKeys} keys of profiles, ${serviceKeys} keys of the service`,
  );

/** The progress of a rotation in one line. */
export const progressLine = ({ part, rotated }: Progress): string => `${partNouns[part] ?? part}: ${rotated} done`;
