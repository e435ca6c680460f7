import {
  decode,
  E,
  type Either,
  type Service,
  type TaskEither,
  type t,
  type Unavailable,
  unavailable,
} from '@portcullis/domain';
import PocketBase, { BaseAuthStore } from 'pocketbase';
import { failureOf, isTokenRefused, type Refused } from './failure.ts';
import { orAborted } from './or-aborted.ts';
import { type Credentials, sessionOf } from './session.ts';
import { keptConnections } from './transport.ts';

export type PocketbaseOptions = Credentials & {
  /** The address of PocketBase, without `/api`. */
  readonly url: string;
  /** Milliseconds for one call, including a login and the repetition after it. */
  readonly deadlineMs?: number;
  /** Milliseconds for one call that transfers a file. */
  readonly fileDeadlineMs?: number;
};

/** One request to PocketBase. `options` must be passed to every call of the SDK in it. */
type Question = (pb: PocketBase, options: { readonly signal: AbortSignal }) => Promise<unknown>;

type CallOptions = { readonly service?: Service; readonly deadlineMs?: number };

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
    question: Question,
    options?: CallOptions,
  ) => TaskEither<Refused | Unavailable, A>;
  /** Sends a request without an account. */
  readonly callOpenly: <A>(codec: t.Decoder<unknown, A>, question: Question) => TaskEither<Refused | Unavailable, A>;
};

type Answered = Either<Refused | Unavailable, unknown>;

/** Runs work under a deadline. The timer is cleared immediately, because thousands may run in a second. */
const within = async (
  deadlineMs: number,
  service: Service,
  work: (signal: AbortSignal) => Promise<Answered>,
): Promise<Answered> => {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), deadlineMs);
  try {
    return await work(controller.signal);
  } catch (cause) {
    if (!controller.signal.aborted) return E.left(failureOf(service, cause));
    return E.left(unavailable(service, `PocketBase gave no answer within ${deadlineMs} ms`, 'timeout'));
  } finally {
    clearTimeout(timer);
  }
};

const read = <A>(codec: t.Decoder<unknown, A>, service: Service, answer: unknown): Either<Unavailable, A> => {
  const known = decode(codec, answer);
  return E.isRight(known) ? known : E.left(unavailable(service, known.left, 'invalid_response'));
};

/** An SDK client that is configured for a server: it cancels nothing by itself, and its token is not shared. */
const sdkFor = (url: string): PocketBase => {
  const pb = new PocketBase(url, new BaseAuthStore()).autoCancellation(false);
  const fetch = keptConnections(url);
  pb.beforeSend = (address, options) => ({ url: address, options: { ...options, fetch } });
  return pb;
};

/** Creates the client of the process. Creating it sends nothing. */
export const pocketbaseClient = (options: PocketbaseOptions): PocketbaseClient => {
  const { url, deadlineMs: usual = 5000, fileDeadlineMs = 20_000 } = options;
  const pb = sdkFor(url);
  const session = sessionOf(pb, options, usual);

  const ask = async (question: Question, signal: AbortSignal): Promise<Answered> => {
    const entered = await orAborted(session.enter(), signal);
    if (E.isLeft(entered)) return entered;
    try {
      return E.right(await question(pb, { signal }));
    } catch (cause) {
      if (!isTokenRefused(cause)) throw cause;
    }
    const renewed = await orAborted(session.renew(entered.right), signal);
    return E.isLeft(renewed) ? renewed : E.right(await question(pb, { signal }));
  };

  return {
    fileDeadlineMs,
    call:
      (codec, question, { service = 'database', deadlineMs = usual } = {}) =>
      async () => {
        const answer = await within(deadlineMs, service, (signal) => ask(question, signal));
        return E.isLeft(answer) ? answer : read(codec, service, answer.right);
      },
    callOpenly: (codec, question) => async () => {
      const answer = await within(usual, 'database', async (signal) => E.right(await question(pb, { signal })));
      return E.isLeft(answer) ? answer : read(codec, 'database', answer.right);
    },
  };
};
