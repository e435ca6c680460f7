import { E, type Either, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { allOf, type Condition, compare, hasMember, lacksPrefix } from '../driver/condition.ts';
import { IdRow, pageOfRows } from '../driver/read-rows.ts';
import type { RecordDriver } from '../driver/record-driver.ts';
import { ofDatabase } from '../driver/rejection.ts';
import type { SealedTables } from '../driver/tables.ts';

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
  files: { name: 'files', table: 'files', filter: lacksPrefix('sha256', 'sealed:') },
  answers: { name: 'answers', table: 'idempotency_keys', filter: hasMember('answer', 'status') },
};

/** The categories in the order in which they are searched. */
export const plaintextCategories: readonly PlaintextCategory[] = Object.values(plaintextRows).map(({ name }) => name);

/** The ids of plaintext rows after `after`, in order. */
export const plaintextIds = (
  driver: RecordDriver,
  category: PlaintextCategory,
  after: string,
  limit: number,
): TaskEither<Unavailable, readonly string[]> => {
  const { table, filter } = plaintextRows[category];
  return pipe(
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
};

/** The categories in which any personal data is in plaintext. */
export const findPlaintext =
  (driver: RecordDriver): TaskEither<Unavailable, readonly PlaintextCategory[]> =>
  async () => {
    const found: PlaintextCategory[] = [];
    for (const category of plaintextCategories) {
      const ids: Either<Unavailable, readonly string[]> = await plaintextIds(driver, category, '', 1)();
      if (E.isLeft(ids)) return ids;
      if (ids.right.length > 0) found.push(category);
    }
    return E.right(found);
  };
