import { randomUUID } from 'node:crypto';
import { unexpected } from '../http-error.ts';
import { refuse } from '../respond.ts';
import type { HttpContext, HttpMiddleware, RequestRecord, Trace } from '../trace.ts';

/** What the outermost layer needs of the world. */
export type EdgeNeeds = {
  /** Milliseconds of a clock that never steps back; the machine's own unless it is given. */
  readonly monotonic?: () => number;
  /** A new request id; a random UUID (RFC 9562) unless it is given. */
  readonly newRequestId?: () => string;
  /** Told once of every finished request; it must not throw. */
  readonly observe: (record: RequestRecord) => void;
};

const requestIdPattern = /^[A-Za-z0-9._-]{1,128}$/;

const requestIdOf = (header: string | string[] | undefined, newRequestId: () => string): string =>
  typeof header === 'string' && requestIdPattern.test(header) ? header : newRequestId();

const recordOf = (ctx: HttpContext, trace: Trace, durationMs: number): RequestRecord => {
  const { caller } = trace;
  return {
    requestId: trace.requestId,
    method: ctx.method,
    route: trace.route,
    status: ctx.status,
    durationMs,
    callerKind: caller?.kind ?? null,
    clientId: caller?.kind === 'machine' ? caller.clientId : null,
    partnerId: caller?.tenant.partnerId ?? null,
    errorCode: trace.errorCode,
    ...(trace.cause !== undefined && { cause: trace.cause }),
  };
};

/** Every answer is for its caller alone. */
const setCommonHeaders = (ctx: HttpContext, requestId: string): void => {
  const { res } = ctx;
  res.setHeader('Request-Id', requestId);
  res.setHeader('Cache-Control', 'no-store');
};

/**
 * The outermost layer: names the request, answers whatever went wrong further in, and tells the observer when the
 * answer was handed over, or the client had gone.
 */
export const edge =
  ({ observe, monotonic = () => performance.now(), newRequestId = randomUUID }: EdgeNeeds): HttpMiddleware =>
  async (ctx, next) => {
    const started = monotonic();
    const requestId = requestIdOf(ctx.req.headers['request-id'], newRequestId);
    const trace: Trace = { requestId, route: null, caller: null, rate: null, errorCode: null, cause: undefined };
    ctx.state.trace = trace;
    setCommonHeaders(ctx, requestId);
    try {
      await next();
    } catch (cause) {
      refuse(ctx, unexpected(cause));
    }
    const finish = () => observe(recordOf(ctx, trace, monotonic() - started));
    if (ctx.res.closed) finish();
    else ctx.res.once('close', finish);
  };
