import { E, type Either } from '@portcullis/domain';
import { t } from '@portcullis/domain/kernel';
import type { HttpError } from '../../request/http-error.ts';
import { parameterNames, TokenRequestBody } from '../../request/oauth/oauth-parameters.ts';
import { decodeTokenRequest, type TokenRequest } from '../../request/oauth/token-request.ts';
import type { HttpContext } from '../../request/request-context.ts';
import type { HttpResponse } from '../../responses/http-response.ts';
import { Ordinal } from '../../responses/shared-codecs.ts';
import type { HttpDeps } from '../route.ts';
import { noCacheHeaders, oauthError, oauthRoute, TokenErrorBody } from './oauth.ts';

const TokenBody = t.type(
  { access_token: t.string, token_type: t.literal('Bearer'), expires_in: Ordinal, scope: t.string },
  'Token',
);

const tokenResponse = ({
  token,
  expiresIn,
  scopes,
}: {
  token: string;
  expiresIn: number;
  scopes: readonly string[];
}): HttpResponse => ({
  status: 200,
  headers: noCacheHeaders,
  body: { access_token: token, token_type: 'Bearer', expires_in: expiresIn, scope: scopes.join(' ') },
});

const issue = async (
  { rateLimiter, services }: HttpDeps,
  ctx: HttpContext,
  request: TokenRequest,
): Promise<Either<HttpError, HttpResponse>> => {
  const issued = await services.issueToken(request)();
  if (E.isLeft(issued)) return oauthError(ctx, issued.left);
  const counted = await rateLimiter.countTokenIssued(ctx, request.credentials.clientId)();
  return E.isLeft(counted) ? oauthError(ctx, counted.left) : E.right(tokenResponse(issued.right));
};

/** The token endpoint of RFC 6749 section 4.4. Its responses follow the RFC, so that every OAuth client can use it. */
export const issueToken = oauthRoute({
  path: '/api/auth/token',
  id: 'issueToken',
  summary: 'Issue a machine token (OAuth 2.0 client credentials)',
  description:
    'The client authenticates with HTTP Basic, with client_id and client_secret in the body, or with an assertion that it signed (private_key_jwt, RFC 7523 section 2.2). Refusals have the form of RFC 6749 section 5.2.',
  names: parameterNames.token,
  body: TokenRequestBody,
  example: { grant_type: 'client_credentials', client_id: 'acme-backend', client_secret: 'the secret of the client' },
  responses: [
    { status: 200, description: 'The token.', body: TokenBody },
    {
      status: 400,
      description: 'invalid_request, invalid_scope or unsupported_grant_type.',
      body: TokenErrorBody,
      example: { error: 'invalid_scope', error_description: 'the client does not have this scope' },
    },
  ],
  // There is only one grant.
  jsonDefaults: { grant_type: 'client_credentials' },
  decode: decodeTokenRequest,
  respond: issue,
});
