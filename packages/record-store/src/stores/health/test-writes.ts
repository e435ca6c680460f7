import { E, type Either, type TaskEither, type Unavailable } from '@portcullis/domain';
import { after, firstOf, settled } from '@portcullis/domain/kernel';
import type { WriteWatch } from './write-watch.ts';

/** How often the database is written to, to see whether it can be, and how often while it refuses that. */
const writeEveryMs = 5000;
const writeAfterFailureMs = 1000;

/** How long an answer waits for a write that it has begun. */
const patienceMs = 500;

/** How long a database counts as one that can be written to while it answers no write. */
const unansweredMs = 600_000;

/** Waits for a write that has begun, and not longer than an answer has patience. */
const awaitPatiently = (write: Promise<unknown>): Promise<unknown> =>
  firstOf([
    ['written', settled(write)],
    ['impatient', after(globalThis, patienceMs)],
  ]);

type Written = Either<Unavailable, void>;

/**
 * How many bytes are written to see whether anything is taken, and how many once there was no room for something:
 * PostgreSQL would find room for few bytes in that of test files that were removed, where there is none for others.
 */
const testBytes = 16 * 1024;
const roomBytes = 1024 * 1024;

/** The state of writes, and whether those of others say something else than what was answered. */
export type TestWrites = { readonly check: () => Promise<Written>; readonly isContradicted: () => boolean };

/**
 * Writes a little at times, and answers how that went the last time. A refusal to others, or a success of others after
 * a refusal, has it written at once. A write that gets no answer in time says nothing: SQLite has one writer, and
 * others wait while a long write, a backup or a `VACUUM` is under way. Only when none was answered for ten minutes it
 * counts. Once there was no room for something, it counts until as much is taken.
 */
export const testWrites = (
  write: (bytes: number) => TaskEither<Unavailable, void>,
  watch: Pick<WriteWatch, 'counts' | 'noteRoom' | 'withoutRoom'>,
  monotonic: () => number,
): TestWrites => {
  let last: Written = E.right(undefined);
  let answered: Written = last;
  let unanswered: Written | null = null;
  let answeredAt: number | null = null;
  let dueAt = 0;
  let isUnderWay = false;
  let seen = watch.counts();

  const newest = (): Written => {
    const without = watch.withoutRoom();
    return without === null ? last : E.left(without.refusal);
  };
  const isContradicted = (): boolean => {
    const { refused, taken } = watch.counts();
    return E.isRight(answered) ? refused > seen.refused : taken > seen.taken;
  };
  const writeNow = async (): Promise<void> => {
    isUnderWay = true;
    const without = watch.withoutRoom();
    const written = await write(without === null ? testBytes : Math.max(roomBytes, without.bytes))();
    isUnderWay = false;
    if (E.isRight(written) && without !== null) watch.noteRoom(without);
    const isUnanswered = E.isLeft(written) && written.left.kind === 'timeout';
    if (!isUnanswered) {
      last = written;
      answeredAt = monotonic();
    }
    unanswered = isUnanswered ? written : null;
    seen = watch.counts();
    dueAt = monotonic() + (E.isRight(newest()) ? writeEveryMs : writeAfterFailureMs);
  };

  return {
    isContradicted,
    check: async () => {
      answeredAt ??= monotonic();
      if (!isUnderWay && (monotonic() >= dueAt || isContradicted())) await awaitPatiently(writeNow());
      answered = unanswered !== null && monotonic() - answeredAt >= unansweredMs ? unanswered : newest();
      return answered;
    },
  };
};
