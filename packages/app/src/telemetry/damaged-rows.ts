import { type AccessLog, E } from '@portcullis/domain';
import type { DuplicateIndex, EventFeed } from '@portcullis/domain/ports';
import { type LogFields, requestFields } from './log-fields.ts';
import type { Logger } from './logger.ts';
import type { DamagedKind, Metrics } from './metrics.ts';

const logEvents: { readonly [Kind in DamagedKind]: string } = {
  access_log: 'access_log_damaged',
  events: 'events_damaged',
  list_entries: 'list_entries_damaged',
};

/** Makes an error in the log of damage that was met, and counts it. */
export const damageReport =
  ({ countDamage }: Pick<Metrics, 'countDamage'>, logger: Pick<Logger, 'error'>) =>
  (kind: DamagedKind, count: number, fields: LogFields = {}): void => {
    if (count === 0) return;
    countDamage(kind, count);
    logger.error(logEvents[kind], { ...fields, count });
  };

type DamageReport = ReturnType<typeof damageReport>;

/** Returns the same access log; each page with rows that cannot be read is reported. */
export const reportingDamage = (log: AccessLog, report: DamageReport): AccessLog => ({
  ...log,
  page: (query) => async () => {
    const page = await log.page(query)();
    if (E.isRight(page)) report('access_log', page.right.damaged.length, requestFields(query.request));
    return page;
  },
});

/** Returns the same feed; each page with events that cannot be shown is reported. */
export const reportingDamagedEvents = (feed: EventFeed, report: DamageReport): EventFeed => ({
  ...feed,
  page:
    (...asked) =>
    async () => {
      const page = await feed.page(...asked)();
      if (E.isRight(page)) report('events', page.right.damaged);
      return page;
    },
});

/** Returns the same index; each attempt that meets entries of lists which do not open is reported. */
export const reportingDamagedLists = (index: DuplicateIndex, report: DamageReport): DuplicateIndex => ({
  ...index,
  record: (fingerprints, windowSeconds) => async () => {
    const counts = await index.record(fingerprints, windowSeconds)();
    const { profileId } = fingerprints;
    if (E.isRight(counts)) report('list_entries', counts.right.unreadable?.length ?? 0, { profile_id: profileId });
    return counts;
  },
});
