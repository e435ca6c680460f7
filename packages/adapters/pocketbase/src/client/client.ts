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
  /** Where PocketBase listens, without `/api`. */
  readonly url: string;
  /** Milliseconds for one call, a login and its repetition included. */
  readonly deadlineMs?: number;
  /** Milliseconds for one call that moves a file. */
  readonly fileDeadlineMs?: number;
};

/** One question to PocketBase. `options` must go with every call of the SDK in it. */
type Question = (pb: PocketBase, options: { readonly signal: AbortSignal }) => Promise<unknown>;

type CallOptions = { readonly service?: Service; readonly deadlineMs?: number };

/** The one way to the record database. */
export type PocketbaseClient = {
  readonly fileDeadlineMs: number;
  /**
   * Asks as superuser and decodes the answer. Logs in when needed, and once more when the token is refused (it expired, or
   * the account was saved anew, which revokes every token). Never later than the deadline: a write that got no answer in
   * time is `Unavailable`, and may have happened.
   */
  readonly call: <A>(
    codec: t.Decoder<unknown, A>,
    question: Question,
    options?: CallOptions,
  ) => TaskEither<Refused | Unavailable, A>;
  /** Asks without an account. */
  readonly callOpenly: <A>(codec: t.Decoder<unknown, A>, question: Question) => TaskEither<Refused | Unavailable, A>;
};

type Answered = Either<Refused | Unavailable, unknown>;

/** Runs work under a deadline; the timer is cleared at once, for thousands may run in a second. */
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

/** A client of the SDK that is fit for a server: it cancels nothing by itself and keeps its token to itself. */
const sdkFor = (url: string): PocketBase => {
  const pb = new PocketBase(url, new BaseAuthStore()).autoCancellation(false);
  const fetch = keptConnections(url);
  pb.beforeSend = (address, options) => ({ url: address, options: { ...options, fetch } });
  return pb;
};

/** A client for the whole process; making one sends nothing. */
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
