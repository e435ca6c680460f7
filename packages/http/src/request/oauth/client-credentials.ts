import { E, type Either } from '@portcullis/domain';
import { parseStrictJson } from '@portcullis/domain/kernel';
import type { ClientCredentials } from '@portcullis/domain/ports';
import { decodeUtf8, type OAuthParameters, type TokenError, tokenError } from './oauth-parameters.ts';

/** The form of client assertions that is accepted (RFC 7523 section 2.2). */
const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

const formDecoded = (encoded: string): string | null => {
  try {
    return decodeURIComponent(encoded.replaceAll('+', ' '));
  } catch {
    return null;
  }
};

const invalidClient = tokenError('invalid_client', 'the client is unknown or its secret is wrong');
const missingCredentials = tokenError(
  'invalid_client',
  'client credentials are missing: send client_id and client_secret in the body, or both by HTTP Basic',
);
const invalidAssertion = tokenError('invalid_client', 'the client is unknown or its assertion is not valid');

const maxLength = 512;
const maxAssertionLength = 8192;

const bySecret = (clientId: string | null, clientSecret: string | null): Either<TokenError, ClientCredentials> => {
  const isPossible = (text: string | null): text is string => text !== null && text.length <= maxLength;
  if (clientId === '' || clientSecret === '') return missingCredentials;
  return isPossible(clientId) && isPossible(clientSecret) ? E.right({ clientId, clientSecret }) : invalidClient;
};

/** Reads HTTP Basic credentials, whose two parts are form-encoded (RFC 6749 section 2.3.1). */
const basicCredentials = (authorization: string): Either<TokenError, ClientCredentials> => {
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(authorization)?.[1];
  const pair = encoded === undefined ? null : decodeUtf8(Buffer.from(encoded, 'base64'));
  const colon = pair?.indexOf(':') ?? -1;
  if (!/^basic(?: |$)/i.test(authorization)) return missingCredentials;
  if (pair === null || colon < 0) return invalidClient;
  return bySecret(formDecoded(pair.slice(0, colon)), formDecoded(pair.slice(colon + 1)));
};

/** The client that an assertion names. Nothing of it is verified: requests are counted by it before they are. */
const subjectOf = (assertion: string): string | null => {
  const payload = decodeUtf8(Buffer.from(assertion.split('.', 3)[1] ?? '', 'base64url'));
  const claims = parseStrictJson(payload ?? '', { forbidden: ['repeated_key'], maxDepth: 16 });
  if (E.isLeft(claims) || typeof claims.right !== 'object' || claims.right === null) return null;
  const { sub }: { readonly sub?: unknown } = claims.right;
  return typeof sub === 'string' && sub.length >= 1 && sub.length <= maxLength ? sub : null;
};

/** Reads the assertion of `private_key_jwt`. A `client_id` beside it names the same client (RFC 7521 section 4.2). */
const assertionCredentials = (parameters: OAuthParameters): Either<TokenError, ClientCredentials> => {
  const { client_assertion: clientAssertion = '', client_assertion_type: type, client_id } = parameters;
  if (type !== assertionType) return tokenError('invalid_request', `client_assertion_type must be ${assertionType}`);
  const clientId = clientAssertion.length > maxAssertionLength ? null : subjectOf(clientAssertion);
  if (clientId === null) return invalidAssertion;
  if (client_id !== undefined && client_id !== clientId)
    return tokenError('invalid_request', 'client_id differs from the client of the assertion');
  return E.right({ clientId, clientAssertion });
};

/** A request must use exactly one method of client authentication (RFC 6749 section 2.3). */
export const clientCredentials = (
  authorization: string | undefined,
  parameters: OAuthParameters,
): Either<TokenError, ClientCredentials> => {
  const { client_assertion, client_assertion_type, client_id, client_secret } = parameters;
  const asserts = client_assertion !== undefined || client_assertion_type !== undefined;
  const ways = [authorization !== undefined, client_secret !== undefined, asserts];
  if (ways.filter((isUsed) => isUsed).length > 1)
    return tokenError('invalid_request', 'the client is authenticated in two ways');
  if (asserts) return assertionCredentials(parameters);
  if (authorization === undefined) return bySecret(client_id ?? '', client_secret ?? '');
  const basic = basicCredentials(authorization);
  return E.isRight(basic) && client_id !== undefined && client_id !== basic.right.clientId
    ? tokenError('invalid_request', 'client_id differs from the authenticated client')
    : basic;
};
