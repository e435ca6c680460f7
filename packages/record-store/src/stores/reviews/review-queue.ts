import { maxWaiting, type QueuedProfile, type QueuePosition, type ReviewQueue } from '@portcullis/backoffice/ports';
import { pipe, type TaskEither, TE, type Tenant, type Unavailable } from '@portcullis/domain';
import { t } from '@portcullis/domain/kernel';
import type { Condition } from '../../driver/condition.ts';
import { pageOfRows } from '../../driver/read-rows.ts';
import type { RecordDriver } from '../../driver/record-driver.ts';
import { isRowId } from '../../driver/row-id.ts';
import type { ProfileRow } from '../../rows/profile-row.ts';
import { queueCondition, waitingCondition } from '../../rows/queue-conditions.ts';
import { leftOut, type ProfileRows } from '../listing/profile-rows.ts';

const WaitingRow = t.type({ waiting_since: t.string });
type WaitingRow = t.TypeOf<typeof WaitingRow>;

const sort = ['waiting_since', 'id'];

/** The times of rows in the order of their index: an engine that counts without an order may read every profile. */
const waitingTimes = (driver: RecordDriver, filter: Condition): TaskEither<Unavailable, readonly WaitingRow[]> =>
  pageOfRows(driver, 'profiles', WaitingRow, { filter, sort, columns: ['waiting_since'], limit: maxWaiting });

/** A row that was damaged, or moved on since it was selected, is not answered. */
const isWaiting = ({ profile: { redaction, status } }: QueuedProfile): boolean => status === 'in_review' && !redaction;

const positionOf = ({ id, waiting_since }: ProfileRow): QueuePosition => ({ id, since: waiting_since });

/** The queue of reviews, over the rows of profiles. */
export const reviewQueueOver = (driver: RecordDriver, { open, read }: ProfileRows): ReviewQueue => ({
  page: (viewer: Tenant, after, limit, among) =>
    pipe(
      TE.Do,
      TE.bindW('rows', () =>
        read({ filter: queueCondition(viewer, after, null, among?.filter(isRowId)), sort, limit }),
      ),
      TE.bindW('opened', ({ rows }) => open(rows)),
      TE.map(({ opened: { damaged, profiles }, rows }) => {
        const positions = new Map(rows.map((row) => [row.id, positionOf(row)]));
        const [last] = rows.slice(-1);
        return {
          queued: profiles
            .map((profile) => ({ profile, position: positions.get(profile.id) ?? { id: profile.id, since: '' } }))
            .filter(isWaiting),
          next: last === undefined || rows.length < limit ? null : positionOf(last),
          ...leftOut(damaged),
        };
      }),
    ),
  count: (viewer, until) =>
    pipe(
      waitingTimes(driver, queueCondition(viewer, null, until)),
      TE.map((rows) => rows.length),
    ),
  measure: (until) =>
    pipe(
      waitingTimes(driver, waitingCondition),
      TE.map((rows) => ({
        waiting: rows.length,
        overdue: rows.filter((row) => row.waiting_since <= until).length,
        since: rows[0]?.waiting_since ?? null,
      })),
    ),
});
