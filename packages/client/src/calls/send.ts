import { type Failure, localFailure, type Problem, type Result } from '../api/result.ts';
import { readAnswer } from './answer.ts';
import type { PreparedRequest } from './prepare.ts';

/** The function that sends requests: the global `fetch`, or one with the same form. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** How often and for how long a call is tried. */
export type RetryLimits = {
  /** The most tries of a call, the first one included. */
  readonly maxTries: number;
  /** The longest pause between two tries, in seconds. A service that asks for a longer one is not tried again. */
  readonly maxWaitSeconds: number;
  /** How long an answer may take, in seconds; a try without one counts as lost. */
  readonly timeoutSeconds: number;
};

export type TokenResult = { readonly ok: true; readonly value: string } | Failure;

/** Where requests go, and as whom. */
export type ServiceConnection = {
  readonly baseUrl: string;
  readonly version: string;
  readonly fetch: Fetch;
  readonly limits: RetryLimits;
  /** The token of a request; a failure is the answer of the call. */
  readonly token: () => Promise<TokenResult>;
  /** Gives up a token that was refused; says whether there can be another one. */
  readonly dropToken: (token: string) => boolean;
};

const firstPauseMs = 250;
const maxBackoffMs = 8000;

/** Waits, or rejects with the reason of the signal. */
export const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      settle();
    };
    const stop = () => end(() => reject(signal?.reason));
    const timer = setTimeout(() => end(resolve), ms);
    if (signal?.aborted === true) stop();
    else signal?.addEventListener('abort', stop);
  });

/** A number from 0 to 1. */
const chance = (): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32;

/** How long to wait before the next try: what the service asks for, or longer and longer; never all at once. */
export const pauseMs = ({ retry_after: seconds }: Problem, tries: number): number =>
  (seconds ?? 0) * 1000 + Math.min(firstPauseMs * 2 ** (tries - 1), maxBackoffMs) * (0.5 + chance() / 2);

/** Waits for what others wait for, too, but no longer than until the signal. */
const untilAborted = async <T>(shared: Promise<T>, signal: AbortSignal | undefined): Promise<T> => {
  if (signal === undefined) return shared;
  let stop = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
  });
  signal.addEventListener('abort', stop);
  try {
    signal.throwIfAborted();
    return await Promise.race([shared, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
};

/** Runs one try under a signal that ends with the caller's, or after a time. */
const withDeadline = async <T>(
  seconds: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const controller = new AbortController();
  const stop = () => controller.abort(signal?.reason);
  signal?.throwIfAborted();
  signal?.addEventListener('abort', stop);
  const timer = setTimeout(() => controller.abort(new Error(`no answer in ${seconds} s`)), seconds * 1000);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
};

/** The text of `fetch` about a failure, and why. */
const sentenceOf = (cause: unknown): string => {
  if (!(cause instanceof Error)) return String(cause);
  return cause.cause instanceof Error ? `${cause.message}: ${cause.cause.message}` : cause.message;
};

const lost = (cause: unknown) =>
  localFailure({
    code: 'no_answer',
    title: 'No answer has arrived',
    detail: sentenceOf(cause),
    retryable: true,
  });

const attempt = async <T>(
  { baseUrl, fetch, limits, version }: ServiceConnection,
  { answer, body, headers, method, path, signal, timeoutSeconds }: PreparedRequest,
  token: string | null,
): Promise<Result<T>> => {
  const all = new Headers(headers);
  all.set('Portcullis-Version', version);
  if (token !== null) all.set('Authorization', `Bearer ${token}`);
  // A redirect would hand the request to somebody else.
  const init = { method, headers: all, body: body(), redirect: 'manual' } as const;
  try {
    return await withDeadline(timeoutSeconds ?? limits.timeoutSeconds, signal, async (ended) =>
      readAnswer<T>(await fetch(`${baseUrl}${path}`, { ...init, signal: ended }), answer),
    );
  } catch (cause) {
    signal?.throwIfAborted();
    return lost(cause);
  }
};

const isTokenFault = (code: Problem['code']): boolean => code === 'token_expired' || code === 'invalid_token';

const noToken = { ok: true, value: null } as const;

/**
 * Sends a request until there is an answer. It is tried again, under the same idempotency key, while no answer arrives
 * or the problem says that it is retryable. A token that has ended meanwhile is replaced once.
 */
export const send = async <T>(connection: ServiceConnection, request: PreparedRequest): Promise<Result<T>> => {
  const { dropToken, limits, token: tokenOf } = connection;
  let isRenewed = false;
  for (let tries = 1; ; tries += 1) {
    const token = request.isPublic ? noToken : await untilAborted(tokenOf(), request.signal);
    if (!token.ok) return token;
    const result = await attempt<T>(connection, request, token.value);
    if (result.ok) return result;
    const { problem } = result;
    if (token.value !== null && !isRenewed && isTokenFault(problem.code) && dropToken(token.value)) {
      isRenewed = true;
      continue;
    }
    const wait = pauseMs(problem, tries);
    if (!problem.retryable || tries >= limits.maxTries || wait > limits.maxWaitSeconds * 1000) return result;
    await pause(wait, request.signal);
  }
};
