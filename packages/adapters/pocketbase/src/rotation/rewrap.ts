import { pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { type Keyring, unwrapKey, wrapKey } from '@portcullis/sealing';
import type { PocketbaseClient } from '../client/client.ts';
import { isBlank } from '../sealing/data-keys.ts';
import { hexKey } from '../sealing/service-keys.ts';
import {
  type KeyCollection,
  WrappedKeyRow,
  type WrappedRow,
  wrappedRow,
  wrappedRows,
} from '../sealing/wrapped-keys.ts';
import type { Mended, Part } from './part.ts';
import { patchRow, readRow } from './row-access.ts';

const opened = (keyring: Keyring, { keyId, wrapped, place }: WrappedRow) =>
  (keyId === '' ? hexKey(wrapped) : null) ?? unwrapKey(keyring, place, { keyId, wrapped });

const reasons = { UnknownKey: 'DATA_KEYS has no key', NotThisKey: 'DATA_KEYS has another key' } as const;

/**
 * Rewraps keys under the primary key of the keyring when another key, or none, wraps them. The keys themselves do not
 * change, so what they seal stays readable, and a process that has one in memory continues. Two processes that do this
 * at once wrap the same key.
 */
export const rewrapping = (client: PocketbaseClient, keyring: Keyring, collection: KeyCollection): Part => {
  const { first } = keyring;

  const rewrap = (row: WrappedRow): TaskEither<Unavailable, Mended> => {
    if (row.keyId === first.id || isBlank(row.wrapped)) return TE.right('mended');
    const key = opened(keyring, row);
    if ('_tag' in key) return TE.right({ left: `${reasons[key._tag]} ${key.keyId}` });
    const { keyId, wrapped } = wrapKey(keyring, row.place, key);
    return patchRow(client, collection, row.id, { key_id: keyId, wrapped });
  };

  return {
    name: collection,
    rows: (after, most) =>
      pipe(
        wrappedRows(client, collection, {
          where: 'key_id != {:first} && id > {:after}',
          values: { first: first.id, after },
          sort: 'id',
          most,
        }),
        TE.map((rows) => rows.map(({ id }) => id)),
      ),
    mend: (id) =>
      pipe(
        readRow(client, WrappedKeyRow, collection, id),
        TE.flatMap((row) => (row === null ? TE.right<Unavailable, Mended>('mended') : rewrap(wrappedRow(row)))),
      ),
  };
};
