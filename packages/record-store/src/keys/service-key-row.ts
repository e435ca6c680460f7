import { E, type Either, type Unavailable, unavailable } from '@portcullis/domain';
import { deterministicId, t } from '@portcullis/domain/kernel';
import { newKey, type UnwrapFailure, unwrapKey, wrapKey } from '../encryption/key-wrapping.ts';
import type { Keyring } from '../encryption/keyring.ts';

export const ServiceKeyRow = t.type({ name: t.string, key_id: t.string, wrapped: t.string }, 'service key row');
export type ServiceKeyRow = t.TypeOf<typeof ServiceKeyRow>;

/** The id of the row of a service key. It follows from the key's name, so that two writers create one row. */
export const serviceKeyRowId = (name: string): string => deterministicId(`service_key/${name}`);

/** The encryption context of a wrapped service key. */
export const serviceKeyContext = (name: string): readonly string[] => ['service_keys', name, 'wrapped'];

/** Without the right key nothing opens. The outage names the missing key. */
export const missingKey = ({ _tag, keyId }: UnwrapFailure): Unavailable =>
  unavailable(
    'database',
    _tag === 'UnknownKey'
      ? `DATA_KEYS has no key ${keyId}`
      : `the key ${keyId} of DATA_KEYS is not the one that wrapped`,
    'rejected',
  );

const hex32 = /^[0-9a-f]{64}$/;

/** A key that is stored in plaintext; `null` for a text of another form. */
export const parseHexKey = (text: string): Uint8Array | null =>
  hex32.test(text) ? Uint8Array.from(Buffer.from(text, 'hex')) : null;

/** The key of a row that is stored in plaintext; `null` for a row whose key is wrapped. */
export const plaintextKey = ({ key_id: keyId, wrapped }: ServiceKeyRow): Uint8Array | null =>
  keyId === '' ? parseHexKey(wrapped) : null;

/** The wrapped key of the row with this name. */
export const unwrapServiceKey = (
  keyring: Keyring | null,
  name: string,
  { key_id: keyId, wrapped }: ServiceKeyRow,
): Either<Unavailable, Uint8Array> => {
  if (keyring === null) return E.left(missingKey({ _tag: 'UnknownKey', keyId }));
  const key = unwrapKey(keyring, serviceKeyContext(name), { keyId, wrapped });
  return '_tag' in key ? E.left(missingKey(key)) : E.right(key);
};

/** A row with a new key of this name: wrapped, or in plaintext when there is no keyring. */
export const newServiceKeyRow = (keyring: Keyring | null, name: string): ServiceKeyRow & { readonly id: string } => {
  const key = newKey();
  const id = serviceKeyRowId(name);
  if (keyring === null) return { id, name, key_id: '', wrapped: Buffer.from(key).toString('hex') };
  const { keyId, wrapped } = wrapKey(keyring, serviceKeyContext(name), key);
  return { id, name, key_id: keyId, wrapped };
};
