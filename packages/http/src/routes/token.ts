import { E, type Either } from '@portcullis/domain';
import { t } from '@portcullis/domain/kernel';
import { tokenExample } from '../openapi/examples/service-examples.ts';
import { bodyBytes, isJson } from '../request/body/read-body.ts';
import type { HttpError } from '../request/http-error.ts';
import { parameterNames, TokenRequestBody } from '../request/oauth/oauth-parameters.ts';
import { decodeTokenRequest } from '../request/oauth/token-request.ts';
import type { HttpContext } from '../request/request-context.ts';
import type { HttpResponse } from '../responses/http-response.ts';
import { plainRoute } from './endpoint.ts';
import {
  noCacheHeaders,
  oauthError,
  oauthErrorResponses,
  oauthParameters,
  sendTokenError,
  TokenErrorBody,
  tokenErrorResponse,
} from './oauth.ts';
import { emptyObject, type HttpDeps } from './route.ts';

export const TokenBody = t.type(
  { access_token: t.string, token_type: t.literal('Bearer'), expires_in: t.number, scope: t.string },
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

/** JSON may leave out the grant, because there is only one. */
const forms = { names: parameterNames.token, body: TokenRequestBody };
const defaultGrant = { grant_type: 'client_credentials' };

const issueFor = async (
  deps: HttpDeps,
  ctx: HttpContext,
  bytes: Uint8Array,
): Promise<Either<HttpError, HttpResponse>> => {
  const { rateLimiter, services } = deps;
  const parameters = oauthParameters(ctx, bytes, deps, forms);
  if (E.isLeft(parameters)) return E.right(tokenErrorResponse(ctx, parameters.left));
  const given = isJson(ctx.req.headers['content-type'] ?? '')
    ? { ...defaultGrant, ...parameters.right }
    : parameters.right;
  const request = decodeTokenRequest(ctx.req.headers.authorization, given);
  if (E.isLeft(request)) return E.right(tokenErrorResponse(ctx, request.left));
  const { clientId } = request.right.credentials;
  const asked = await rateLimiter.countTokenRequest(ctx, clientId)();
  if (E.isLeft(asked)) return oauthError(ctx, asked.left);
  const issued = await services.issueToken(request.right)();
  if (E.isLeft(issued)) return oauthError(ctx, issued.left);
  const counted = await rateLimiter.countTokenIssued(ctx, clientId)();
  return E.isLeft(counted) ? oauthError(ctx, counted.left) : E.right(tokenResponse(issued.right));
};

const tokenForms = { machine: TokenRequestBody, flow: TokenRequestBody };

/** The token endpoint of RFC 6749 section 4.4. Its responses follow the RFC, so that every OAuth client can use it. */
export const issueToken = plainRoute({
  method: 'POST',
  path: '/api/auth/token',
  id: 'issueToken',
  tag: 'Service',
  summary: 'Issue a machine token (OAuth 2.0 client credentials)',
  description:
    'The client authenticates with HTTP Basic, with client_id and client_secret in the body, or with an assertion that it signed (private_key_jwt, RFC 7523 section 2.2). Refusals have the form of RFC 6749 section 5.2.',
  access: 'public',
  scope: null,
  showsRecords: false,
  params: emptyObject,
  query: emptyObject,
  body: {
    json: tokenForms,
    form: tokenForms,
    example: { grant_type: 'client_credentials', client_id: 'acme-backend', client_secret: 'the secret of the client' },
  },
  responses: [
    { status: 200, description: 'The token.', body: TokenBody, example: tokenExample },
    {
      status: 400,
      description: 'invalid_request, invalid_scope or unsupported_grant_type.',
      body: TokenErrorBody,
      example: { error: 'invalid_scope', error_description: 'the client does not have this scope' },
    },
    ...oauthErrorResponses,
  ],
  errors: [],
  described: true,
  sendProblem: sendTokenError,
  serve: (deps, ctx) => async () => {
    const bytes = await bodyBytes(ctx, deps.config.limits.jsonBytes)();
    return E.isLeft(bytes) ? bytes : issueFor(deps, ctx, bytes.right);
  },
});
