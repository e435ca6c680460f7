import { pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { allOf, compare } from '../driver/condition.ts';
import { getRow } from '../driver/read-rows.ts';
import type { RecordDriver } from '../driver/record-driver.ts';
import { unwrapKey, wrapKey } from '../encryption/key-wrapping.ts';
import { isZeroed } from '../keys/data-keys.ts';
import type { Keyring } from '../keys/keyring.ts';
import { type KeyTable, queryWrappedRows, toWrappedRow, WrappedKeyRow, type WrappedRow } from '../keys/wrapped-keys.ts';
import { patchRow } from './patch-row.ts';
import type { RotationOutcome, RotationPart } from './rotation-part.ts';

const unwrapFailures = {
  UnknownKey: 'the service has no data key',
  NotThisKey: 'the service has another data key',
} as const;

/**
 * Rewraps keys under the primary key of the keyring when another key wraps them. The keys themselves do not change, so
 * what they seal stays readable, and a process that has one in memory continues. Two processes that do this at once
 * wrap the same key.
 */
export const rewrapPart = (driver: RecordDriver, keyring: Keyring, table: KeyTable): RotationPart => {
  const { primary } = keyring;

  const rewrap = (row: WrappedRow): TaskEither<Unavailable, RotationOutcome> => {
    if (row.keyId === primary.id || isZeroed(row.wrapped)) return TE.right('rotated');
    const key = unwrapKey(keyring, row.context, row);
    if ('_tag' in key) return TE.right({ left: `${unwrapFailures[key._tag]} ${key.keyId}` });
    const { keyId, wrapped } = wrapKey(keyring, row.context, key);
    return patchRow(driver, table, row.id, { key_id: keyId, wrapped });
  };

  return {
    name: table,
    rows: (after, limit) =>
      pipe(
        queryWrappedRows(driver, table, {
          filter: allOf([compare('key_id', '!=', primary.id), compare('id', '>', after)]),
          sort: 'id',
          limit,
        }),
        TE.map((rows) => rows.map(({ id }) => id)),
      ),
    rotate: (id) =>
      pipe(
        getRow(driver, table, id, WrappedKeyRow),
        TE.flatMap((row) => (row === null ? TE.right('rotated') : rewrap(toWrappedRow(row)))),
      ),
  };
};
