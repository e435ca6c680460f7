import { pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { allOf, compare } from '../driver/condition.ts';
import { getRow } from '../driver/read-rows.ts';
import { unwrapKey, wrapKey } from '../encryption/key-wrapping.ts';
import type { Keyring } from '../encryption/keyring.ts';
import { isZeroed } from '../keys/data-keys.ts';
import { parseHexKey } from '../keys/service-key-row.ts';
import { type KeyTable, queryWrappedRows, toWrappedRow, WrappedKeyRow, type WrappedRow } from '../keys/wrapped-keys.ts';
import { type RotationNeeds, type RotationOutcome, type RotationPart, unlessSealed } from './rotation-part.ts';
import { patchRow } from './row-access.ts';

const unwrapRow = (keyring: Keyring, { keyId, wrapped, context }: WrappedRow) =>
  (keyId === '' ? parseHexKey(wrapped) : null) ?? unwrapKey(keyring, context, { keyId, wrapped });

const unwrapFailures = { UnknownKey: 'DATA_KEYS has no key', NotThisKey: 'DATA_KEYS has another key' } as const;

/**
 * Rewraps keys under the primary key of the keyring when another key, or none, wraps them. The keys themselves do not
 * change, so what they seal stays readable, and a process that has one in memory continues. Two processes that do this
 * at once wrap the same key.
 */
export const rewrapPart = ({ driver, keyring, encryption }: RotationNeeds, table: KeyTable): RotationPart => {
  const { primary } = keyring;

  const rewrap = (row: WrappedRow): TaskEither<Unavailable, RotationOutcome> => {
    if (row.keyId === primary.id || isZeroed(row.wrapped)) return TE.right('rotated');
    const key = unwrapRow(keyring, row);
    if ('_tag' in key) return TE.right({ left: `${unwrapFailures[key._tag]} ${key.keyId}` });
    const { keyId, wrapped } = wrapKey(keyring, row.context, key);
    return patchRow(driver, table, row.id, { key_id: keyId, wrapped });
  };

  /** A key in clear is wrapped only until everything is sealed. */
  const rewrapIfWrapped = (row: WrappedRow) =>
    row.keyId === '' ? unlessSealed(encryption, () => rewrap(row))(row.id) : rewrap(row);

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
        TE.flatMap((row) => (row === null ? TE.right('rotated') : rewrapIfWrapped(toWrappedRow(row)))),
      ),
  };
};
