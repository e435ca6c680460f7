import { countDisordered, type ReadEvent } from '../receivers/feed-reader.ts';
import type { Arrival, Receiver } from '../receivers/receiver.ts';
import type { StoredTry } from '../shared/stored-events.ts';

/** A time in which something may be lost: a kill, or a clock that was set ahead so that leases have ended. */
export type Interruption = { readonly from: number; readonly to: number };

/** An endpoint with what has arrived there, and what the service says of it. */
export type Judged = { readonly receiver: Receiver; readonly tries: readonly StoredTry[] };

export type Judgement = {
  readonly requests: number;
  readonly missing: number;
  readonly unknown: number;
  readonly changed: number;
  readonly disordered: number;
  /** Acceptances behind which the event came again, and those of them where the log of tries has both requests. */
  readonly duplicates: number;
  readonly needless: number;
  /** Requests that the log does not have, by what has interrupted them; those behind `null` nothing explains. */
  readonly unrecorded: ReadonlyMap<Interruption | null, number>;
};

/** How long the outcome of a try may wait until it is written. */
const writeMs = 5000;
/** What an instance has begun when it is interrupted may arrive so much later. */
const lateMs = 2000;

const byEvent = <A extends { readonly event: string }>(all: readonly A[]): ReadonlyMap<string, readonly A[]> => {
  const found = new Map<string, A[]>();
  for (const one of all) {
    const known = found.get(one.event);
    if (known === undefined) found.set(one.event, [one]);
    else known.push(one);
  }
  return found;
};

/** The arrivals of one event that a line of the log stands for: the first one behind the begin of its try. */
const recordedOf = (arrivals: readonly Arrival[], tries: readonly StoredTry[]): ReadonlySet<Arrival> => {
  const recorded = new Set<Arrival>();
  const lines = tries.toSorted((a, b) => a.at - b.at);
  for (const [n, { at }] of lines.entries()) {
    const until = lines[n + 1]?.at ?? Number.POSITIVE_INFINITY;
    const own = arrivals.find((one) => !recorded.has(one) && one.at >= at - 50 && one.at < until + 50);
    if (own !== undefined) recorded.add(own);
  }
  return recorded;
};

const isDuring =
  ({ at, endedAt }: Arrival) =>
  ({ from, to }: Interruption): boolean =>
    at <= to + lateMs && (endedAt ?? Number.POSITIVE_INFINITY) >= from - writeMs;

/** The requests for events, without those for pings. */
const withoutPings = ({ arrivals }: Receiver): readonly Arrival[] =>
  arrivals.filter(({ body }) => !body.includes('"type":"endpoint.ping"'));

/** The events of a profile whose first request came before that of an earlier event of the profile. */
const disorderedIn = (arrivals: readonly Arrival[], events: ReadonlyMap<string, ReadEvent>): number =>
  countDisordered([...new Set(arrivals.flatMap(({ event }) => events.get(event) ?? []))]);

/**
 * The acceptances behind which an event came again, and those among them where the log has both requests: nothing was
 * lost then, and nobody had a reason to send it again.
 */
const repeatsOf = (arrivals: readonly Arrival[], recorded: ReadonlySet<Arrival>) => {
  const repeats = arrivals.flatMap((next, n): readonly (readonly Arrival[])[] => {
    const before = arrivals[n - 1];
    return before?.fate === 'accepted' ? [[before, next]] : [];
  });
  const needless = repeats.filter((pair) => pair.every((one) => recorded.has(one)));
  return { duplicates: repeats.length, needless: needless.length };
};

/** Compares what has arrived at an endpoint with the feed, and with what the service has written down. */
export const judge = (
  { receiver, tries }: Judged,
  feed: readonly ReadEvent[],
  interruptions: readonly Interruption[],
): Judgement => {
  const events = new Map(feed.map((event) => [event.id, event]));
  const arrivals = withoutPings(receiver);
  const lines = byEvent(tries);
  const unrecorded = new Map<Interruption | null, number>();
  let duplicates = 0;
  let needless = 0;
  for (const [event, own] of byEvent(arrivals)) {
    const recorded = recordedOf(own, lines.get(event) ?? []);
    const repeats = repeatsOf(own, recorded);
    duplicates += repeats.duplicates;
    needless += repeats.needless;
    for (const arrival of own.filter((one) => !recorded.has(one))) {
      const cause = interruptions.findLast(isDuring(arrival)) ?? null;
      unrecorded.set(cause, (unrecorded.get(cause) ?? 0) + 1);
    }
  }
  return {
    requests: arrivals.length,
    missing: feed.filter(({ id }) => !receiver.accepted.has(id)).length,
    unknown: arrivals.filter(({ event }) => !events.has(event)).length,
    changed: arrivals.filter(({ body, event }) => (events.get(event)?.text ?? body) !== body).length,
    disordered: disorderedIn(arrivals, events),
    duplicates,
    needless,
    unrecorded,
  };
};
