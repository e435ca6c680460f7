import { E } from '@portcullis/domain';
import { decode, t } from '@portcullis/domain/kernel';
import { between, type Random } from '../../../support/generators/seeded-random.ts';
import { bodyOf, type ClientRequest, type HttpClient, type Outcome, type Reply } from '../cluster/http-client.ts';
import { createdProfileId, type KeyedOperation } from './operations.ts';

/** The results of all keys. */
export type RepeatCounters = {
  requests: number;
  replays: number;
  /** 409 while another request with the same key was in progress. */
  busy: number;
  refusedOthers: number;
  slowestMs: number;
  slow: number;
  failures: number;
  silences: number;
  /** 409 or 422 without a reason, and a success where 422 was due. */
  wrongRefusals: number;
  differing: number;
  /** Keys of which not exactly one request was executed, according to the responses. */
  notOnce: number;
  readonly examples: string[];
};

export const newRepeatCounters = (): RepeatCounters => ({
  requests: 0,
  replays: 0,
  busy: 0,
  refusedOthers: 0,
  slowestMs: 0,
  slow: 0,
  failures: 0,
  silences: 0,
  wrongRefusals: 0,
  differing: 0,
  notOnce: 0,
  examples: [],
});

const Code = t.type({ code: t.string });
const codeOf = (reply: Reply): string => {
  const known = decode(Code, bodyOf(reply));
  return E.isRight(known) ? known.right.code : '';
};

type RepeatContext = {
  readonly caller: HttpClient;
  readonly urls: readonly string[];
  readonly random: Random;
  readonly slowMs: number;
  readonly seen: RepeatCounters;
};

const recordExample = ({ seen }: RepeatContext, what: string, outcome: Outcome): void => {
  if (seen.examples.length >= 8) return;
  const text = outcome.status === null ? outcome.code : outcome.bytes.toString('utf8').slice(0, 200);
  seen.examples.push(`${what}: ${outcome.status} ${text}`);
};

const send = async (given: RepeatContext, key: string, asked: ClientRequest): Promise<Outcome> => {
  const { caller: client, random, seen, slowMs, urls } = given;
  const url = urls[between(random, 0, urls.length - 1)] ?? '';
  const outcome = await client.ask(url, { ...asked, headers: { 'Idempotency-Key': key } });
  seen.requests += 1;
  seen.slowestMs = Math.max(seen.slowestMs, outcome.ms);
  if (outcome.ms > slowMs) seen.slow += 1;
  if (outcome.status === null) seen.silences += 1;
  else if (outcome.status >= 500) seen.failures += 1;
  if (outcome.status === null || outcome.status >= 500) recordExample(given, asked.path, outcome);
  return outcome;
};

const isReplay = (reply: Reply): boolean => reply.headers['idempotent-replayed'] === 'true';

/** Counts the responses of one round; `isFirst` says that others with the same key were in progress. */
const classifyReplies = (
  given: RepeatContext,
  use: KeyedOperation,
  replies: readonly Reply[],
  isFirst: boolean,
): readonly Reply[] => {
  const { seen } = given;
  return replies.filter((reply) => {
    if (reply.status < 300) {
      if (isReplay(reply)) seen.replays += 1;
      return true;
    }
    if (isFirst && replies.length > 1 && reply.status === 409 && codeOf(reply) === 'idempotency_in_progress') {
      seen.busy += 1;
      return false;
    }
    if (reply.status < 500) {
      seen.wrongRefusals += 1;
      recordExample(given, use.name, reply);
    }
    return false;
  });
};

const isReply = (outcome: Outcome): outcome is Reply => outcome.status !== null;

/**
 * Sends the request of a key `times` times: several at once, round after round. Answers the profile that the responses
 * name.
 */
export const repeat = async (
  given: RepeatContext,
  key: string,
  use: KeyedOperation,
  times: number,
): Promise<string | null> => {
  const { random, seen } = given;
  const answers: Reply[] = [];
  for (let left = times; left > 0; ) {
    const isFirst = left === times;
    const atOnce = Math.min(left, between(random, 1, 8));
    const outcomes = await Promise.all(Array.from({ length: atOnce }, () => send(given, key, use.asked())));
    answers.push(...classifyReplies(given, use, outcomes.filter(isReply), isFirst));
    left -= atOnce;
  }
  if (use.other && random() < 0.1) {
    const other = await send(given, key, use.other());
    const isRefused = isReply(other) && other.status === 422 && codeOf(other) === 'idempotency_mismatch';
    if (isRefused) seen.refusedOthers += 1;
    else {
      seen.wrongRefusals += 1;
      recordExample(given, `another request, ${use.name}`, other);
    }
  }
  const [first] = answers;
  if (answers.filter((reply) => !isReplay(reply)).length !== 1) {
    seen.notOnce += 1;
    if (first) recordExample(given, `carried out not once, ${use.name}`, first);
  }
  const sameAs = (reply: Reply) =>
    first !== undefined &&
    reply.status === first.status &&
    reply.headers['etag'] === first.headers['etag'] &&
    reply.headers['content-type'] === first.headers['content-type'] &&
    reply.bytes.equals(first.bytes);
  seen.differing += answers.filter((reply) => !sameAs(reply)).length;
  if (first === undefined) return null;
  return use.profileId ?? createdProfileId(first.bytes.toString('utf8'));
};
