import { E, type ProfileId, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { decode, sequential, t } from '@portcullis/domain/kernel';
import { allOf, anyOf, compare } from '../driver/condition.ts';
import type { RecordDriver } from '../driver/record-driver.ts';
import type { TableName } from '../driver/tables.ts';
import { dataKeyRowId, isZeroed } from '../keys/data-keys.ts';
import { erasedText } from './erased-text.ts';
import { findAllRows, ofProfile, type Search } from './row-operations.ts';

export const ErasableKeyRow = t.type({ id: t.string, wrapped: t.string });

/** The row of a profile's key, by its id and by the profile that it names: somebody may have changed one of them. */
export const keyRowsOf = (id: ProfileId): Search => ({
  table: 'data_keys',
  filter: anyOf([compare('id', '=', dataKeyRowId(id)), compare('profile', '=', id)]),
});

/** A row of any table, as far as something of it may remain. */
const RemainingRow = t.intersection([
  t.type({ id: t.string }),
  t.partial({ wrapped: t.string, answer: t.unknown, data: t.unknown, personal: t.string, event: t.string }),
]);
type RemainingRow = t.TypeOf<typeof RemainingRow>;

const EntryWithPersonal = t.type({ personal: t.UnknownRecord });

const hasPersonal = ({ data, personal = '' }: RemainingRow): boolean =>
  personal !== '' || E.isRight(decode(EntryWithPersonal, data));

/** Whether the event of an entry still says more than that the profile was erased. */
const tellsMore = ({ event = '' }: RemainingRow): boolean => erasedText(event) !== event;

/** The data that are not there, or do not say anything about a person any more, once a profile is erased. */
const remainders: readonly {
  readonly search: (id: ProfileId) => Search;
  readonly remains: (row: RemainingRow) => boolean;
}[] = [
  {
    // A profile is found by its reference until it is erased.
    search: (id) => ({
      table: 'profiles',
      filter: allOf([
        compare('id', '=', id),
        anyOf([compare('reference_key', '!=', ''), compare('current_key', '!=', '')]),
      ]),
      columns: ['id'],
    }),
    remains: () => true,
  },
  { search: keyRowsOf, remains: ({ wrapped = '' }) => !isZeroed(wrapped) },
  { search: (id) => ({ ...ofProfile('files', id), columns: ['id'] }), remains: () => true },
  { search: (id) => ofProfile('idempotency_keys', id), remains: ({ answer }) => answer != null },
  { search: (id) => ({ ...ofProfile('liveness_sessions', id), columns: ['id'] }), remains: () => true },
  { search: (id) => ({ ...ofProfile('device_events', id), columns: ['id'] }), remains: () => true },
  { search: (id) => ({ ...ofProfile('sighting_times', id), columns: ['id'] }), remains: () => true },
  { search: (id) => ({ ...ofProfile('sighting_lists', id), columns: ['id'] }), remains: () => true },
  {
    search: (id) => ({ table: 'review_claims', filter: compare('id', '=', id), columns: ['id'] }),
    remains: () => true,
  },
  { search: (id) => ofProfile('ledger', id), remains: (row) => hasPersonal(row) || tellsMore(row) },
];

const remainsOf = (
  driver: RecordDriver,
  { remains, search }: (typeof remainders)[number],
  id: ProfileId,
): TaskEither<Unavailable, readonly TableName[]> =>
  pipe(
    findAllRows(driver, RemainingRow, search(id)),
    TE.map((rows) => (rows.some(remains) ? [search(id).table] : [])),
  );

/** Reads back what an erasure has removed: answers the tables that still have something of the profile. */
export const remainsIn =
  (driver: RecordDriver) =>
  (id: ProfileId): TaskEither<Unavailable, readonly TableName[]> =>
    pipe(
      sequential(remainders, (one) => remainsOf(driver, one, id)),
      TE.map((found) => found.flat()),
    );
