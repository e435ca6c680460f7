import { createHash } from 'node:crypto';
import { E, type Either, type TaskEither, type Unavailable } from '@portcullis/domain';
import { canonicalJson, t } from '@portcullis/domain/kernel';
import { allOf, compare } from '../driver/condition.ts';
import { pageOfRows } from '../driver/read-rows.ts';
import type { RecordDriver, Row } from '../driver/record-driver.ts';
import type { TableName } from '../driver/tables.ts';
import { isZeroed, notZeroed } from '../keys/data-keys.ts';
import { oneRowPerKey } from '../keys/wrapped-keys.ts';
import { copiedTables, knownColumns, recordsOf } from './copied-tables.ts';

const AnyRow = t.intersection([t.type({ id: t.string }), t.UnknownRecord]);
type AnyRow = t.TypeOf<typeof AnyRow>;

/**
 * Tables whose rows are few, and are replaced where others grow: who works with a database writes to them, or changes
 * how many rows another table has. A profile is changed together with an entry of its ledger.
 */
const watchedRows: readonly TableName[] = [
  'installation',
  'ledger_log',
  'feed_heads',
  'work_leases',
  'webhook_states',
  'webhook_endpoints',
  'clients',
  'policy_drafts',
  'service_keys',
  'sighting_keys',
  'sighting_lists',
  'policies',
  'settings',
  'usage_counters',
  'staff_members',
];

const perPage = 200;

type Digest = { readonly update: (text: string) => unknown };

/** The parts of a row that count. The mark that ends a copy stands in the place of the id, and changes no record. */
const countedOf = (table: TableName, row: AnyRow, writes: number | null): Row => {
  const known = knownColumns(table, row);
  if (table !== 'installation') return known;
  return { ...known, installation: '', ...(writes !== null && { writes }) };
};

const addRows = async (
  driver: RecordDriver,
  table: TableName,
  writes: number | null,
  digest: Digest,
): Promise<Either<Unavailable, void>> => {
  for (let after = ''; ; ) {
    const query = { filter: compare('id', '>', after), sort: ['id'], limit: perPage };
    const rows: Either<Unavailable, readonly AnyRow[]> = await pageOfRows(driver, table, AnyRow, query)();
    if (E.isLeft(rows)) return rows;
    for (const row of rows.right) {
      digest.update(canonicalJson(countedOf(table, row, writes)));
      after = row.id;
    }
    if (rows.right.length < perPage) return E.right(undefined);
  }
};

/** How many keys of profiles each key has wrapped, apart from destroyed ones: a rotation and an erasure change that. */
const addKeyUsage = async (driver: RecordDriver, digest: Digest): Promise<Either<Unavailable, void>> => {
  const used = await oneRowPerKey(driver, 'data_keys')();
  if (E.isLeft(used)) return used;
  for (const { keyId } of used.right.filter(({ wrapped }) => !isZeroed(wrapped))) {
    const counted = await driver.count('data_keys', allOf([compare('key_id', '=', keyId), notZeroed]))();
    if (E.isLeft(counted)) return counted;
    digest.update(`${keyId} ${counted.right},`);
  }
  return E.right(undefined);
};

/**
 * The state of a database, in 43 characters that are others once somebody has written to it: the number of rows of each
 * table, the rows that its users replace, and how its keys are wrapped. A copy has the same in another engine, once
 * `writes` gives it the number of its source's writes.
 */
export const stateOf =
  (driver: RecordDriver, writes: number | null = null): TaskEither<Unavailable, string> =>
  async () => {
    const digest = createHash('sha256');
    for (const table of copiedTables) {
      const counted = await driver.count(table, recordsOf(table))();
      if (E.isLeft(counted)) return counted;
      digest.update(`${table} ${counted.right},`);
    }
    for (const table of watchedRows) {
      const added = await addRows(driver, table, writes, digest);
      if (E.isLeft(added)) return added;
    }
    const added = await addKeyUsage(driver, digest);
    return E.isLeft(added) ? added : E.right(digest.digest('base64url'));
  };
