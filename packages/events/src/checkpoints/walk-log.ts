import { E, type Either, type ProfileId, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain/kernel';
import { emptyLogHash, nextLogHash } from '../ledger/checkpoint.ts';
import type { LedgerLog, PlacedEntry } from '../ports/ledger-log.ts';

/** A place in the log, and the hash over all entries up to it. */
export type LogPosition = { readonly size: number; readonly hash: string };

export const logStart: LogPosition = { size: 0, hash: emptyLogHash };

/** The possible faults of the places of entries. */
export type PlaceFault = {
  readonly fault: 'place_missing' | 'place_twice' | 'not_placed';
  readonly place: number;
  /** The last of the places, where there are several. */
  readonly lastPlace?: number;
  readonly profileId?: ProfileId;
  readonly seq?: number;
};

/** The reports of a walk: each position on its way, and each fault. */
export type LogVisitor = {
  readonly position: (position: LogPosition) => void;
  readonly fault: (fault: PlaceFault) => void;
};

const entriesPerRead = 1000;

const misplaced = ({ place, profileId, seq }: PlacedEntry): PlaceFault => ({
  fault: Number.isInteger(place) ? 'place_twice' : 'not_placed',
  place,
  profileId,
  seq,
});

const missing = (place: number, lastPlace: number): PlaceFault => ({
  fault: 'place_missing',
  place,
  ...(lastPlace > place && { lastPlace }),
});

/** Walks along one page up to a place that holds nothing, behind which nothing can be said. Answers where it ends. */
const walkPage = (entries: readonly PlacedEntry[], from: LogPosition, { fault, position }: LogVisitor): LogPosition => {
  let at = from;
  for (const entry of entries) {
    const { place } = entry;
    if (place === at.size + 1) {
      // An entry without a hash is not what it was when it was placed.
      at = { size: place, hash: nextLogHash(at.hash, entry.hash ?? '') };
      position(at);
    } else if (place <= at.size || !Number.isInteger(place)) fault(misplaced(entry));
    else break;
  }
  return at;
};

/** The entries behind a position, with others that stand at its own place: a page may end between the two. */
const pageBehind = (
  log: Pick<LedgerLog, 'entries'>,
  { size }: LogPosition,
): TaskEither<Unavailable, readonly PlacedEntry[]> =>
  pipe(
    log.entries(Math.max(0, size - 1), entriesPerRead),
    TE.map((entries) => {
      const own = entries.findIndex(({ place }) => place === size);
      return own === -1 ? entries : entries.toSpliced(own, 1);
    }),
  );

/**
 * Walks along the log from a position up to a place, and answers how far it came. It ends at the first places that hold
 * nothing: the hash of what follows them is that of a log with other entries.
 */
export const walkLog = async (
  log: Pick<LedgerLog, 'entries'>,
  from: LogPosition,
  end: number,
  visitor: LogVisitor,
): Promise<Either<Unavailable, LogPosition>> => {
  let at = from;
  while (at.size < end) {
    const page = await pageBehind(log, at)();
    if (E.isLeft(page)) return page;
    const upToEnd = page.right.filter(({ place }) => place <= end);
    const next = walkPage(upToEnd, at, visitor);
    if (next.size === at.size) {
      const behind = upToEnd.find(({ place }) => place > at.size + 1);
      visitor.fault(missing(at.size + 1, (behind?.place ?? end + 1) - 1));
      return E.right(at);
    }
    at = next;
  }
  return E.right(at);
};
