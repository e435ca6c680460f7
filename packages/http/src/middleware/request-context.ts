import { randomUUID } from 'node:crypto';
import { unexpected } from '../request/http-error.ts';
import type { HttpContext, HttpMiddleware, RequestContext, RequestRecord } from '../request/request-context.ts';
import { sendProblem } from '../responses/send-response.ts';
import { writeResponse } from './write-response.ts';

/** The dependencies of the outermost middleware. */
export type RequestContextDeps = {
  /** The milliseconds of a monotonic clock. The default is the machine's own. */
  readonly monotonic?: () => number;
  /** Makes a new request id. The default is a random UUID (RFC 9562). */
  readonly newRequestId?: () => string;
  /** Called once for every finished request. It must not throw. */
  readonly observe: (record: RequestRecord) => void;
};

const requestIdPattern = /^[A-Za-z0-9._-]{1,128}$/;

const requestIdOf = (header: string | string[] | undefined, newRequestId: () => string): string =>
  typeof header === 'string' && requestIdPattern.test(header) ? header : newRequestId();

const recordOf = (ctx: HttpContext, context: RequestContext, durationMs: number): RequestRecord => {
  const { caller } = context;
  return {
    requestId: context.requestId,
    method: ctx.method,
    route: context.route,
    status: ctx.status,
    durationMs,
    callerKind: caller?.kind ?? null,
    clientId: caller?.kind === 'machine' ? caller.clientId : null,
    partnerId: caller?.tenant.partnerId ?? null,
    profileId: context.profileId,
    errorCode: context.errorCode,
    ...(context.cause !== undefined && { cause: context.cause }),
  };
};

/**
 * The outermost middleware. It assigns the request id, sends the response, answers every error that is thrown further
 * in, and calls the observer when the response was handed over or the client has disconnected.
 */
export const requestContext =
  ({ observe, monotonic = () => performance.now(), newRequestId = randomUUID }: RequestContextDeps): HttpMiddleware =>
  async (ctx, next) => {
    const started = monotonic();
    const requestId = requestIdOf(ctx.req.headers['request-id'], newRequestId);
    const context: RequestContext = {
      requestId,
      route: null,
      caller: null,
      profileId: null,
      reviewerId: null,
      rateState: null,
      errorCode: null,
      cause: undefined,
    };
    ctx.state.context = context;
    ctx.state.response = null;
    try {
      await next();
      writeResponse(ctx);
    } catch (cause) {
      sendProblem(ctx, unexpected(cause));
      writeResponse(ctx);
    }
    const finish = () => observe(recordOf(ctx, context, monotonic() - started));
    if (ctx.res.closed) finish();
    else ctx.res.on('close', finish);
  };
