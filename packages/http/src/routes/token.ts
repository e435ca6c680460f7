import { E, type Either, type LimitReached, type Unavailable } from '@portcullis/domain';
import { type InvalidClient, type InvalidScope, t } from '@portcullis/domain/kernel';
import { tokenExample } from '../openapi/examples/service-examples.ts';
import { bodyBytes, isJson } from '../request/body/read-body.ts';
import type { RequestLimits } from '../request/config.ts';
import { errorCodes } from '../request/error-codes.ts';
import type { HttpError } from '../request/http-error.ts';
import type { HttpContext } from '../request/request-context.ts';
import {
  decodeTokenRequest,
  formParameters,
  jsonParameters,
  type TokenError,
  type TokenRequest,
  TokenRequestBody,
} from '../request/token-request.ts';
import type { HttpResponse } from '../responses/http-response.ts';
import { problemSender } from '../responses/send-response.ts';
import { plainRoute } from './endpoint.ts';
import { emptyObject, type HttpDeps } from './route.ts';

export const TokenBody = t.type(
  { access_token: t.string, token_type: t.literal('Bearer'), expires_in: t.number, scope: t.string },
  'Token',
);

export const TokenErrorBody = t.type({ error: t.string, error_description: t.string }, 'TokenError');

/** Has the effect of `Cache-Control: no-store` for HTTP/1.0 caches (RFC 6749 section 5.1). */
const noCacheHeaders = { Pragma: 'no-cache' };

const statusByError: { readonly [Error in TokenError['error']]: number } = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_scope: 400,
  unsupported_grant_type: 400,
};

const tokenErrorResponse = (ctx: HttpContext, { error, description }: TokenError): HttpResponse => {
  ctx.state.context.errorCode = error;
  return {
    status: statusByError[error],
    headers: {
      ...noCacheHeaders,
      ...(error === 'invalid_client' && { 'WWW-Authenticate': 'Basic realm="portcullis", charset="UTF-8"' }),
    },
    body: { error, error_description: description },
  };
};

const isForm = (contentType: string): boolean =>
  /^application\/x-www-form-urlencoded(\s*;\s*charset="?utf-8"?)?\s*$/i.test(contentType.slice(0, 100));

const parametersOf = (ctx: HttpContext, bytes: Uint8Array, { jsonDepth }: RequestLimits) => {
  const contentType = ctx.req.headers['content-type'] ?? '';
  if (isForm(contentType)) return formParameters(bytes);
  if (isJson(contentType)) return jsonParameters(bytes, jsonDepth);
  const description = 'send application/x-www-form-urlencoded or application/json';
  return E.left<TokenError>({ error: 'invalid_request', description });
};

const readTokenRequest = (
  ctx: HttpContext,
  bytes: Uint8Array,
  limits: RequestLimits,
): Either<TokenError, TokenRequest> => {
  if (ctx.querystring !== '' || ctx.req.headers['content-encoding'] !== undefined) {
    return E.left({ error: 'invalid_request', description: 'parameters belong in the body, and that is not encoded' });
  }
  const parameters = parametersOf(ctx, bytes, limits);
  return E.isLeft(parameters) ? parameters : decodeTokenRequest(ctx.req.headers.authorization, parameters.right);
};

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

const oauthError = (
  ctx: HttpContext,
  error: InvalidClient | InvalidScope | LimitReached | Unavailable,
): Either<HttpError, HttpResponse> => {
  if (error._tag === 'Unavailable' || error._tag === 'LimitReached') return E.left(error);
  return error._tag === 'InvalidClient'
    ? E.right(
        tokenErrorResponse(ctx, {
          error: 'invalid_client',
          description: 'the client is unknown or its secret is wrong',
        }),
      )
    : E.right(tokenErrorResponse(ctx, { error: 'invalid_scope', description: 'the client does not have this scope' }));
};

const issueFor = async (
  { services, config, rateLimiter }: HttpDeps,
  ctx: HttpContext,
  bytes: Uint8Array,
): Promise<Either<HttpError, HttpResponse>> => {
  const request = readTokenRequest(ctx, bytes, config.limits);
  if (E.isLeft(request)) return E.right(tokenErrorResponse(ctx, request.left));
  const { clientId } = request.right;
  const asked = await rateLimiter.countTokenRequest(ctx, clientId)();
  if (E.isLeft(asked)) return oauthError(ctx, asked.left);
  const issued = await services.issueToken(request.right)();
  if (E.isLeft(issued)) return oauthError(ctx, issued.left);
  const counted = await rateLimiter.countTokenIssued(ctx, clientId)();
  return E.isLeft(counted) ? oauthError(ctx, counted.left) : E.right(tokenResponse(issued.right));
};

const errorFor = (status: number): string => {
  if (status === 429 || status === 503) return 'temporarily_unavailable';
  return status < 500 ? 'invalid_request' : 'server_error';
};

/**
 * Errors that are not defined by OAuth are sent in the form of the RFC as well, because that is what clients of this
 * endpoint parse. For server errors RFC 6749 defines codes only in section 4.1.2.1.
 */
const sendTokenError = problemSender({
  type: 'application/json',
  headers: noCacheHeaders,
  bodyOf: ({ code, faults }): t.TypeOf<typeof TokenErrorBody> => ({
    error: errorFor(errorCodes[code].status),
    error_description: faults?.[0]?.message ?? errorCodes[code].title,
  }),
});

const tokenForms = { machine: TokenRequestBody, flow: TokenRequestBody };

/** The token endpoint of RFC 6749 section 4.4. Its responses follow the RFC, so that every OAuth client can use it. */
export const issueToken = plainRoute({
  method: 'POST',
  path: '/api/auth/token',
  id: 'issueToken',
  tag: 'Service',
  summary: 'Issue a machine token (OAuth 2.0 client credentials)',
  description:
    'The client authenticates with HTTP Basic, or with client_id and client_secret in the body. Refusals have the form of RFC 6749 section 5.2.',
  access: 'public',
  scope: null,
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
    {
      status: 401,
      description: 'invalid_client.',
      body: TokenErrorBody,
      example: { error: 'invalid_client', error_description: 'the client is unknown or its secret is wrong' },
    },
    {
      status: 413,
      description: 'invalid_request: the body is too large.',
      body: TokenErrorBody,
      example: { error: 'invalid_request', error_description: 'at most 65536 bytes are accepted' },
    },
    {
      status: 429,
      description: 'temporarily_unavailable: too often.',
      body: TokenErrorBody,
      example: { error: 'temporarily_unavailable', error_description: errorCodes.rate_limited.title },
      headers: ['Retry-After'],
    },
    {
      status: 500,
      description: 'server_error: a fault on our side.',
      body: TokenErrorBody,
      example: { error: 'server_error', error_description: errorCodes.internal_error.title },
    },
    {
      status: 503,
      description: 'temporarily_unavailable: what this endpoint needs does not answer.',
      body: TokenErrorBody,
      example: { error: 'temporarily_unavailable', error_description: errorCodes.database_unavailable.title },
      headers: ['Retry-After'],
    },
  ],
  errors: [],
  described: true,
  sendProblem: sendTokenError,
  serve: (deps, ctx) => async () => {
    const bytes = await bodyBytes(ctx, deps.config.limits.jsonBytes)();
    return E.isLeft(bytes) ? bytes : issueFor(deps, ctx, bytes.right);
  },
});
