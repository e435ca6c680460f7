import { type AccessLog, E } from '@portcullis/domain';
import type { DuplicateIndex, EventFeed } from '@portcullis/domain/ports';
import { requestFields } from './log-fields.ts';
import type { Logger } from './logger.ts';
import type { Metrics } from './metrics.ts';

/** Returns the same access log; each page with rows that cannot be read is an error in the log, and counted. */
export const reportingDamage = (
  log: AccessLog,
  { countDamagedLooks }: Pick<Metrics, 'countDamagedLooks'>,
  logger: Pick<Logger, 'error'>,
): AccessLog => ({
  ...log,
  page: (query) => async () => {
    const page = await log.page(query)();
    const count = E.isRight(page) ? page.right.damaged.length : 0;
    if (count > 0) {
      countDamagedLooks(count);
      logger.error('access_log_damaged', { ...requestFields(query.request), count });
    }
    return page;
  },
});

/** Returns the same feed; each page with events that cannot be shown is an error in the log, and counted. */
export const reportingDamagedEvents = (
  feed: EventFeed,
  { countDamagedEvents }: Pick<Metrics, 'countDamagedEvents'>,
  logger: Pick<Logger, 'error'>,
): EventFeed => ({
  ...feed,
  page:
    (...asked) =>
    async () => {
      const page = await feed.page(...asked)();
      const count = E.isRight(page) ? page.right.damaged : 0;
      if (count > 0) {
        countDamagedEvents(count);
        logger.error('events_damaged', { count });
      }
      return page;
    },
});

/** Returns the same index; each attempt that meets entries of lists which do not open is an error in the log. */
export const reportingDamagedLists = (
  index: DuplicateIndex,
  { countDamagedListEntries }: Pick<Metrics, 'countDamagedListEntries'>,
  logger: Pick<Logger, 'error'>,
): DuplicateIndex => ({
  ...index,
  record: (fingerprints, windowSeconds) => async () => {
    const counts = await index.record(fingerprints, windowSeconds)();
    const count = E.isRight(counts) ? (counts.right.unreadable?.length ?? 0) : 0;
    if (count > 0) {
      countDamagedListEntries(count);
      logger.error('list_entries_damaged', { profile_id: fingerprints.profileId, count });
    }
    return counts;
  },
});
