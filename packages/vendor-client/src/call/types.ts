import type { TaskEither, Unavailable } from '@portcullis/domain';
import type { ExternalService, OutageCause, RequestTrace, UnavailableKind } from '@portcullis/domain/kernel';
import type { VendorCall } from '@portcullis/domain/ports';

/** The web standard's `fetch`. SDKs accept it in place of their own. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** The limits for one provider. Times are in milliseconds, sizes in bytes. */
export type VendorLimits = {
  /** From the call to its result, including the waiting for a slot, every attempt and every delay between them. */
  readonly deadlineMs: number;
  /** The maximum size of one response's body, after decompression. */
  readonly maxBytes: number;
  /**
   * The number of concurrent calls. Up to `queue` more wait, for half of the deadline at most; any others are rejected
   * immediately.
   */
  readonly concurrency: number;
  readonly queue: number;
  /** The number of attempts of one call, the first included. */
  readonly maxAttempts: number;
  /**
   * After this number of failed attempts in a row nothing is sent for `openMs`; then one call tests whether the
   * provider is back.
   */
  readonly breaker: { readonly failures: number; readonly openMs: number };
};

/** The settings that all calls to one provider share. */
export type CallPolicy = {
  readonly limits: VendorLimits;
  /** A number from 0 up to 1, for the delays between attempts. */
  readonly random: () => number;
  /** Milliseconds since some fixed moment; it never goes back. */
  readonly monotonic: () => number;
};

/** The outcome of a call: a result, an error that is a valid result, or the reason why there was none. */
export type CallOutcome = 'ok' | 'refused' | UnavailableKind;

/** One call, for the log and the metrics. It contains nothing about a person. */
export type CallRecord = {
  readonly provider: string;
  readonly service: ExternalService;
  readonly operation: string;
  readonly outcome: CallOutcome;
  /** The cause where there was no answer; `null` for `ok` and `refused`. */
  readonly outageCause: OutageCause | null;
  /** The number of requests that were started; 0 when the call sent nothing. */
  readonly sent: number;
  /** The HTTP status of the last response; `null` when the last request got none. */
  readonly status: number | null;
  /** The provider's id of the last request: letters, digits, `_` and `-`. */
  readonly requestId: string | null;
  readonly durationMs: number;
  /** For which profile, and in which of our own requests, the call was made; `null` where there is none. */
  readonly profileId: string | null;
  readonly request: RequestTrace | null;
  /** The state of the provider's circuit after the call: it is `open` while nothing, or only a test call, is sent. */
  readonly circuit: 'closed' | 'open';
};

/**
 * The name of a call: the domain's service, and the operation for the log. `call` says for whom it is made.
 * `traceparent` (W3C Trace Context) goes with every request to the provider, and is that of `call` where it is not
 * given.
 */
export type CallName = {
  readonly service: ExternalService;
  readonly operation: string;
  readonly call?: VendorCall;
  readonly traceparent?: string;
};

/** The handle of an attempt of a call: only with it can a request be sent, and only until the call has ended. */
export type OngoingCall = {
  /** Aborts when the call ends early. */
  readonly signal: AbortSignal;
  /**
   * Sends a request of this call, and resolves when the whole body has arrived. Rejects with a `VendorCallError` for a
   * host that is not the provider's, a redirect, too many bytes, a failed connection, and after the end of the call.
   */
  readonly fetch: Fetch;
};

/** The only way from an adapter to its provider. */
export type VendorClient = {
  /**
   * Runs `attempt` until it succeeds or its error is final, and returns within the deadline whatever the attempt does.
   * Only `Unavailable` of the kinds unavailable, timeout and quota is retried, so an attempt must be safe to repeat. An
   * attempt that throws becomes an `Unavailable` (`unavailableFrom`). A `Retry-After` of the provider becomes the
   * `retryAfterSeconds` of the error. After it has returned, nothing of the call is sent or waited for any more. A call
   * that is made within another one gets the signal of that one as `enclosing`, and ends with it.
   */
  readonly call: <Failure extends { readonly _tag: string }, Result>(
    name: CallName,
    attempt: (call: OngoingCall) => TaskEither<Failure | Unavailable, Result>,
    enclosing?: AbortSignal,
  ) => TaskEither<Failure | Unavailable, Result>;
  /**
   * Whether the provider is called at the moment. It is `false` while its circuit is open, until a call has succeeded
   * again.
   */
  readonly isOpen: () => boolean;
};

/** A vendor client for its owner, who may close it. */
export type OwnedVendorClient = VendorClient & {
  /**
   * Ends every call, now and from now on, because the service stops: as an outage after which another instance can be
   * asked. Settles when the last call has returned.
   */
  readonly close: () => Promise<void>;
};
