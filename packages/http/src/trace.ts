import type { Caller, RateState } from '@portcullis/domain';
import type { Middleware, ParameterizedContext } from 'koa';
import type { TokenRefusal } from './body/token-request.ts';
import type { Code } from './problem.ts';

/** A code of the API, or of RFC 6749 at the token endpoint. */
export type ErrorCode = Code | TokenRefusal['error'];

/** What is known of a request while it is served; the observer's record is made from it. */
export type Trace = {
  readonly requestId: string;
  route: string | null;
  caller: Caller | null;
  /** How whoever asks stands, as it was told. */
  rate: RateState | null;
  errorCode: ErrorCode | null;
  cause: unknown;
};

/**
 * One finished request, for the log and the measurements. It holds no personal data and no token; `route` is the
 * template, `null` when none matched. `cause` is the technical reason of a failure and is for the log alone.
 */
export type RequestRecord = {
  readonly requestId: string;
  readonly method: string;
  readonly route: string | null;
  readonly status: number;
  /** Milliseconds until the answer was handed over or the client had gone. */
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
