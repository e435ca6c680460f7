import { type AccessLog, E, type ProfileId, type ProfileStore } from '@portcullis/domain';
import type { DuplicateIndex, EventFeed, ReviewQueue } from '@portcullis/domain/ports';
import { type LogFields, requestFields } from './log-fields.ts';
import type { Logger } from './logger.ts';
import type { DamagedKind, Metrics } from './metrics.ts';

const logEvents: { readonly [Kind in DamagedKind]: string } = {
  access_log: 'access_log_damaged',
  events: 'events_damaged',
  list_entries: 'list_entries_damaged',
  profiles: 'profiles_damaged',
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

/** One line for each profile that was left out, so that its id is found as that of every profile is. */
const reportProfiles = (report: DamageReport, damaged: readonly ProfileId[] = []): void => {
  for (const id of damaged) report('profiles', 1, { profile_id: id });
};

/** Returns the same store; each profile that a list leaves out because its row is damaged is reported. */
export const reportingDamagedProfiles = (store: ProfileStore, report: DamageReport): ProfileStore => ({
  ...store,
  list:
    (...asked) =>
    async () => {
      const page = await store.list(...asked)();
      if (E.isRight(page)) reportProfiles(report, page.right.damaged);
      return page;
    },
});

/** Returns the same queue; each profile that a page leaves out because its row is damaged is reported. */
export const reportingDamagedQueue = (queue: ReviewQueue, report: DamageReport): ReviewQueue => ({
  ...queue,
  page:
    (...asked) =>
    async () => {
      const page = await queue.page(...asked)();
      if (E.isRight(page)) reportProfiles(report, page.right.damaged);
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
