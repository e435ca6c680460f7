import { E, type Either, type TaskEither, type Unavailable } from '@portcullis/domain';
import { after, firstOf, settled } from '@portcullis/domain/kernel';
import type { DiskWatch } from './disk-watch.ts';

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
 * Writes a little at times, and answers how that went the last time. A write that gets no answer in time says nothing:
 * SQLite has one writer, and others wait while a long write, a backup or a `VACUUM` is under way. Only when none was
 * answered for ten minutes it counts. While the disk counts as full (`refusal`), so does what the last one came to.
 */
export const testWrites = (
  write: TaskEither<Unavailable, void>,
  refusal: DiskWatch['refusal'],
  monotonic: () => number,
): (() => Promise<Written>) => {
  let last: Written = E.right(undefined);
  let unanswered: Written | null = null;
  let answeredAt: number | null = null;
  let dueAt = 0;
  let isUnderWay = false;

  const newest = (): Written => {
    const full = refusal();
    return full === null ? last : E.left(full);
  };
  const writeNow = async (): Promise<void> => {
    isUnderWay = true;
    const written = await write();
    isUnderWay = false;
    const isUnanswered = E.isLeft(written) && written.left.kind === 'timeout';
    if (!isUnanswered) {
      last = written;
      answeredAt = monotonic();
    }
    unanswered = isUnanswered ? written : null;
    dueAt = monotonic() + (E.isRight(newest()) ? writeEveryMs : writeAfterFailureMs);
  };

  return async () => {
    answeredAt ??= monotonic();
    if (!isUnderWay && monotonic() >= dueAt) await awaitPatiently(writeNow());
    return unanswered !== null && monotonic() - answeredAt >= unansweredMs ? unanswered : newest();
  };
};
