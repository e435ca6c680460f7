import { E, type Either } from '@portcullis/domain';
import { decode, t } from '@portcullis/domain/kernel';
import type { OAuthErrorCode } from '../error-codes.ts';
import { parseRequestJson } from '../parse-request-json.ts';

/** Why a request of a token or of a revocation is refused, with a sentence for the developer who reads it. */
export type TokenError = { readonly error: OAuthErrorCode; readonly description: string };

export const tokenError = (error: TokenError['error'], description: string): Either<TokenError, never> =>
  E.left({ error, description });

const authenticationNames = ['client_id', 'client_secret', 'client_assertion', 'client_assertion_type'] as const;

/** The parameters that the token endpoint uses, and those of the revocation endpoint. */
export const parameterNames = {
  token: ['grant_type', 'scope', ...authenticationNames],
  revocation: ['token', 'token_type_hint', ...authenticationNames],
} as const;

type ParameterName = (typeof parameterNames)['token' | 'revocation'][number];

/** The parameters that are used. A parameter that is not given is absent. */
export type OAuthParameters = { readonly [Name in ParameterName]?: string };

const utf8 = new TextDecoder('utf-8', { fatal: true });

export const decodeUtf8 = (bytes: Uint8Array): string | null => {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
};

/**
 * Reads `application/x-www-form-urlencoded`. A parameter without a value counts as not given (RFC 6749 section 3.2).
 */
export const formParameters = (
  bytes: Uint8Array,
  names: readonly ParameterName[],
): Either<TokenError, OAuthParameters> => {
  const text = decodeUtf8(bytes);
  if (text === null) return tokenError('invalid_request', 'the form is not UTF-8');
  const form = new URLSearchParams(text);
  const parameters: { -readonly [Name in keyof OAuthParameters]: string } = {};
  for (const name of names) {
    const [value = '', ...more] = form.getAll(name);
    if (more.length > 0) return tokenError('invalid_request', `${name} is given more than once`);
    if (value !== '') parameters[name] = value;
  }
  return E.right(parameters);
};

const authentication = {
  client_id: t.string,
  client_secret: t.string,
  client_assertion: t.string,
  client_assertion_type: t.string,
};

/** The same requests in JSON. Unknown parameters are ignored, as in a form (RFC 6749 section 3.2). */
export const TokenRequestBody = t.partial({ grant_type: t.string, scope: t.string, ...authentication }, 'TokenRequest');
export const RevocationRequestBody = t.intersection(
  [t.type({ token: t.string }), t.partial({ token_type_hint: t.string, ...authentication })],
  'RevocationRequest',
);

/** Reads `application/json`. */
export const jsonParameters = (
  bytes: Uint8Array,
  maxDepth: number,
  codec: t.Decoder<unknown, OAuthParameters>,
): Either<TokenError, OAuthParameters> => {
  const value = parseRequestJson(bytes, maxDepth);
  if (E.isLeft(value)) return tokenError('invalid_request', 'the body is not valid JSON');
  const decoded = decode(codec, value.right);
  return E.isLeft(decoded)
    ? tokenError('invalid_request', 'the body is no object, or a parameter is no string')
    : decoded;
};
