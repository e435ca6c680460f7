import { E, type Either, pipe } from '@portcullis/domain';
import type { FeedPage, FeedQuery, ReadFeed } from '../api/feed.ts';
import { type CommandResult, failed } from '../command/command-result.ts';
import type { FeedStart } from '../command/values.ts';

/** Resolves after a time in milliseconds, or at the signal to stop. */
export type Pause = (ms: number, stop: AbortSignal) => Promise<void>;

/**
 * Reads pages of the feed however long that takes. Right is `null` after the signal to stop, Left if reading is
 * useless.
 */
export type ReadNext = (query: FeedQuery) => Promise<Either<CommandResult, FeedPage | null>>;

type Deps = {
  readonly readFeed: ReadFeed;
  readonly pause: Pause;
  readonly stop: AbortSignal;
  /** Where sentences about failures go. */
  readonly report: (sentence: string) => void;
};

/** The feed is asked for as long a wait as the service grants. */
export const longestWaitSeconds = 25;

const firstPauseMs = 1000;
const longestPauseMs = 10_000;

const damagedSentence = (damaged: number): string =>
  `${damaged} ${damaged === 1 ? 'event was' : 'events were'} changed or removed in the database and cannot be shown.`;

/**
 * Repeats what can succeed later, with pauses that grow to ten seconds, and says so once when it begins and once when
 * it is over. Where events are no longer kept it says so and goes on with the oldest that is.
 */
export const createReadNext =
  ({ pause, readFeed, report, stop }: Deps): ReadNext =>
  async (query) => {
    let { after } = query;
    let failures = 0;
    while (!stop.aborted) {
      const page = await readFeed({ ...query, after });
      if (E.isRight(page)) {
        if (failures > 0) report('The feed answers again.');
        if (page.right.damaged > 0) report(damagedSentence(page.right.damaged));
        return page;
      }
      if (stop.aborted) break;
      const failure = page.left;
      if (failure.kind === 'refused') return failed(1, failure.sentence);
      if (failure.kind === 'gone') {
        if (after === failure.firstCursor) return failed(1, 'The feed refuses the cursor that it has named itself.');
        after = failure.firstCursor;
        report(
          'The events behind this cursor are no longer kept, or the database was restored from a backup. Some may be missing: compare GET /api/profiles?sort=updated_at. It goes on with the oldest event that is kept.',
        );
        continue;
      }
      if (failures === 0) report(`${failure.sentence} Trying again until it answers; no event is lost.`);
      const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** failures);
      await pause(Math.max(pauseMs, failure.retryAfterMs), stop);
      failures += 1;
    }
    return E.right(null);
  };

/**
 * Finds the cursor behind the newest event. The feed has no shorter way than to read it, and of a page of few types the
 * service looks at a thousand events.
 */
const findEnd = async (readNext: ReadNext): Promise<Either<CommandResult, string | null>> => {
  for (let after: string | null = null; ; ) {
    const page: Awaited<ReturnType<ReadNext>> = await readNext({ after, types: ['profile.erased'], waitSeconds: 0 });
    if (E.isLeft(page)) return page;
    if (page.right === null) return E.right(null);
    after = page.right.after;
    if (!page.right.hasMore) return E.right(after);
  }
};

/** The cursor with which reading begins. Right is `null` after the signal to stop. */
export const startCursor = async (
  readNext: ReadNext,
  start: FeedStart,
): Promise<Either<CommandResult, { readonly after: string | null } | null>> => {
  if (start === 'oldest') return E.right({ after: null });
  if (start !== 'now') return E.right(start);
  return pipe(
    await findEnd(readNext),
    E.map((after) => (after === null ? null : { after })),
  );
};
