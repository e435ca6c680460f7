import { E, type Either, type InvalidToken } from '@portcullis/domain';
import { decode, invalidToken, t } from '@portcullis/domain/kernel';
import { parseJsonObject } from './strict-json.ts';

/** The characters of the longest token that is read. */
export const maxTokenLength = 4096;

/**
 * Headers that name keys, change how the payload is read, or must be understood. Our tokens have none of them (RFC
 * 8725, 3.10).
 */
const forbiddenHeaders = ['jku', 'x5u', 'x5c', 'jwk', 'crit', 'b64', 'zip'];

const Header = t.intersection([t.type({ alg: t.literal('HS256') }), t.partial({ typ: t.string, kid: t.string })]);

/** A parsed compact JWS. Nothing in it is verified yet. */
export type CompactJws = { readonly typ: string | null; readonly kid: string | null; readonly claims: object };

/**
 * The bytes of canonical base64url (RFC 4648, section 5, no padding), or `null`. Each value has exactly one encoding.
 */
const decodeBase64url = (part: string): Uint8Array | null => {
  const bytes = Buffer.from(part, 'base64url');
  return part.length > 0 && bytes.toString('base64url') === part ? bytes : null;
};

const parsePart = (part: string): object | null => {
  const bytes = decodeBase64url(part);
  return bytes === null ? null : parseJsonObject(bytes);
};

/**
 * The header and the claims of a compact JWS, or `null`. It is parsed more strictly than RFC 7515 requires: exactly
 * three parts of canonical base64url, header and payload JSON objects without duplicate names, and none of the
 * dangerous headers.
 */
export const parseJwsParts = (
  jws: string,
  maxLength: number,
): { readonly header: object; readonly claims: object } | null => {
  const parts = jws.length > maxLength ? [] : jws.split('.', 4);
  const [headerPart, payloadPart, signaturePart] = parts;
  if (parts.length !== 3 || headerPart === undefined || payloadPart === undefined || signaturePart === undefined) {
    return null;
  }
  const header = parsePart(headerPart);
  const claims = parsePart(payloadPart);
  if (header === null || claims === null || decodeBase64url(signaturePart) === null) return null;
  return forbiddenHeaders.some((name) => Object.hasOwn(header, name)) ? null : { header, claims };
};

/** Parses a token: a compact JWS of at most 4 KiB with HS256. */
export const parseCompactJws = (token: string): Either<InvalidToken, CompactJws> => {
  const parts = parseJwsParts(token, maxTokenLength);
  if (parts === null) return E.left(invalidToken);
  const decoded = decode(Header, parts.header);
  if (E.isLeft(decoded)) return E.left(invalidToken);
  const { kid = null, typ = null } = decoded.right;
  return E.right({ typ, kid, claims: parts.claims });
};
