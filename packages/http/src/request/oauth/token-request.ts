import { E, type Either } from '@portcullis/domain';
import type { ClientCredentials } from '@portcullis/domain/ports';
import { clientCredentials } from './client-credentials.ts';
import { type OAuthParameters, type TokenError, tokenError } from './oauth-parameters.ts';

/** A decoded token request. `scopes: null` requests all scopes that the client has. */
export type TokenRequest = { readonly credentials: ClientCredentials; readonly scopes: readonly string[] | null };

/** A decoded revocation request (RFC 7009 section 2.1). */
export type RevocationRequest = { readonly credentials: ClientCredentials; readonly token: string };

const scopePattern = /^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/;

/** Decodes what is requested, and by which client according to the request. */
export const decodeTokenRequest = (
  authorization: string | undefined,
  parameters: OAuthParameters,
): Either<TokenError, TokenRequest> => {
  if (parameters.grant_type === undefined) return tokenError('invalid_request', 'grant_type is missing');
  if (parameters.grant_type !== 'client_credentials') {
    return tokenError('unsupported_grant_type', 'the only grant is client_credentials');
  }
  const credentials = clientCredentials(authorization, parameters);
  if (E.isLeft(credentials)) return credentials;
  const { scope } = parameters;
  if (scope !== undefined && (scope.length > 1000 || !scopePattern.test(scope))) {
    return tokenError('invalid_scope', 'scope is a list of words separated by single spaces');
  }
  return E.right({ credentials: credentials.right, scopes: scope === undefined ? null : scope.split(' ') });
};

/**
 * Decodes which token is to be revoked, and by which client according to the request. The hint is not needed: there is
 * one type of token.
 */
export const decodeRevocationRequest = (
  authorization: string | undefined,
  parameters: OAuthParameters,
): Either<TokenError, RevocationRequest> => {
  const { token } = parameters;
  if (token === undefined) return tokenError('invalid_request', 'token is missing');
  const credentials = clientCredentials(authorization, parameters);
  return E.isLeft(credentials) ? credentials : E.right({ credentials: credentials.right, token });
};
