import { decode, E, type Either, type InvalidToken, invalidToken, t } from '@portcullis/domain';
import { parseObject } from './strict-json.ts';

const maxLength = 4096;
/**
 * Headers that name keys, change how the payload is read, or must be understood. Our tokens have none of them (RFC
 * 8725, 3.10).
 */
const refusedHeaders = ['jku', 'x5u', 'x5c', 'jwk', 'crit', 'b64', 'zip'];

const Header = t.intersection([t.type({ alg: t.literal('HS256') }), t.partial({ typ: t.string })]);

/** A parsed compact JWS. Nothing in it is verified yet. */
export type CompactToken = { readonly typ: string | null; readonly claims: object };

/**
 * The bytes of canonical base64url (RFC 4648, section 5, no padding), or `null`. Each value has exactly one encoding.
 */
const bytesOf = (part: string): Uint8Array | null => {
  const bytes = Buffer.from(part, 'base64url');
  return part.length > 0 && bytes.toString('base64url') === part ? bytes : null;
};

const objectOf = (part: string): object | null => {
  const bytes = bytesOf(part);
  return bytes === null ? null : parseObject(bytes);
};

/**
 * Parses a compact JWS more strictly than RFC 7515 requires: at most 4 KiB, exactly three parts of canonical base64url,
 * header and payload JSON objects without duplicate names, `alg` HS256, and none of the dangerous headers.
 */
export const readCompact = (token: string): Either<InvalidToken, CompactToken> => {
  const parts = token.length > maxLength ? [] : token.split('.', 4);
  const [head, body, signature] = parts;
  if (parts.length !== 3 || head === undefined || body === undefined || signature === undefined) {
    return E.left(invalidToken);
  }
  const header = objectOf(head);
  const claims = objectOf(body);
  if (header === null || claims === null || bytesOf(signature) === null) return E.left(invalidToken);
  if (refusedHeaders.some((name) => Object.hasOwn(header, name))) return E.left(invalidToken);
  const decoded = decode(Header, header);
  return E.isLeft(decoded) ? E.left(invalidToken) : E.right({ typ: decoded.right.typ ?? null, claims });
};
