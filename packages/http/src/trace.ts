import type { Caller, RateState } from '@portcullis/domain';
import type { Middleware, ParameterizedContext } from 'koa';
import type { TokenRefusal } from './body/token-request.ts';
import type { Code } from './problem.ts';

/** An error code of the API, or of RFC 6749 at the token endpoint. */
export type ErrorCode = Code | TokenRefusal['error'];

/** What is known about a request while it is served. The observer's record is made from it. */
export type Trace = {
  readonly requestId: string;
  route: string | null;
  caller: Caller | null;
  /** The state of the rate limit that was reported to the client. */
  rate: RateState | null;
  errorCode: ErrorCode | null;
  cause: unknown;
};

/**
 * One finished request, for logs and metrics. It contains no personal data and no token. `route` is the path template;
 * it is `null` when no route matched. `cause` is the technical reason of a failure and is for the log only.
 */
export type RequestRecord = {
  readonly requestId: string;
  readonly method: string;
  readonly route: string | null;
  readonly status: number;
  /** The milliseconds until the response was handed over or the client had disconnected. */
  readonly durationMs: number;
  readonly callerKind: Caller['kind'] | null;
  readonly clientId: string | null;
  readonly partnerId: string | null;
  readonly errorCode: ErrorCode | null;
  readonly cause?: unknown;
};

export type State = { trace: Trace };
export type HttpContext = ParameterizedContext<State>;
export type HttpMiddleware = Middleware<State>;
