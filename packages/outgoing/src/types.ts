import type { Service, TaskEither, Unavailable, UnavailableKind } from '@portcullis/domain';

/** As the web standard has it; what SDKs take for their own. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** How much one provider may cost us. Times in milliseconds, sizes in bytes. */
export type Limits = {
  /** From the call to its answer: waiting for a place, every try and every pause between them included. */
  readonly deadlineMs: number;
  /** Of the body of one answer, after it was decompressed. */
  readonly maxBytes: number;
  /** Calls under way at once. Up to `queue` more wait, for half of the deadline at most; any others are refused at once. */
  readonly concurrency: number;
  readonly queue: number;
  /** Tries of one call, the first included. */
  readonly tries: number;
  /** After so many failed tries in a row nothing is sent for `openMs`; then one call tries whether the provider is back. */
  readonly breaker: { readonly failures: number; readonly openMs: number };
};

/** What all calls to one provider are held to. */
export type Policy = {
  readonly limits: Limits;
  /** A number from 0 up to 1, for the pauses between tries. */
  readonly random: () => number;
  /** Milliseconds since some fixed moment, never set back. */
  readonly monotonic: () => number;
};

/** What became of a call: an answer, a no that is an answer, or why there was none. */
export type CallOutcome = 'ok' | 'refused' | UnavailableKind;

/** One call as the log and the metrics know it. Nothing in it is about a person. */
export type CallRecord = {
  readonly provider: string;
  readonly service: Service;
  readonly operation: string;
  readonly outcome: CallOutcome;
  /** Requests that were set off; 0 where the call never left. */
  readonly sent: number;
  /** The HTTP status that the last request was answered with; `null` where it was not. */
  readonly status: number | null;
  /** What the provider calls the last request: letters, digits, `_` and `-`. */
  readonly requestId: string | null;
  readonly durationMs: number;
  /** How the call left the provider's circuit: `open` while nothing, or a single call to try it, is sent. */
  readonly circuit: 'closed' | 'open';
};

/** What a call is called: whose answer it is for the core, and a word for the log. */
export type CallName = { readonly service: Service; readonly operation: string };

/** The only way from an adapter to its provider. */
export type WayOut = {
  /**
   * Sends a request of the call that is under way, and answers when the whole body has come. Rejects with an
   * `OutgoingFault` for a host that is not the provider's, a redirect, too many bytes, no connection, and outside of a
   * call of this very way out.
   */
  readonly fetch: Fetch;
  /**
   * Runs `attempt` until it gives an answer or its error is final, and answers within the deadline whatever the attempt
   * does. Only `Unavailable` of the kinds unavailable, timeout and quota is tried again, so an attempt must be safe to
   * repeat. An attempt that throws is an `Unavailable` (`unavailableFrom`). A `Retry-After` of the provider becomes the
   * `retryAfterSeconds` of the error. Once it has answered, nothing of the call is sent or waited for any more.
   */
  readonly call: <Refused extends { readonly _tag: string }, Answer>(
    name: CallName,
    attempt: (signal: AbortSignal) => TaskEither<Refused | Unavailable, Answer>,
  ) => TaskEither<Refused | Unavailable, Answer>;
  /** Whether the provider is asked at the moment; `false` while its circuit is open, until a call has found it back. */
  readonly isOpen: () => boolean;
};

/** A way out in the hands of whoever made it. */
export type OwnedWayOut = WayOut & {
  /** Ends every call, now and from now on, as if its deadline had passed; settles when the last one has been answered. */
  readonly close: () => Promise<void>;
};
