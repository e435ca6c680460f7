import assert from 'node:assert/strict';
import type { RecordDriver, Row, TableName } from '@portcullis/record-store/driver';
import { beginningWith, type Runner, resultOf } from '../shared/runner.ts';

/** A database behind a driver, with what a suite does to it past the driver. */
export type DriverUnderTest = {
  readonly driver: RecordDriver;
  /** Removes a row, and changes nothing that refers to it. */
  readonly removeRow: (table: TableName, id: string) => Promise<void>;
  /** Removes the bytes of a file, and keeps its row. */
  readonly removeBytes: (fileId: string) => Promise<void>;
  /** Answers where a text is in everything that the database keeps, also in what was deleted and not yet purged. */
  readonly placesOf: (text: string) => Promise<readonly string[]>;
};

/** Answers an empty database. */
export type OpenDriver = () => Promise<DriverUnderTest>;

/** Opens an empty database before each case that is declared with this `it`. */
export const opening = (runner: Runner, open: OpenDriver) => {
  let opened: DriverUnderTest | null = null;
  const { it } = beginningWith(runner, async () => {
    opened = await open();
  });
  return { it, database: () => opened ?? assert.fail('the database is open only during a case') };
};

type WithDriver = Pick<DriverUnderTest, 'driver'>;

/** Answers all rows of a table, by their ids. */
export const rowsIn = ({ driver }: WithDriver, table: TableName): Promise<readonly Row[]> =>
  resultOf(driver.page(table, { sort: ['id'], limit: 1000 }));

/** Answers a row, which must exist. */
export const rowIn = async ({ driver }: WithDriver, table: TableName, id: string): Promise<Row> =>
  (await resultOf(driver.get(table, id))) ?? assert.fail(`${table} has no row ${id}`);
