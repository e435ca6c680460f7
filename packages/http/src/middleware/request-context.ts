import { randomUUID } from 'node:crypto';
import { type RequestTrace, traceIdOf } from '@portcullis/domain/kernel';
import { type HttpError, serviceStopping, unexpected } from '../request/http-error.ts';
import type {
  HttpContext,
  HttpMiddleware,
  RequestContext,
  RequestDescription,
  RequestRecord,
  TraceRequest,
} from '../request/request-context.ts';
import { type RequestsInFlight, requestsInFlight } from '../request/requests-in-flight.ts';
import type { ErrorSenderOf } from '../responses/http-response.ts';
import { sendProblem } from '../responses/send-response.ts';
import { readTraceparent } from './trace-context.ts';
import { writeResponse } from './write-response.ts';

/** The dependencies of the outermost middleware. */
export type RequestContextDeps = {
  /** The milliseconds of a monotonic clock. The default is the machine's own. */
  readonly monotonic?: () => number;
  /** Makes a new request id. The default is a random UUID (RFC 9562). */
  readonly newRequestId?: () => string;
  /** Serves each request within a span of a tracing system. */
  readonly traced?: TraceRequest | undefined;
  /** The list of requests that have no response yet, for the stop of the server. */
  readonly inFlight?: RequestsInFlight;
  /** Called once for every finished request. It must not throw. */
  readonly observe: (record: RequestRecord) => void;
};

const requestIdPattern = /^[A-Za-z0-9._-]{1,128}$/;

const requestIdOf = (header: string | string[] | undefined, newRequestId: () => string): string =>
  typeof header === 'string' && requestIdPattern.test(header) ? header : newRequestId();

/**
 * The record of a request when it is answered: later results are not recorded. Only its duration is not known yet, and
 * whether a response that is made while it is sent was cut off. Nothing is copied, because every request comes by here.
 */
const answeredRecord = (ctx: HttpContext, context: RequestContext): ((durationMs: number) => RequestRecord) => {
  const { method, status } = ctx;
  const { caller, cause, errorCode, limit, outageCause, profileId, requestId, route } = context;
  const traceId = traceIdOf(context.trace);
  return (durationMs) => ({
    requestId,
    traceId,
    method,
    route,
    status,
    durationMs,
    callerKind: caller?.kind ?? null,
    clientId: caller?.kind === 'machine' ? caller.clientId : null,
    partnerId: caller?.tenant.partnerId ?? null,
    profileId,
    errorCode,
    outageCause,
    limit,
    cause,
  });
};

const newContext = (trace: RequestTrace): RequestContext => ({
  requestId: trace.requestId,
  trace,
  route: null,
  caller: null,
  profileId: null,
  reviewerId: null,
  rateState: null,
  errorCode: null,
  outageCause: null,
  limit: null,
  cause: undefined,
  abortCause: undefined,
  isAnswered: false,
});

const traceOf = (ctx: HttpContext, newRequestId: () => string): RequestTrace => ({
  requestId: requestIdOf(ctx.req.headers['request-id'], newRequestId),
  traceparent: readTraceparent(ctx.req.headers['traceparent']),
});

const descriptionOf = ({ state: { context }, status }: HttpContext): RequestDescription => ({
  outageCause: context.outageCause,
  profileId: context.profileId,
  route: context.route,
  status,
});

/**
 * The outermost middleware. It assigns the request id, sends the response, answers every error that is thrown further
 * in, and calls the observer when the response was handed over or the client has disconnected. A request that the
 * server cannot wait for any longer is answered before it is over; its later result is sent to nobody. The second
 * parameter returns how a route sends its errors, where it has a form of its own.
 */
export const requestContext = (
  deps: RequestContextDeps,
  errorSenderOf: ErrorSenderOf = () => undefined,
): HttpMiddleware => {
  const { observe, monotonic = () => performance.now(), newRequestId = randomUUID, traced } = deps;
  const { inFlight = requestsInFlight() } = deps;
  const serve = async (ctx: HttpContext, next: () => Promise<unknown>, trace: RequestTrace): Promise<void> => {
    const started = monotonic();
    const context = newContext(trace);
    ctx.state.context = context;
    ctx.state.response = null;
    const respond = (): void => {
      if (context.isAnswered) return;
      writeResponse(ctx);
      context.isAnswered = true;
      removeFromInFlight();
      const record = answeredRecord(ctx, context);
      const finish = () => {
        const done = record(monotonic() - started);
        observe(
          context.abortCause === undefined ? done : { ...done, errorCode: 'internal_error', cause: context.abortCause },
        );
      };
      if (ctx.res.closed) finish();
      else ctx.res.on('close', finish);
    };
    const refuse = (error: HttpError): void => {
      // Koa's path throws for a target that is none.
      const [path = ''] = ctx.url.split('?', 1);
      (errorSenderOf(ctx.method, path) ?? sendProblem)(ctx, error);
      respond();
    };
    const removeFromInFlight = inFlight.add(() => refuse(serviceStopping));
    try {
      await next();
      respond();
    } catch (cause) {
      refuse(unexpected(cause));
    }
  };
  if (traced === undefined) return (ctx, next) => serve(ctx, next, traceOf(ctx, newRequestId));
  return (ctx, next) =>
    traced({ method: ctx.method, trace: traceOf(ctx, newRequestId) }, async (trace) => {
      await serve(ctx, next, trace);
      return descriptionOf(ctx);
    });
};
