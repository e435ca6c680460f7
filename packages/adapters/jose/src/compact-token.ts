import { decode, E, type Either, type InvalidToken, invalidToken, t } from '@portcullis/domain';
import { parseObject } from './strict-json.ts';

const maxLength = 4096;
/** Headers that name keys, change how the payload is read, or must be understood: none of ours has one (RFC 8725, 3.10). */
const refusedHeaders = ['jku', 'x5u', 'x5c', 'jwk', 'crit', 'b64', 'zip'];

const Header = t.intersection([t.type({ alg: t.literal('HS256') }), t.partial({ typ: t.string })]);

/** A compact JWS as it was written; nothing about it is verified yet. */
export type CompactToken = { readonly typ: string | null; readonly claims: object };

/** The bytes of canonical base64url (RFC 4648, section 5, no padding), or `null`: one value has one spelling. */
const bytesOf = (part: string): Uint8Array | null => {
  const bytes = Buffer.from(part, 'base64url');
  return part.length > 0 && bytes.toString('base64url') === part ? bytes : null;
};

const objectOf = (part: string): object | null => {
  const bytes = bytesOf(part);
  return bytes === null ? null : parseObject(bytes);
};

/**
 * Takes a compact JWS apart, more strictly than RFC 7515 asks: at most 4 KiB, exactly three parts of canonical
 * base64url, header and payload JSON objects without repeated names, `alg` HS256, none of the dangerous headers.
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
