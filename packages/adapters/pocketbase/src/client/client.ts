import { E, type Either, type TaskEither, type Unavailable, unavailable } from '@portcullis/domain';
import { decode, type ExternalService, type t, withOutageCause } from '@portcullis/domain/kernel';
import type { TimeReading } from '@portcullis/domain/ports';
import type { RecordDriver } from '@portcullis/record-store/driver';
import PocketBase, { BaseAuthStore } from 'pocketbase';
import { type ApiRequest, exchangeWith, timeFrom } from './api-request.ts';
import { type Cancellation, newCancellation } from './cancellation.ts';
import { endingWith, failureOf, isTokenRejected, outageOfRejection, type PocketbaseRejection } from './failure.ts';
import { type Credentials, loginSession } from './login-session.ts';
import { pooledTransport, type Transport } from './transport.ts';

export type PocketbaseOptions = Credentials & {
  /** The address of PocketBase, without `/api`. */
  readonly url: string;
  /** Milliseconds for one call, including a login and the repetition after it. */
  readonly deadlineMs?: number;
  /** Milliseconds for one call that transfers a file. */
  readonly fileDeadlineMs?: number;
};

/** One request to PocketBase. `options` must be passed to every call of the SDK in it. */
type SdkRequest = (
  pb: PocketBase,
  options: { readonly signal: AbortSignal },
  download: Transport['download'],
) => Promise<unknown>;

type CallOptions = { readonly service?: ExternalService; readonly deadlineMs?: number };

/** The only client of the record database. */
export type PocketbaseClient = {
  readonly fileDeadlineMs: number;
  /** How many connections were begun so far. */
  readonly connections: () => number;
  /** Has something asked before each later write, as `RecordDriver` says. */
  readonly beforeWrites: RecordDriver['beforeWrites'];
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
  /**
   * Does the same with a request that is made when the task is run. It does not pass through the SDK, whose handling of
   * a request costs more of the processor than the exchange itself.
   */
  readonly send: <A>(
    codec: t.Decoder<unknown, A>,
    request: () => ApiRequest,
    options?: CallOptions,
  ) => TaskEither<PocketbaseRejection | Unavailable, A>;
  /** Sends a request without an account. */
  readonly callAnonymously: <A>(
    codec: t.Decoder<unknown, A>,
    request: SdkRequest,
  ) => TaskEither<PocketbaseRejection | Unavailable, A>;
  /** Asks what time it is at the database. An answer that does not tell it is `invalid_response`. */
  readonly time: TaskEither<Unavailable, TimeReading>;
};

/** Sends a request with the token of the account as it is then. */
type SignedRequest = (cancellation: Cancellation) => Promise<unknown>;

type CallResult<A = unknown> = Either<PocketbaseRejection | Unavailable, A>;

/** The result of a call that nobody waits for any more. */
const canceled: CallResult = E.left(
  withOutageCause(unavailable('database', 'the call was canceled', 'timeout'), 'timeout'),
);

/**
 * Runs work under a deadline, and waits no longer for work that ignores the cancellation. The timer is cleared
 * immediately, because thousands may run in a second.
 */
const withDeadline = <A>(
  deadlineMs: number,
  service: ExternalService,
  work: (cancellation: Cancellation) => Promise<CallResult<A>>,
): Promise<CallResult<A>> =>
  new Promise((resolve) => {
    const { cancellation, cancel } = newCancellation();
    const timer = setTimeout(() => {
      const late = unavailable(service, `PocketBase gave no answer within ${deadlineMs} ms`, 'timeout');
      resolve(E.left(withOutageCause(late, 'timeout')));
      cancel();
    }, deadlineMs);
    const settle = (result: CallResult<A>): void => {
      clearTimeout(timer);
      resolve(result);
    };
    work(cancellation).then(settle, (cause: unknown) => settle(E.left(failureOf(service, cause))));
  });

const decodeAnswer = <A>(
  codec: t.Decoder<unknown, A>,
  service: ExternalService,
  answer: unknown,
): Either<Unavailable, A> => {
  const known = decode(codec, answer);
  return E.isRight(known)
    ? known
    : E.left(withOutageCause(unavailable(service, known.left, 'invalid_response'), 'bad_answer'));
};

/** An SDK client that is configured for a server: it cancels nothing by itself, and its token is not shared. */
const createSdk = (url: string, { fetch }: Transport): PocketBase => {
  const pb = new PocketBase(url, new BaseAuthStore()).autoCancellation(false);
  pb.beforeSend = (address, options) => ({ url: address, options: { ...options, fetch } });
  return pb;
};

/** The question before each write; nothing, at first. */
const writeAdmission = () => {
  let ask: Parameters<RecordDriver['beforeWrites']>[0] = () => null;
  const admit = async (task: TaskEither<Unavailable, void>): Promise<void> => {
    const answer = await task();
    if (E.isLeft(answer)) throw endingWith(answer.left);
  };
  return {
    admission: () => {
      const task = ask();
      return task === null ? null : admit(task);
    },
    beforeWrites: (next: typeof ask): void => {
      ask = next;
    },
  };
};

/** Creates the client of the process. Creating it sends nothing. */
export const pocketbaseClient = (options: PocketbaseOptions): PocketbaseClient => {
  const { url, deadlineMs: defaultDeadlineMs = 5000, fileDeadlineMs = 20_000 } = options;
  const { admission, beforeWrites } = writeAdmission();
  const transport = pooledTransport(url, admission);
  const pb = createSdk(url, transport);
  const exchange = exchangeWith(transport);
  const readTime = timeFrom(transport);
  const session = loginSession(pb, options, defaultDeadlineMs);

  const sendAuthenticated = async (request: SignedRequest, cancellation: Cancellation): Promise<CallResult> => {
    const entered = await session.ensureToken();
    if (E.isLeft(entered)) return entered;
    // Others wait for the same login, so it does not end with the call.
    if (cancellation.isCanceled()) return canceled;
    try {
      return E.right(await request(cancellation));
    } catch (cause) {
      if (!isTokenRejected(cause)) throw cause;
    }
    const renewed = await session.renewToken(entered.right);
    if (E.isLeft(renewed)) return renewed;
    if (cancellation.isCanceled()) return canceled;
    return E.right(await request(cancellation));
  };

  const callWith =
    <A>(
      codec: t.Decoder<unknown, A>,
      request: SignedRequest,
      { service = 'database', deadlineMs = defaultDeadlineMs }: CallOptions = {},
    ): TaskEither<PocketbaseRejection | Unavailable, A> =>
    async () => {
      const answer = await withDeadline(deadlineMs, service, (cancellation) =>
        sendAuthenticated(request, cancellation),
      );
      return E.isLeft(answer) ? answer : decodeAnswer(codec, service, answer.right);
    };

  return {
    fileDeadlineMs,
    connections: transport.connections,
    beforeWrites,
    call: (codec, request, options) =>
      callWith(codec, ({ signal }) => request(pb, { signal: signal() }, transport.download), options),
    send: (codec, request, options) =>
      callWith(codec, async (cancellation) => exchange(request(), pb.authStore.token, cancellation), options),
    callAnonymously: (codec, request) => async () => {
      const answer = await withDeadline(defaultDeadlineMs, 'database', async ({ signal }) =>
        E.right(await request(pb, { signal: signal() }, transport.download)),
      );
      return E.isLeft(answer) ? answer : decodeAnswer(codec, 'database', answer.right);
    },
    time: async () => {
      const read = await withDeadline(defaultDeadlineMs, 'database', async (cancellation) =>
        E.right(await readTime(cancellation)),
      );
      if (E.isLeft(read)) return E.left(outageOfRejection()(read.left));
      return read.right === null
        ? E.left(unavailable('database', 'the answer has no Date', 'invalid_response'))
        : E.right(read.right);
    },
  };
};
