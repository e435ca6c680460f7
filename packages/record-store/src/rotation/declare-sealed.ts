import { E, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { compare } from '../driver/condition.ts';
import { IdRow, pageOfRows } from '../driver/read-rows.ts';
import type { RecordDriver } from '../driver/record-driver.ts';
import { tableNames } from '../driver/tables.ts';
import type { Keyring } from '../encryption/keyring.ts';
import type { RecordEncryption } from '../keys/record-encryption.ts';
import { testFileId } from '../stores/health/test-file.ts';

/**
 * Declares that everything is sealed: the keys of the service exist, and from now on nothing in clear is believed, and
 * nothing that is sealed without its columns.
 */
export const declareSealed = (
  { marker, serviceKeys }: RecordEncryption,
  keyring: Keyring,
): TaskEither<Unavailable, void> =>
  pipe(
    serviceKeys.createOwn,
    TE.flatMap(() => marker.write(keyring)),
  );

/** Every table but those whose migrations write a row, which says nothing of anybody. */
const tablesOfRecords = tableNames.filter((table) => table !== 'installation' && table !== 'feed_heads');

/** The file that a probe writes for a moment is no record. */
const isNoTestFile = compare('id', '!=', testFileId);

/** Whether no table of records has a row. */
const isEmpty =
  (driver: RecordDriver): TaskEither<Unavailable, boolean> =>
  async () => {
    for (const table of tablesOfRecords) {
      const found = await pageOfRows(driver, table, IdRow, { filter: isNoTestFile, columns: ['id'], limit: 1 })();
      if (E.isLeft(found)) return found;
      if (found.right.length > 0) return E.right(false);
    }
    return E.right(true);
  };

/** What is wrong, and how an operator mends it. */
type KeyFault = { readonly what: string; readonly remedy: string };

const missingMark: KeyFault = {
  what: 'REQUIRE_SEALED is true, and the mark that everything in the record database was sealed is missing.',
  remedy:
    'If keys rotate has said that everything is sealed, somebody has removed the mark, and may have written rows in clear: restore a backup. Otherwise set REQUIRE_SEALED only after it has said so.',
};

/** Reports a mark that is required and missing. A database that holds nothing yet needs none. */
export const checkMark = (
  driver: RecordDriver,
  { marker }: RecordEncryption,
): TaskEither<Unavailable, readonly KeyFault[]> => {
  if (!marker.isRequired) return TE.right([]);
  const unlessEmpty = pipe(
    isEmpty(driver),
    TE.map((is): readonly KeyFault[] => (is ? [] : [missingMark])),
  );
  return pipe(
    marker.isMarked,
    TE.flatMap((isMarked) => (isMarked ? TE.right([]) : unlessEmpty)),
  );
};

/** Answers whether everything is sealed. A database that holds nothing yet is declared to be so. */
export const prepareSealed = (driver: RecordDriver, encryption: RecordEncryption): TaskEither<Unavailable, boolean> => {
  const { keyring, marker } = encryption;
  if (keyring === null) return TE.right(false);
  const declareIfEmpty = pipe(
    isEmpty(driver),
    // Another instance may have declared it, and written rows, since the mark was read.
    TE.flatMap((is) => (is ? TE.map(() => true)(declareSealed(encryption, keyring)) : marker.isMarked)),
  );
  return pipe(
    marker.isMarked,
    TE.flatMap((isMarked) => (isMarked ? TE.right(true) : declareIfEmpty)),
  );
};
