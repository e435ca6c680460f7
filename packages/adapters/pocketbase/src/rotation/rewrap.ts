import { pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { type Keyring, unwrapKey, wrapKey } from '@portcullis/record-store';
import type { PocketbaseClient } from '../client/client.ts';
import { isZeroed } from '../encryption/data-keys.ts';
import { parseHexKey } from '../encryption/service-keys.ts';
import {
  type KeyCollection,
  queryWrappedRows,
  toWrappedRow,
  WrappedKeyRow,
  type WrappedRow,
} from '../encryption/wrapped-keys.ts';
import type { RotationOutcome, RotationPart } from './rotation-part.ts';
import { patchRow, readRow } from './row-access.ts';

const unwrapRow = (keyring: Keyring, { keyId, wrapped, context: place }: WrappedRow) =>
  (keyId === '' ? parseHexKey(wrapped) : null) ?? unwrapKey(keyring, place, { keyId, wrapped });

const unwrapFailures = { UnknownKey: 'DATA_KEYS has no key', NotThisKey: 'DATA_KEYS has another key' } as const;

/**
 * Rewraps keys under the primary key of the keyring when another key, or none, wraps them. The keys themselves do not
 * change, so what they seal stays readable, and a process that has one in memory continues. Two processes that do this
 * at once wrap the same key.
 */
export const rewrapPart = (client: PocketbaseClient, keyring: Keyring, collection: KeyCollection): RotationPart => {
  const { primary: first } = keyring;

  const rewrap = (row: WrappedRow): TaskEither<Unavailable, RotationOutcome> => {
    if (row.keyId === first.id || isZeroed(row.wrapped)) return TE.right('mended');
    const key = unwrapRow(keyring, row);
    if ('_tag' in key) return TE.right({ left: `${unwrapFailures[key._tag]} ${key.keyId}` });
    const { keyId, wrapped } = wrapKey(keyring, row.context, key);
    return patchRow(client, collection, row.id, { key_id: keyId, wrapped });
  };

  return {
    name: collection,
    rows: (after, most) =>
      pipe(
        queryWrappedRows(client, collection, {
          where: 'key_id != {:first} && id > {:after}',
          values: { first: first.id, after },
          sort: 'id',
          most,
        }),
        TE.map((rows) => rows.map(({ id }) => id)),
      ),
    rotate: (id) =>
      pipe(
        readRow(client, WrappedKeyRow, collection, id),
        TE.flatMap((row) =>
          row === null ? TE.right<Unavailable, RotationOutcome>('mended') : rewrap(toWrappedRow(row)),
        ),
      ),
  };
};
