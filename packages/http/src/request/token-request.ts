import { E, type Either } from '@portcullis/domain';
import { closedObject, decode, t } from '@portcullis/domain/kernel';
import { parseJson } from './parse-json.ts';

/** Why a token request is refused (RFC 6749 section 5.2), with a sentence for the developer who reads it. */
export type TokenError = {
  readonly error: 'invalid_request' | 'invalid_client' | 'invalid_scope' | 'unsupported_grant_type';
  readonly description: string;
};

/** A decoded token request. `scopes: null` requests all scopes that the client has. */
export type TokenRequest = {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: readonly string[] | null;
};

/** The parameters that are used. A parameter that is not given is absent. */
type Parameters = {
  readonly grant_type?: string;
  readonly client_id?: string;
  readonly client_secret?: string;
  readonly scope?: string;
};

const parameterNames = ['grant_type', 'client_id', 'client_secret', 'scope'] as const;

/** Token requests in JSON. A form may contain parameters that are unknown here (RFC 6749 section 3.2); JSON may not. */
export const TokenRequestBody = closedObject(
  {},
  { grant_type: t.string, client_id: t.string, client_secret: t.string, scope: t.string },
  'token request',
);

const tokenError = (error: TokenError['error'], description: string): Either<TokenError, never> =>
  E.left({ error, description });

const utf8 = new TextDecoder('utf-8', { fatal: true });

const decodeUtf8 = (bytes: Uint8Array): string | null => {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
};

/**
 * Reads `application/x-www-form-urlencoded`. A parameter without a value counts as not given (RFC 6749 section 3.2).
 */
export const formParameters = (bytes: Uint8Array): Either<TokenError, Parameters> => {
  const text = decodeUtf8(bytes);
  if (text === null) return tokenError('invalid_request', 'the form is not UTF-8');
  const form = new URLSearchParams(text);
  const parameters: { -readonly [Name in keyof Parameters]: string } = {};
  for (const name of parameterNames) {
    const [value = '', ...more] = form.getAll(name);
    if (more.length > 0) return tokenError('invalid_request', `${name} is given more than once`);
    if (value !== '') parameters[name] = value;
  }
  return parameters.grant_type === undefined
    ? tokenError('invalid_request', 'grant_type is missing')
    : E.right(parameters);
};

/** Reads `application/json`. There is only one grant type, so that it may be left out. */
export const jsonParameters = (bytes: Uint8Array, maxDepth: number): Either<TokenError, Parameters> => {
  const value = parseJson(bytes, maxDepth);
  if (E.isLeft(value)) return tokenError('invalid_request', 'the body is not valid JSON');
  const decoded = decode(TokenRequestBody, value.right);
  if (E.isLeft(decoded)) return tokenError('invalid_request', 'the body has an unknown field or one that is no string');
  return E.right({ grant_type: 'client_credentials', ...decoded.right });
};

const formDecoded = (encoded: string): string | null => {
  try {
    return decodeURIComponent(encoded.replaceAll('+', ' '));
  } catch {
    return null;
  }
};

type Credentials = { readonly clientId: string; readonly clientSecret: string };

const invalidClient = tokenError('invalid_client', 'the client is unknown or its secret is wrong');

/** Reads HTTP Basic credentials, of which both parts are form-encoded (RFC 6749 section 2.3.1). */
const basicCredentials = (authorization: string): Either<TokenError, Credentials> => {
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(authorization)?.[1];
  const pair = encoded === undefined ? null : decodeUtf8(Buffer.from(encoded, 'base64'));
  const colon = pair?.indexOf(':') ?? -1;
  if (pair === null || colon < 0) return invalidClient;
  const clientId = formDecoded(pair.slice(0, colon));
  const clientSecret = formDecoded(pair.slice(colon + 1));
  return clientId === null || clientSecret === null ? invalidClient : E.right({ clientId, clientSecret });
};

/** A request must use exactly one method of client authentication (RFC 6749 section 2.3). */
const credentialsOf = (
  authorization: string | undefined,
  { client_id, client_secret }: Parameters,
): Either<TokenError, Credentials> => {
  if (authorization === undefined) {
    return client_id === undefined || client_secret === undefined
      ? invalidClient
      : E.right({ clientId: client_id, clientSecret: client_secret });
  }
  if (client_secret !== undefined) return tokenError('invalid_request', 'the client is authenticated in two ways');
  const basic = basicCredentials(authorization);
  if (E.isRight(basic) && client_id !== undefined && client_id !== basic.right.clientId) {
    return tokenError('invalid_request', 'client_id differs from the authenticated client');
  }
  return basic;
};

const maxLength = 512;
const hasValidLength = ({ clientId, clientSecret }: Credentials): boolean =>
  clientId.length >= 1 && clientId.length <= maxLength && clientSecret.length >= 1 && clientSecret.length <= maxLength;

const scopePattern = /^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/;

/** Decodes what is requested, and by which client according to the request. */
export const decodeTokenRequest = (
  authorization: string | undefined,
  parameters: Parameters,
): Either<TokenError, TokenRequest> => {
  if (parameters.grant_type !== 'client_credentials') {
    return tokenError('unsupported_grant_type', 'the only grant is client_credentials');
  }
  const credentials = credentialsOf(authorization, parameters);
  if (E.isLeft(credentials)) return credentials;
  if (!hasValidLength(credentials.right)) return invalidClient;
  const { scope } = parameters;
  if (scope !== undefined && (scope.length > 1000 || !scopePattern.test(scope))) {
    return tokenError('invalid_scope', 'scope is a list of words separated by single spaces');
  }
  return E.right({ ...credentials.right, scopes: scope === undefined ? null : scope.split(' ') });
};
