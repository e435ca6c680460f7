import { E, type Either, mapConcurrent, type Unavailable } from '@portcullis/domain/kernel';
import type { FeedNumbers, FeedPosition, FollowedEntry } from '../ports/event-feed.ts';

/** Along how many entries of the log a step goes, how many events it numbers, and of how many partners at once. */
const entriesPerStep = 1500;
const eventsPerStep = 150;
const concurrency = 4;

/** Numbers the events among the entries of the log, in their order. It needs no lease and no clock. */
export type EventNumbering = {
  /** Follows the log up to its size while it may go on. Answers how many events were numbered. */
  readonly follow: (size: number, mayGoOn: () => boolean) => Promise<Either<Unavailable, number>>;
};

/** The rows of the events without a number, by partner and in the order of the log. */
const rowsByPartner = (entries: readonly FollowedEntry[]): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>();
  for (const { isNumbered, partnerId, row } of entries)
    if (!isNumbered) found.set(partnerId, [...(found.get(partnerId) ?? []), row]);
  return found;
};

/** The result of one step. `lost`: somebody else has numbered meanwhile, so that everything is read again. */
type Step = 'done' | 'lost';

/** How far the feeds have come, as far as is known, and the numbers that are given behind that. */
const knownHeads = (numbers: FeedNumbers, onMoved: (feed: FeedPosition) => void) => {
  const heads = new Map<string, number>();
  return {
    forget: (): void => heads.clear(),
    /** Reads how far these feeds have come; answers whether one of them was not known. */
    learn: async (partners: Iterable<string>): Promise<Either<Unavailable, boolean>> => {
      let isNew = false;
      for (const partner of partners) {
        if (heads.has(partner)) continue;
        const opened = await numbers.open(partner)();
        if (E.isLeft(opened)) return opened;
        heads.set(partner, opened.right);
        isNew = true;
      }
      return E.right(isNew);
    },
    /** Numbers rows behind the head of a feed. */
    number: async (partner: string, rows: readonly string[]): Promise<Either<Unavailable, Step>> => {
      const head = heads.get(partner);
      if (head === undefined) return E.right('lost');
      const given = await numbers.number(partner, head, rows)();
      if (E.isLeft(given)) return given;
      if (!given.right) return E.right('lost');
      const place = head + rows.length;
      heads.set(partner, place);
      onMoved({ partnerId: partner, place });
      return E.right('done');
    },
  };
};

/**
 * How far each feed has come is read before the entries, and a number is given only if it has come no further since. So
 * an entry that was read without a number has none when it gets one, and no number is left out. Everything that is
 * remembered is forgotten when a write was refused or had no answer. `onMoved` is called for each feed that was moved.
 */
export const createEventNumbering = (
  numbers: FeedNumbers,
  onMoved: (feed: FeedPosition) => void = () => undefined,
): EventNumbering => {
  const heads = knownHeads(numbers, onMoved);
  let followed: number | null = null;
  let numbered = 0;

  const eventsBehind = async (place: number, last: number): Promise<Either<Unavailable, readonly FollowedEntry[]>> => {
    const read = numbers.behind(place, last, eventsPerStep);
    const entries = await read();
    if (E.isLeft(entries)) return entries;
    const learned = await heads.learn(rowsByPartner(entries.right).keys());
    if (E.isLeft(learned)) return learned;
    return learned.right ? read() : entries;
  };

  const numberAll = async (entries: readonly FollowedEntry[]): Promise<Either<Unavailable, Step>> => {
    const results = await mapConcurrent(
      [...rowsByPartner(entries)],
      async ([partner, rows]) => {
        const given = await heads.number(partner, rows);
        if (E.isRight(given) && given.right === 'done') numbered += rows.length;
        return given;
      },
      concurrency,
    );
    const other = results.find((one) => E.isLeft(one) || one.right === 'lost');
    return other ?? E.right('done');
  };

  const step = async (from: number, size: number): Promise<Either<Unavailable, Step>> => {
    const end = Math.min(size, from + entriesPerStep);
    const entries = await eventsBehind(from, end);
    if (E.isLeft(entries)) return entries;
    const given = await numberAll(entries.right);
    if (E.isLeft(given) || given.right === 'lost') return given;
    const isAll = entries.right.length < eventsPerStep;
    const next = isAll ? end : (entries.right.at(-1)?.place ?? end);
    const moved = await numbers.moveOn(from, next)();
    if (E.isLeft(moved)) return moved;
    if (moved.right) followed = next;
    return E.right(moved.right ? 'done' : 'lost');
  };

  const steps = async (size: number, mayGoOn: () => boolean): Promise<Either<Unavailable, Step>> => {
    while (mayGoOn()) {
      if (followed === null) {
        const read = await numbers.followed()();
        if (E.isLeft(read)) return read;
        followed = read.right;
      }
      if (followed >= size) break;
      const done = await step(followed, size);
      if (E.isLeft(done) || done.right === 'lost') return done;
    }
    return E.right('done');
  };

  return {
    follow: async (size, mayGoOn) => {
      numbered = 0;
      const done = await steps(size, mayGoOn);
      if (E.isLeft(done) || done.right === 'lost') {
        heads.forget();
        followed = null;
      }
      return E.isLeft(done) ? done : E.right(numbered);
    },
  };
};
