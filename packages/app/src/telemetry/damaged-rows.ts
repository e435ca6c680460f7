import type { ReviewQueue, StaffSessions } from '@portcullis/backoffice/ports';
import {
  type AccessLog,
  type Clock,
  E,
  type NotFound,
  type ProfileStore,
  type TaskEither,
  type Unavailable,
} from '@portcullis/domain';
import { isOfOneRecord, outageCauseOf } from '@portcullis/domain/kernel';
import { type DuplicateIndex, type HistoryReader, type LeftOut, monotonicNow } from '@portcullis/domain/ports';
import type { EventFeed, WebhookDeliveries } from '@portcullis/events/ports';
import { type LogFields, requestFields } from './log-fields.ts';
import type { Logger } from './logger.ts';
import type { DamagedKind, Metrics } from './metrics.ts';

const logEvents: { readonly [Kind in DamagedKind]: string } = {
  access_log: 'access_log_damaged',
  clients: 'clients_damaged',
  events: 'events_damaged',
  ledger_entries: 'ledger_entries_damaged',
  list_entries: 'list_entries_damaged',
  locked_profiles: 'profiles_locked',
  profiles: 'profiles_damaged',
  staff_members: 'staff_members_damaged',
  staff_sessions: 'staff_sessions_damaged',
  webhook_tries: 'webhook_tries_damaged',
};

/** How long a period is in which a row has one line, and how many rows have one. */
const periodMs = 600_000;
const maxLines = 10_000;

/**
 * Counts damage that was met, and makes an error of it in the log. A row that is met again, which `row` tells, has no
 * further line in a period: another one has its own at once. A last line says that there are too many rows for that.
 */
export const damageReport = (
  { countDamage }: Pick<Metrics, 'countDamage'>,
  logger: Pick<Logger, 'error'>,
  clock: Clock,
) => {
  const reported = new Set<string>();
  let since = monotonicNow(clock);
  /** Whether a row has its line now; what comes after the last one has none. */
  const hasLine = (row: string): boolean => {
    const now = monotonicNow(clock);
    if (now - since >= periodMs) {
      reported.clear();
      since = now;
    }
    if (reported.has(row) || reported.size > maxLines) return false;
    reported.add(row);
    if (reported.size <= maxLines) return true;
    logger.error('damaged_rows_unnamed', { count: maxLines });
    return false;
  };
  return (kind: DamagedKind, count: number, fields: LogFields = {}, row?: string): void => {
    if (count === 0) return;
    countDamage(kind, count);
    if (row === undefined || hasLine(`${kind} ${row}`)) logger.error(logEvents[kind], { ...fields, count });
  };
};

export type DamageReport = ReturnType<typeof damageReport>;

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

/** Returns the same deliveries; each page of the log of tries with rows that were changed is reported. */
export const reportingDamagedTries = (deliveries: WebhookDeliveries, report: DamageReport): WebhookDeliveries => ({
  ...deliveries,
  tries:
    (...asked) =>
    async () => {
      const page = await deliveries.tries(...asked)();
      if (E.isRight(page)) for (const id of page.right.damaged) report('webhook_tries', 1, {}, id);
      return page;
    },
});

/** Returns the same reader; what a history leaves out is reported. */
export const reportingDamagedEntries = <Reader extends HistoryReader>(
  reader: Reader,
  report: DamageReport,
): Reader => ({
  ...reader,
  history: (id, query) => async () => {
    const page = await reader.history(id, query)();
    if (E.isRight(page)) report('ledger_entries', page.right.damaged.length, { profile_id: id }, id);
    return page;
  },
});

const reportLeftOut = (report: DamageReport, { cause, id }: LeftOut): void =>
  report(cause === 'unknown_key' ? 'locked_profiles' : 'profiles', 1, { profile_id: id }, id);

/** The same read of pages; each profile that one leaves out because its row does not open is reported. */
const reportingPages =
  <Asked extends readonly unknown[], Page extends { readonly damaged?: readonly LeftOut[] }>(
    read: (...asked: Asked) => TaskEither<Unavailable, Page>,
    report: DamageReport,
  ) =>
  (...asked: Asked): TaskEither<Unavailable, Page> =>
  async () => {
    const page = await read(...asked)();
    if (E.isRight(page)) for (const one of page.right.damaged ?? []) reportLeftOut(report, one);
    return page;
  };

/** The same read of one profile; where its row does not open, that is reported. */
const reportingOne =
  <Asked extends readonly unknown[], Failure extends NotFound | Unavailable, Found>(
    read: (...asked: Asked) => TaskEither<Failure, Found>,
    report: DamageReport,
  ) =>
  (...asked: Asked): TaskEither<Failure, Found> =>
  async () => {
    const found = await read(...asked)();
    const failure: NotFound | Unavailable | null = E.isLeft(found) ? found.left : null;
    if (failure?._tag === 'Unavailable' && failure.profileId !== undefined && isOfOneRecord(failure))
      reportLeftOut(report, { id: failure.profileId, cause: outageCauseOf(failure) });
    return found;
  };

/** Returns the same store, whose reads report what does not open. */
export const reportingDamagedProfiles = (store: ProfileStore, report: DamageReport): ProfileStore => ({
  ...store,
  get: reportingOne(store.get, report),
  getAny: reportingOne(store.getAny, report),
  findCurrent: reportingOne(store.findCurrent, report),
  findBySession: reportingOne(store.findBySession, report),
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

/** The same look-up by a name; where the row does not open, that is reported, and not the name. */
export const reportingFind = <Store extends { readonly find: (name: string) => TaskEither<Unavailable, unknown> }>(
  store: Store,
  kind: 'clients' | 'staff_members' | 'staff_sessions',
  report: DamageReport,
): Store => ({
  ...store,
  find: (name: string) => async () => {
    const found = await store.find(name)();
    if (E.isLeft(found) && isOfOneRecord(found.left))
      report(kind, 1, { outage_cause: outageCauseOf(found.left) }, name);
    return found;
  },
});

/** Returns the same sessions; each that does not open is reported, alone and in a page. */
export const reportingDamagedSessions = (sessions: StaffSessions, report: DamageReport): StaffSessions => ({
  ...reportingFind(sessions, 'staff_sessions', report),
  page: (after) => async () => {
    const page = await sessions.page(after)();
    const damaged = E.isRight(page) ? page.right.sessions.filter(({ session }) => session === null) : [];
    for (const { id } of damaged) report('staff_sessions', 1, {}, id);
    return page;
  },
});
