import type { Principal, ProfileId } from '@portcullis/domain';
import type { LimitName, OutageCause, RequestTrace } from '@portcullis/domain/kernel';
import type { RateState } from '@portcullis/domain/ports';
import type { Middleware, ParameterizedContext } from 'koa';
import type { ErrorCodeName, OAuthErrorCode } from './error-codes.ts';

/** An error code of the API, or of RFC 6749 at the token endpoint. */
export type ErrorCode = ErrorCodeName | OAuthErrorCode;

/** The known facts about a request while it is served. The observer's record is made from it. */
export type RequestContext = {
  readonly requestId: string;
  /** The same id with the trace that the caller named. */
  readonly trace: RequestTrace;
  route: string | null;
  caller: Principal | null;
  /**
   * The profile that the request is about: for a person at once the one that the link was issued for, for a server once
   * it is known to exist for this caller.
   */
  profileId: ProfileId | null;
  /** The member of staff whom the request names. */
  reviewerId: string | null;
  /** The state of the rate limit that was reported to the client. */
  rateState: RateState | null;
  errorCode: ErrorCode | null;
  /** The cause, where the response says that something behind the API gave no usable answer. */
  outageCause: OutageCause | null;
  /** The limit that the request met, where it is answered with 429. */
  limit: LimitName | null;
  cause: unknown;
  /** Why a response was cut off that was made while it was sent; `undefined` where none was. */
  abortCause: unknown;
  /** Whether a response was sent. Later results of the request are sent to nobody. */
  isAnswered: boolean;
};

/**
 * One finished request, for logs and metrics. It contains no personal data and no token. `route` is the path template;
 * it is `null` when no route matched. `cause` is the technical reason of a failure and is for the log only.
 */
export type RequestRecord = {
  readonly requestId: string;
  /** The trace to which the caller says that it belongs: 32 hexadecimal digits. */
  readonly traceId: string | null;
  readonly method: string;
  readonly route: string | null;
  readonly status: number;
  /** The milliseconds until the response was handed over or the client had disconnected. */
  readonly durationMs: number;
  readonly callerKind: Principal['kind'] | null;
  readonly clientId: string | null;
  readonly partnerId: string | null;
  readonly profileId: ProfileId | null;
  readonly errorCode: ErrorCode | null;
  /** The cause where a request was answered with 5xx, or refused because of an outage. */
  readonly outageCause: OutageCause | null;
  /** The limit that the request met, where it was answered with 429. */
  readonly limit: LimitName | null;
  readonly cause: unknown;
};

/**
 * A response that was decided and is not sent yet. Until then a later one replaces it. It has the headers that are
 * particular to it; `middleware/write-response.ts` adds those that every response has.
 */
export type PendingResponse = {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly cookies?: readonly string[] | undefined;
  /** The whole body; `null` for a response that has none. */
  readonly body: string | Buffer | null;
  /** A body that is made while it is sent, in place of `body`. An error that it throws cuts the response off. */
  readonly stream?: (() => AsyncIterable<Uint8Array>) | undefined;
};

export type HttpState = { context: RequestContext; response: PendingResponse | null };
export type HttpContext = ParameterizedContext<HttpState>;
export type HttpMiddleware = Middleware<HttpState>;

/** The facts about an answered request for a tracing system. */
export type RequestDescription = Pick<RequestRecord, 'outageCause' | 'profileId' | 'route' | 'status'>;

/** Serves a request within a span of a tracing system, whose `traceparent` is handed on in place of the caller's. */
export type TraceRequest = (
  request: { readonly method: string; readonly trace: RequestTrace },
  serve: (trace: RequestTrace) => Promise<RequestDescription>,
) => Promise<void>;
