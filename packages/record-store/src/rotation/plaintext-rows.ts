import { E, type Either, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { allOf, anyOf, type Condition, compare, hasMember, lacksMember, lacksPrefix } from '../driver/condition.ts';
import { IdRow, pageOfRows } from '../driver/read-rows.ts';
import type { RecordDriver } from '../driver/record-driver.ts';
import { ofDatabase } from '../driver/rejection.ts';
import type { SealedTables, TableName } from '../driver/tables.ts';
import { boundPrefix } from '../rows/file-row.ts';

/** The names under which rows are sealed, in the sense of `sealedAs`. */
export type PlaintextCategory = keyof SealedTables;

type Categories = {
  readonly [Name in PlaintextCategory]: {
    readonly name: Name;
    readonly table: SealedTables[Name];
    readonly filter: Condition;
  };
};

/** Where personal data is stored, and the condition for rows that hold it in plaintext. */
export const plaintextRows: Categories = {
  service_keys: { name: 'service_keys', table: 'service_keys', filter: compare('key_id', '=', '') },
  sighting_keys: { name: 'sighting_keys', table: 'sighting_keys', filter: lacksPrefix('key', 'sealed:') },
  profiles: {
    name: 'profiles',
    table: 'profiles',
    filter: allOf([compare('key', '=', ''), compare('reference_key', '!=', '')]),
  },
  entries: {
    name: 'entries',
    table: 'ledger',
    filter: allOf([compare('personal', '=', ''), hasMember('data', 'personal')]),
  },
  files: {
    name: 'files',
    table: 'files',
    filter: allOf([lacksPrefix('sha256', 'sealed:'), lacksPrefix('sha256', boundPrefix)]),
  },
  answers: { name: 'answers', table: 'idempotency_keys', filter: hasMember('answer', 'status') },
  notes: {
    name: 'notes',
    table: 'sighting_lists',
    filter: allOf([lacksPrefix('note', 'sealed:'), compare('note', '!=', '')]),
  },
};

/** The categories in the order in which they are searched. */
export const plaintextCategories: readonly PlaintextCategory[] = Object.values(plaintextRows).map(({ name }) => name);

/**
 * Rows that are not sealed together with their columns, so that somebody who writes to the database could change one:
 * those of earlier releases, and those from before there was a keyring.
 */
export const unboundRows = {
  profiles: {
    name: 'profiles',
    table: 'profiles',
    filter: allOf([lacksMember('data', 'bound'), lacksMember('data', 'erased')]),
  },
  files: { name: 'files', table: 'files', filter: lacksPrefix('sha256', boundPrefix) },
  policies: { name: 'policies', table: 'policies', filter: lacksMember('data', 'sealed') },
  settings: { name: 'settings', table: 'settings', filter: lacksMember('value', 'sealed') },
  lists: { name: 'lists', table: 'sighting_lists', filter: lacksPrefix('list', 'sealed:') },
  device_events: { name: 'device_events', table: 'device_events', filter: lacksPrefix('event', '#') },
  access_log: { name: 'access_log', table: 'access_log', filter: lacksMember('lines', 'sealed') },
  webhook_endpoints: { name: 'webhook_endpoints', table: 'webhook_endpoints', filter: lacksPrefix('data', 'sealed:') },
  staff_members: { name: 'staff_members', table: 'staff_members', filter: lacksPrefix('data', 'sealed:') },
  staff_sessions: { name: 'staff_sessions', table: 'staff_sessions', filter: lacksPrefix('data', 'sealed:') },
  /** A claim that was given back says nothing. */
  review_claims: {
    name: 'review_claims',
    table: 'review_claims',
    filter: allOf([lacksPrefix('data', 'sealed:'), compare('data', '!=', '')]),
  },
  clients: { name: 'clients', table: 'clients', filter: lacksPrefix('data', 'sealed:') },
  /** A draft, or its back-test where it has one. */
  policy_drafts: {
    name: 'policy_drafts',
    table: 'policy_drafts',
    filter: anyOf([
      lacksPrefix('data', 'sealed:'),
      allOf([lacksPrefix('back_test', 'sealed:'), compare('back_test', '!=', '')]),
    ]),
  },
} as const satisfies {
  readonly [name: string]: { readonly name: string; readonly table: TableName; readonly filter: Condition };
};

/** The kinds of rows that are sealed together with their columns, apart from those that hold keys. */
export type UnboundCategory = keyof typeof unboundRows;

export const unboundCategories: readonly UnboundCategory[] = Object.values(unboundRows).map(({ name }) => name);

/** Some rows of a table. */
export type RowSelection = { readonly table: TableName; readonly filter: Condition };

/** The ids of selected rows after `after`, in order. */
export const selectedIds = (
  driver: RecordDriver,
  { table, filter }: RowSelection,
  after: string,
  limit: number,
): TaskEither<Unavailable, readonly string[]> =>
  pipe(
    pageOfRows(driver, table, IdRow, {
      filter: allOf([filter, compare('id', '>', after)]),
      sort: ['id'],
      columns: ['id'],
      limit,
      deadline: 'maintenance',
    }),
    TE.mapLeft(ofDatabase),
    TE.map((rows) => rows.map(({ id }) => id)),
  );

/** The categories in which any personal data is in plaintext. */
export const findPlaintext =
  (driver: RecordDriver): TaskEither<Unavailable, readonly PlaintextCategory[]> =>
  async () => {
    const found: PlaintextCategory[] = [];
    for (const category of plaintextCategories) {
      const ids: Either<Unavailable, readonly string[]> = await selectedIds(driver, plaintextRows[category], '', 1)();
      if (E.isLeft(ids)) return ids;
      if (ids.right.length > 0) found.push(category);
    }
    return E.right(found);
  };
