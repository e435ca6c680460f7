import type { Client, EventType, Problem, Result } from '@portcullis/client';
import { E, type Either, pipe } from '@portcullis/domain';
import { decode, IdCodec, t } from '@portcullis/domain/kernel';
import { problemText } from '../demo/shown-calls.ts';

const nullableText = t.union([t.string, t.null]);

/** What the commands read of a webhook endpoint. */
export const WebhookEndpoint = t.type({
  id: IdCodec,
  url: t.string,
  /** `null`: events of all types. */
  types: t.union([t.array(t.string), t.null]),
  status: t.string,
  disabled_reason: nullableText,
});
export type WebhookEndpoint = t.TypeOf<typeof WebhookEndpoint>;

/** What became of a ping: the status with which it was answered, or a word for why it was not. */
const Ping = t.type({ delivered: t.boolean, status: t.union([t.number, t.null]), failure: nullableText });
export type Ping = t.TypeOf<typeof Ping>;

const Pinged = t.type({ endpoint: WebhookEndpoint, ping: Ping });
const Rotated = t.type({ endpoint: WebhookEndpoint, secret: t.string });

/** A try of a delivery, and an event that was given up, as far as the commands print them. */
const WebhookTry = t.type({
  at: t.string,
  event_id: t.string,
  attempt: t.number,
  outcome: t.string,
  status: t.union([t.number, t.null]),
  failure: nullableText,
  ms: t.number,
  address: nullableText,
});
export type WebhookTry = t.TypeOf<typeof WebhookTry>;

const DeadLetter = t.type({ event_id: t.string, attempts: t.number, given_up_at: t.string });
export type DeadLetter = t.TypeOf<typeof DeadLetter>;

const pageOf = <C extends t.Mixed>(codec: C) => t.type({ data: t.array(codec), next_cursor: nullableText });

const sentenceOf = (problem: Problem): string =>
  problem.code === 'no_answer'
    ? (problem.detail ?? problem.code)
    : `/api/webhook-endpoints is refused with ${problem.status}, ${problemText(problem)}`;

/** What a call was answered with, decoded because it is printed. Left is a sentence for the user. */
const ask = async <A>(call: Promise<Result<unknown>>, codec: t.Decoder<unknown, A>): Promise<Either<string, A>> => {
  const result = await call;
  if (!result.ok) return E.left(sentenceOf(result.problem));
  return pipe(
    decode(codec, result.value),
    E.mapLeft(() => '/api/webhook-endpoints is answered in a form that this release does not know.'),
  );
};

/** Everything of a list, page by page, up to a number of items. */
const askForAll = async <A>(
  ask: (query: { readonly cursor?: string }) => Promise<Either<string, { data: A[]; next_cursor: string | null }>>,
  most: number,
): Promise<Either<string, readonly A[]>> => {
  const found: A[] = [];
  for (let query: { readonly cursor?: string } = {}; ; ) {
    const page = await ask(query);
    if (E.isLeft(page)) return page;
    found.push(...page.right.data);
    const { next_cursor: cursor } = page.right;
    if (cursor === null || found.length >= most) return E.right(found.slice(0, most));
    query = { cursor };
  }
};

/** What is sent once more: one event, what the feed has behind a cursor, or everything that was given up. */
export type WebhookReplay = {
  readonly event?: string;
  readonly after?: string;
  readonly until?: string;
  readonly dead_letters?: true;
};

type NewEndpoint = { readonly url: string; readonly types?: readonly EventType[]; readonly description?: string };

/** The webhook endpoints of a client. Left is a sentence for the user. */
export const webhookEndpoints = ({ webhookEndpoints: calls }: Client) => ({
  list: () => ask(calls.list(), t.type({ data: t.array(WebhookEndpoint) })),
  create: (endpoint: NewEndpoint) => ask(calls.create(endpoint), t.intersection([Pinged, Rotated])),
  ping: (id: string) => ask(calls.ping(id), Pinged),
  rotate: (id: string) => ask(calls.rotateSecret(id), Rotated),
  setStatus: (id: string, status: 'enabled' | 'disabled') => ask(calls.update(id, { status }), WebhookEndpoint),
  replay: (id: string, what: WebhookReplay) => ask(calls.replay(id, what), t.type({ events: t.number })),
  tries: (id: string, most: number) => askForAll((query) => ask(calls.readTries(id, query), pageOf(WebhookTry)), most),
  deadLetters: (id: string, most: number) =>
    askForAll((query) => ask(calls.readDeadLetters(id, query), pageOf(DeadLetter)), most),
  remove: (id: string) => ask(calls.delete(id), t.type({ deleted: t.literal(true) })),
});
