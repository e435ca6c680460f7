import { E, type Either, type TaskEither, type Unavailable, unavailable } from '@portcullis/domain';
import { decode, type ExternalService, type t } from '@portcullis/domain/kernel';
import PocketBase, { BaseAuthStore } from 'pocketbase';
import { failureOf, isTokenRejected, type PocketbaseRejection } from './failure.ts';
import { type Credentials, loginSession } from './login-session.ts';
import { pooledTransport } from './transport.ts';

export type PocketbaseOptions = Credentials & {
  /** The address of PocketBase, without `/api`. */
  readonly url: string;
  /** Milliseconds for one call, including a login and the repetition after it. */
  readonly deadlineMs?: number;
  /** Milliseconds for one call that transfers a file. */
  readonly fileDeadlineMs?: number;
};

/** One request to PocketBase. `options` must be passed to every call of the SDK in it. */
type SdkRequest = (pb: PocketBase, options: { readonly signal: AbortSignal }) => Promise<unknown>;

type CallOptions = { readonly service?: ExternalService; readonly deadlineMs?: number };

/** The only client of the record database. */
export type PocketbaseClient = {
  readonly fileDeadlineMs: number;
  /**
   * Sends a request as superuser and decodes the response. Logs in when needed, and once more when the token is
   * rejected (it expired, or the account was saved again, which revokes every token). Returns by the deadline: a write
   * without a response in time is `Unavailable`, and may have been executed.
   */
  readonly call: <A>(
    codec: t.Decoder<unknown, A>,
    request: SdkRequest,
    options?: CallOptions,
  ) => TaskEither<PocketbaseRejection | Unavailable, A>;
  /** Sends a request without an account. */
  readonly callAnonymously: <A>(
    codec: t.Decoder<unknown, A>,
    request: SdkRequest,
  ) => TaskEither<PocketbaseRejection | Unavailable, A>;
};

type CallResult = Either<PocketbaseRejection | Unavailable, unknown>;

/**
 * Runs work under a deadline, and waits no longer for work that ignores the signal. The timer is cleared immediately,
 * because thousands may run in a second.
 */
const withDeadline = (
  deadlineMs: number,
  service: ExternalService,
  work: (signal: AbortSignal) => Promise<CallResult>,
): Promise<CallResult> =>
  new Promise((resolve) => {
    const controller = new AbortController();
    const timer = setTimeout(() => {
      resolve(E.left(unavailable(service, `PocketBase gave no answer within ${deadlineMs} ms`, 'timeout')));
      controller.abort();
    }, deadlineMs);
    const settle = (result: CallResult): void => {
      clearTimeout(timer);
      resolve(result);
    };
    work(controller.signal).then(settle, (cause: unknown) => settle(E.left(failureOf(service, cause))));
  });

const decodeAnswer = <A>(
  codec: t.Decoder<unknown, A>,
  service: ExternalService,
  answer: unknown,
): Either<Unavailable, A> => {
  const known = decode(codec, answer);
  return E.isRight(known) ? known : E.left(unavailable(service, known.left, 'invalid_response'));
};

/** An SDK client that is configured for a server: it cancels nothing by itself, and its token is not shared. */
const createSdk = (url: string): PocketBase => {
  const pb = new PocketBase(url, new BaseAuthStore()).autoCancellation(false);
  const fetch = pooledTransport();
  pb.beforeSend = (address, options) => ({ url: address, options: { ...options, fetch } });
  return pb;
};

/** Creates the client of the process. Creating it sends nothing. */
export const pocketbaseClient = (options: PocketbaseOptions): PocketbaseClient => {
  const { url, deadlineMs: defaultDeadlineMs = 5000, fileDeadlineMs = 20_000 } = options;
  const pb = createSdk(url);
  const session = loginSession(pb, options, defaultDeadlineMs);

  const sendAuthenticated = async (request: SdkRequest, signal: AbortSignal): Promise<CallResult> => {
    const entered = await session.ensureToken();
    if (E.isLeft(entered)) return entered;
    // Others wait for the same login, so it does not end with the signal.
    signal.throwIfAborted();
    try {
      return E.right(await request(pb, { signal }));
    } catch (cause) {
      if (!isTokenRejected(cause)) throw cause;
    }
    const renewed = await session.renewToken(entered.right);
    if (E.isLeft(renewed)) return renewed;
    signal.throwIfAborted();
    return E.right(await request(pb, { signal }));
  };

  return {
    fileDeadlineMs,
    call:
      (codec, request, { service = 'database', deadlineMs = defaultDeadlineMs } = {}) =>
      async () => {
        const answer = await withDeadline(deadlineMs, service, (signal) => sendAuthenticated(request, signal));
        return E.isLeft(answer) ? answer : decodeAnswer(codec, service, answer.right);
      },
    callAnonymously: (codec, request) => async () => {
      const answer = await withDeadline(defaultDeadlineMs, 'database', async (signal) =>
        E.right(await request(pb, { signal })),
      );
      return E.isLeft(answer) ? answer : decodeAnswer(codec, 'database', answer.right);
    },
  };
};
