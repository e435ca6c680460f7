import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { E, pipe, type TaskEither } from '@portcullis/domain';
import {
  type BegunCopy,
  type CopyFailure,
  createRecordStore,
  type RecordCopy,
  recordCopy,
} from '@portcullis/record-store';
import { type RecordDriver, type Row, tableNames } from '@portcullis/record-store/driver';
import { memoryDriver } from '@portcullis/record-store/memory';
import { bytesKey, type MemoryTables, memoryTables } from '#record-store/memory/tables';
import { aKeyring } from '../builders/keyrings.ts';
import { fakeClock } from '../clock/fake-clock.ts';
import { mustFail, mustSucceed } from '../run.ts';
import { fillEveryTable } from './every-table.ts';

const keyring = aKeyring('a');
const ids = sequentialIds('copies');
const clock = fakeClock('2999-01-01T00:00:00.000Z');

/** Stores over a database in memory, whose ids differ from those of other words. */
export const storesIn = (tables: MemoryTables, words = 'ids') =>
  createRecordStore(memoryDriver(tables), keyring, sequentialIds(words));

/** A database with something in every table, and who was erased in it. */
export const filledDatabase = async (words?: string) => {
  const tables = memoryTables();
  const stores = storesIn(tables, words);
  await mustSucceed(stores.installation.look);
  return { tables, ...(await fillEveryTable(memoryDriver(tables), stores)) };
};

export const cloneOf = ({ rows, bytes, named }: MemoryTables): MemoryTables => ({
  rows: new Map([...rows].map(([table, all]) => [table, new Map<string, Row>(all)])),
  bytes: new Map(bytes),
  named: { ...named },
});

/** The rows of a database by table, without the names that an engine gives bytes, and the bytes by the ids of files. */
export const contentOf = ({ rows, bytes }: MemoryTables) => ({
  rows: tableNames
    .filter((table) => table !== 'installation')
    .map((table) => [
      table,
      [...(rows.get(table)?.values() ?? [])]
        .map((row) => (table === 'files' ? { ...row, content: '' } : row))
        .toSorted((one, other) => (String(one['id']) < String(other['id']) ? -1 : 1)),
    ]),
  bytes: Object.fromEntries(
    [...(rows.get('files')?.values() ?? [])].map((row) => [
      row['id'],
      Buffer.from(bytes.get(bytesKey(row['id'], row['content'])) ?? []).toString('hex'),
    ]),
  ),
});

export const installationOf = ({ rows }: MemoryTables) => rows.get('installation')?.get('installation001');

/** The steps of a copy over two drivers. */
export const copyOver = (source: RecordDriver, target: RecordDriver, rowsAtOnce = 3): RecordCopy =>
  recordCopy({
    source,
    target,
    keyring,
    ids,
    clock,
    rowsAtOnce,
  });

/** The steps of a copy over two databases in memory. */
export const copyIn = (source: MemoryTables, target: MemoryTables): RecordCopy =>
  copyOver(memoryDriver(source), memoryDriver(target));

/** Takes all steps of a copy. */
export const whole =
  ({ begin, copy, finish }: RecordCopy): TaskEither<CopyFailure, 'moved' | 'complete'> =>
  async () => {
    const begun = await begin();
    if (E.isLeft(begun) || begun.right === 'complete')
      return pipe(
        begun,
        E.map((): 'complete' => 'complete'),
      );
    const copied = await copy(begun.right, () => undefined)();
    if (E.isLeft(copied)) return copied;
    return pipe(
      await finish(begun.right)(),
      E.map((): 'moved' => 'moved'),
    );
  };

/** Begins a copy that is not complete. */
export const beginOf = async ({ begin }: RecordCopy): Promise<BegunCopy> => {
  const begun = await mustSucceed(begin);
  if (begun === 'complete') throw new Error('it has only begun');
  return begun;
};

/** The sentence with which a copy is refused. */
export const refusalOf = async (task: TaskEither<CopyFailure, unknown>): Promise<string> => {
  const failure = await mustFail(task);
  if (failure._tag !== 'CopyRefused') throw new Error('it was not refused');
  return failure.why;
};
