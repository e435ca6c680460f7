import { E, type Either } from '@portcullis/domain';
import { t } from '@portcullis/domain/kernel';
import type { Revocation } from '@portcullis/domain/use-cases';
import type { HttpError } from '../../request/http-error.ts';
import { parameterNames, RevocationRequestBody, type TokenError } from '../../request/oauth/oauth-parameters.ts';
import { decodeRevocationRequest, type RevocationRequest } from '../../request/oauth/token-request.ts';
import type { HttpContext } from '../../request/request-context.ts';
import type { HttpResponse } from '../../responses/http-response.ts';
import type { HttpDeps } from '../route.ts';
import { noCacheHeaders, oauthError, oauthRoute, TokenErrorBody, tokenErrorResponse } from './oauth.ts';

const RevocationBody = t.type({}, 'Revocation');

/** A token that is not valid needs no revocation, and is answered like one that was revoked (RFC 7009 section 2.2). */
const refusals: { readonly [Outcome in Revocation]: TokenError | null } = {
  revoked: null,
  not_valid: null,
  flow_token: {
    error: 'unsupported_token_type',
    description: 'a flow token ends when POST /api/profiles/:id/flow-token makes a newer link',
  },
  other_client: { error: 'invalid_grant', description: 'the token was issued to another client' },
};

const revoke = async (
  { services }: HttpDeps,
  ctx: HttpContext,
  request: RevocationRequest,
): Promise<Either<HttpError, HttpResponse>> => {
  const revocation = await services.revokeToken(request)();
  if (E.isLeft(revocation)) return oauthError(ctx, revocation.left);
  const refusal = refusals[revocation.right];
  if (refusal !== null) return E.right(tokenErrorResponse(ctx, refusal));
  return E.right({ status: 200, headers: noCacheHeaders, body: {} });
};

/** The revocation endpoint of RFC 7009. */
export const revokeToken = oauthRoute({
  path: '/api/auth/revoke',
  id: 'revokeToken',
  summary: 'Revoke a machine token (RFC 7009)',
  description:
    'The client authenticates as at the token endpoint and revokes one of its own tokens. A token that is unknown or expired is answered like one that was revoked. The instance that answers refuses the token at once, every other one within ten seconds.',
  names: parameterNames.revocation,
  body: RevocationRequestBody,
  example: { token: 'the token', client_id: 'acme-backend', client_secret: 'the secret of the client' },
  responses: [
    { status: 200, description: 'The token is not valid any more.', body: RevocationBody },
    {
      status: 400,
      description:
        'invalid_request, invalid_grant (a token of another client) or unsupported_token_type (a flow token).',
      body: TokenErrorBody,
      example: { error: 'invalid_grant', error_description: 'the token was issued to another client' },
    },
  ],
  decode: decodeRevocationRequest,
  respond: revoke,
});
