import { childrenOf, readDer, tags, writeDer } from './der.ts';

const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'hex'));

/** Object identifiers, by the content of their values. */
const oids = {
  sha256: hex('608648016503040201'),
  signedData: hex('2a864886f70d010702'),
  timestampInfo: hex('2a864886f70d0109100104'),
};

const isSame = (content: Uint8Array | undefined, expected: Uint8Array): boolean =>
  content !== undefined && Buffer.compare(content, expected) === 0;

/**
 * A `TimeStampReq` (RFC 3161 section 2.4.1) for a SHA-256. The nonce is a positive number: its first byte is from 1 to
 * 127. The certificate is requested, so that the response can be verified without asking for it.
 */
export const timestampRequest = (digest: Uint8Array, nonce: Uint8Array): Uint8Array => {
  const algorithm = writeDer(tags.sequence, writeDer(tags.oid, oids.sha256), hex('0500'));
  return writeDer(
    tags.sequence,
    writeDer(tags.integer, Uint8Array.of(1)),
    writeDer(tags.sequence, algorithm, writeDer(tags.octets, digest)),
    writeDer(tags.integer, nonce),
    hex('0101ff'),
  );
};

/** The `TSTInfo` in a token (RFC 3161 section 2.4.2), which is CMS signed data (RFC 5652 section 5.1). */
const timestampInfoOf = (token: Uint8Array): ReturnType<typeof childrenOf> => {
  const [contentInfo] = readDer(token) ?? [];
  const [type, explicit] = childrenOf(contentInfo, tags.sequence);
  if (!isSame(type?.content, oids.signedData)) return [];
  const [signedData] = childrenOf(explicit, tags.context0);
  const [, , encapsulated] = childrenOf(signedData, tags.sequence);
  const [contentType, content] = childrenOf(encapsulated, tags.sequence);
  if (!isSame(contentType?.content, oids.timestampInfo)) return [];
  const [octets] = childrenOf(content, tags.context0);
  const [info] = octets?.tag === tags.octets ? (readDer(octets.content) ?? []) : [];
  return childrenOf(info, tags.sequence);
};

export type TimestampFault = 'malformed' | 'refused' | 'other_imprint' | 'other_nonce';

/**
 * What is wrong with a `TimeStampResp` as the answer to a request; `null` when it was granted, over this digest and
 * with this nonce. Its signature is not verified here: whoever relies on the time does that with the certificate of the
 * authority.
 */
export const timestampFault = (response: Uint8Array, digest: Uint8Array, nonce: Uint8Array): TimestampFault | null => {
  const [body, ...rest] = readDer(response) ?? [];
  const [statusInfo, token] = childrenOf(body, tags.sequence);
  const [status] = childrenOf(statusInfo, tags.sequence);
  if (status?.tag !== tags.integer || rest.length > 0) return 'malformed';
  // 0 is granted, and 1 granted with modifications.
  if (!isSame(status.content, Uint8Array.of(0)) && !isSame(status.content, Uint8Array.of(1))) return 'refused';
  if (token === undefined) return 'malformed';
  const [version, , imprint, serial, , ...optional] = timestampInfoOf(writeDer(token.tag, token.content));
  if (version === undefined || serial?.tag !== tags.integer) return 'malformed';
  const [algorithm, stamped] = childrenOf(imprint, tags.sequence);
  const [identifier] = childrenOf(algorithm, tags.sequence);
  if (!isSame(identifier?.content, oids.sha256) || !isSame(stamped?.content, digest)) return 'other_imprint';
  const answered = optional.find(({ tag }) => tag === tags.integer);
  return isSame(answered?.content, nonce) ? null : 'other_nonce';
};
