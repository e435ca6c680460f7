import { E, type Either, type LimitReached, type Unavailable } from '@portcullis/domain';
import { type Invalid, type InvalidClient, type InvalidScope, t } from '@portcullis/domain/kernel';
import type { ClientCredentials } from '@portcullis/domain/ports';
import { bodyBytes, hasContentEncoding, isJson } from '../../request/body/read-body.ts';
import type { Codec } from '../../request/codecs.ts';
import { errorCodes } from '../../request/error-codes.ts';
import type { HttpError } from '../../request/http-error.ts';
import { isTextOf } from '../../request/media-type.ts';
import {
  formParameters,
  jsonParameters,
  type OAuthParameters,
  type parameterNames,
  type TokenError,
} from '../../request/oauth/oauth-parameters.ts';
import type { HttpContext } from '../../request/request-context.ts';
import type { HttpResponse } from '../../responses/http-response.ts';
import { problemSender } from '../../responses/send-response.ts';
import { plainRoute } from '../endpoint.ts';
import { emptyObject, type HttpDeps, type ResponseDescription, type Route } from '../route.ts';

// The token endpoint and the revocation endpoint share this. Their responses follow RFC 6749, so that every OAuth
// client can use them.

export const TokenErrorBody = t.type({ error: t.string, error_description: t.string }, 'TokenError');

/** Has the effect of `Cache-Control: no-store` for HTTP/1.0 caches (RFC 6749 section 5.1). */
export const noCacheHeaders = { Pragma: 'no-cache' };

const statusByError: { readonly [Error in TokenError['error']]: number } = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  invalid_scope: 400,
  unsupported_grant_type: 400,
  unsupported_token_type: 400,
};

/**
 * A client that authenticates by HTTP Basic is challenged by that (RFC 6749 section 5.2). One that does not would be
 * misled, and a browser would ask its user for a password.
 */
const challengeFor = (ctx: HttpContext): HttpResponse['headers'] =>
  ctx.req.headers.authorization === undefined
    ? {}
    : { 'WWW-Authenticate': 'Basic realm="portcullis", charset="UTF-8"' };

export const tokenErrorResponse = (ctx: HttpContext, { error, description }: TokenError): HttpResponse => {
  ctx.state.context.errorCode = error;
  return {
    status: statusByError[error],
    headers: {
      ...noCacheHeaders,
      ...(error === 'invalid_client' && challengeFor(ctx)),
    },
    body: { error, error_description: description },
  };
};

const isForm = (contentType: string): boolean => isTextOf('application/x-www-form-urlencoded', contentType);

type Forms = {
  readonly names: (typeof parameterNames)[keyof typeof parameterNames];
  readonly body: Codec<OAuthParameters>;
};

/** Reads the parameters of a request from its body. */
const oauthParameters = (
  ctx: HttpContext,
  bytes: Uint8Array,
  { config }: HttpDeps,
  { names, body }: Forms,
): Either<TokenError, OAuthParameters> => {
  if (ctx.querystring !== '' || hasContentEncoding(ctx.req)) {
    return E.left({ error: 'invalid_request', description: 'parameters belong in the body, and that is not encoded' });
  }
  const contentType = ctx.req.headers['content-type'] ?? '';
  if (isForm(contentType)) return formParameters(bytes, names);
  if (isJson(contentType)) return jsonParameters(bytes, config.limits.jsonDepth, body);
  return E.left({
    error: 'invalid_request',
    description: 'send application/x-www-form-urlencoded or application/json',
  });
};

/** The response to an error of the use case; one that is none of OAuth's is sent by `sendTokenError`. */
export const oauthError = (
  ctx: HttpContext,
  error: Invalid | InvalidClient | InvalidScope | LimitReached | Unavailable,
): Either<HttpError, HttpResponse> => {
  if (error._tag !== 'InvalidClient' && error._tag !== 'InvalidScope') return E.left(error);
  const refusal: TokenError =
    error._tag === 'InvalidClient'
      ? { error: 'invalid_client', description: 'the client is unknown or its secret is wrong' }
      : { error: 'invalid_scope', description: 'the client does not have this scope' };
  return E.right(tokenErrorResponse(ctx, refusal));
};

const errorFor = (status: number): string => {
  if (status === 429 || status === 503) return 'temporarily_unavailable';
  return status < 500 ? 'invalid_request' : 'server_error';
};

/**
 * Errors that are not defined by OAuth are sent in the form of the RFC as well, because that is what clients of these
 * endpoints parse. For server errors RFC 6749 defines codes only in section 4.1.2.1.
 */
const sendTokenError = problemSender({
  type: 'application/json',
  headers: noCacheHeaders,
  bodyOf: ({ code, detail, faults, limit }): t.TypeOf<typeof TokenErrorBody> => ({
    error: errorFor(errorCodes[code].status),
    error_description: faults?.[0]?.message ?? (limit && detail) ?? errorCodes[code].title,
  }),
});

/** The responses of both endpoints. */
const oauthErrorResponses: readonly ResponseDescription[] = [
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
    description:
      'temporarily_unavailable: what this endpoint needs does not answer, or this instance is being stopped.',
    body: TokenErrorBody,
    example: { error: 'temporarily_unavailable', error_description: errorCodes.database_unavailable.title },
    headers: ['Retry-After'],
  },
];

/** How the two endpoints differ. */
type OAuthEndpoint<Request extends { readonly credentials: ClientCredentials }> = Pick<
  Route,
  'id' | 'path' | 'responses' | 'summary'
> &
  Forms & {
    readonly description: string;
    readonly example: OAuthParameters;
    /** The parameters that a JSON body may leave out. */
    readonly jsonDefaults?: OAuthParameters;
    readonly decode: (authorization: string | undefined, parameters: OAuthParameters) => Either<TokenError, Request>;
    /** Serves a request that was decoded and counted. */
    readonly respond: (deps: HttpDeps, ctx: HttpContext, request: Request) => Promise<Either<HttpError, HttpResponse>>;
  };

const serveOAuth = async <Request extends { readonly credentials: ClientCredentials }>(
  { decode, jsonDefaults, respond, ...forms }: OAuthEndpoint<Request>,
  deps: HttpDeps,
  ctx: HttpContext,
): Promise<Either<HttpError, HttpResponse>> => {
  const bytes = await bodyBytes(ctx, deps.config.limits.jsonBytes)();
  if (E.isLeft(bytes)) return bytes;
  const parameters = oauthParameters(ctx, bytes.right, deps, forms);
  if (E.isLeft(parameters)) return E.right(tokenErrorResponse(ctx, parameters.left));
  const { authorization, 'content-type': contentType = '' } = ctx.req.headers;
  const given = isJson(contentType) ? { ...jsonDefaults, ...parameters.right } : parameters.right;
  const request = decode(authorization, given);
  if (E.isLeft(request)) return E.right(tokenErrorResponse(ctx, request.left));
  const counted = await deps.rateLimiter.countTokenRequest(ctx, request.right.credentials.clientId)();
  return E.isLeft(counted) ? oauthError(ctx, counted.left) : respond(deps, ctx, request.right);
};

/** Makes a route at which a client authenticates itself: tokens and their revocation. */
export const oauthRoute = <Request extends { readonly credentials: ClientCredentials }>(
  spec: OAuthEndpoint<Request>,
): Route => {
  const { body, description, example, id, path, responses, summary } = spec;
  const forms = { machine: body, flow: body };
  return plainRoute({
    method: 'POST',
    path,
    id,
    tag: 'Service',
    summary,
    description,
    access: 'public',
    scope: null,
    showsRecords: false,
    params: emptyObject,
    query: emptyObject,
    body: { json: forms, form: forms, example },
    responses: [...responses, ...oauthErrorResponses],
    errors: [],
    described: true,
    sendProblem: sendTokenError,
    serve: (deps, ctx) => () => serveOAuth(spec, deps, ctx),
  });
};
