import {
  type AccessLog,
  E,
  type ProfileId,
  type ProfileStore,
  type TaskEither,
  type Unavailable,
} from '@portcullis/domain';
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

/** The same read of pages; each profile that one leaves out because its row is damaged is reported. */
const reportingPages =
  <Asked extends readonly unknown[], Page extends { readonly damaged?: readonly ProfileId[] }>(
    read: (...asked: Asked) => TaskEither<Unavailable, Page>,
    report: DamageReport,
  ) =>
  (...asked: Asked): TaskEither<Unavailable, Page> =>
  async () => {
    const page = await read(...asked)();
    if (E.isRight(page)) for (const id of page.right.damaged ?? []) report('profiles', 1, { profile_id: id });
    return page;
  };

/** Returns the same store, whose lists report what they leave out. */
export const reportingDamagedProfiles = (store: ProfileStore, report: DamageReport): ProfileStore => ({
  ...store,
  list: reportingPages(store.list, report),
});

/** Returns the same queue, whose pages report what they leave out. */
export const reportingDamagedQueue = (queue: ReviewQueue, report: DamageReport): ReviewQueue => ({
  ...queue,
  page: reportingPages(queue.page, report),
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
