import { E, type Either, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { allOf, type Condition, compare, hasMember, lacksPrefix } from '../driver/condition.ts';
import { IdRow, pageOfRows } from '../driver/read-rows.ts';
import type { RecordDriver } from '../driver/record-driver.ts';
import { ofDatabase } from '../driver/rejection.ts';
import type { TableName } from '../driver/tables.ts';

type Category = { readonly table: TableName; readonly filter: Condition };

/** Where personal data is stored, and the condition for rows that hold it in plaintext. */
export const plaintextRows = {
  profiles: { table: 'profiles', filter: allOf([compare('key', '=', ''), compare('reference_key', '!=', '')]) },
  files: { table: 'files', filter: lacksPrefix('sha256', 'sealed:') },
  entries: { table: 'ledger', filter: allOf([compare('personal', '=', ''), hasMember('data', 'personal')]) },
  sighting_keys: { table: 'sighting_keys', filter: lacksPrefix('key', 'sealed:') },
  service_keys: { table: 'service_keys', filter: compare('key_id', '=', '') },
  answers: { table: 'idempotency_keys', filter: hasMember('answer', 'status') },
} as const satisfies { readonly [name: string]: Category };
export type PlaintextCategory = keyof typeof plaintextRows;

export const plaintextCategories: readonly PlaintextCategory[] = [
  'service_keys',
  'sighting_keys',
  'profiles',
  'entries',
  'files',
  'answers',
];

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
