import {
  type Ids,
  type ListName,
  pipe,
  type SightingRegister,
  type TaskEither,
  TE,
  t,
  type Unavailable,
} from '@portcullis/domain';
import { sendBatch } from '../client/batch.ts';
import type { PocketbaseClient } from '../client/client.ts';
import type { Refused } from '../client/failure.ts';
import { columnText } from '../columns.ts';
import { pocketbaseSealing, type Sealing } from '../sealing/sealing.ts';
import type { TextPlace } from '../sealing/service-keys.ts';
import { countsOf } from './counts.ts';
import { asOutage, find } from './find.ts';
import { KeyRow, ListRow, listRow, listRowId, rowsOf } from './rows.ts';

const Written = t.type({ id: t.string }, 'written row');

/** The encryption context of the key of a partner's digests. */
export const keyTextPlace = (partner: string): TextPlace => ['sighting_keys', partner, 'key'];

const storedKey = (
  client: PocketbaseClient,
  { serviceKeys }: Sealing,
  partner: string,
): TaskEither<Unavailable, string | null> =>
  pipe(
    find(client, 'sighting_keys', KeyRow, 'partner_key = {:partner}', { partner }),
    TE.flatMap(([row]) => (row ? serviceKeys.openText(keyTextPlace(partner), row.key) : TE.right(null))),
  );

/** Stores a new key, sealed; after a rejection it returns the key of the faster writer. */
const newKey = (
  client: PocketbaseClient,
  sealing: Sealing,
  partner: string,
  key: string,
): TaskEither<Unavailable, string> => {
  const othersKey = (failure: Refused | Unavailable): TaskEither<Unavailable, string> =>
    failure._tag === 'Unavailable'
      ? TE.left(failure)
      : TE.flatMap((other: string | null) => (other === null ? TE.left(asOutage(failure)) : TE.right(other)))(
          storedKey(client, sealing, partner),
        );
  const write = (kept: string) =>
    client.call(Written, (pb, options) =>
      pb.collection('sighting_keys').create({ partner_key: partner, key: kept }, { ...options, fields: 'id' }),
    );
  return pipe(
    sealing.serviceKeys.sealText(keyTextPlace(partner), key),
    TE.flatMap((kept): TaskEither<Refused | Unavailable, unknown> => write(kept)),
    TE.map(() => key),
    TE.orElse(othersKey),
  );
};

const keyIn =
  (client: PocketbaseClient, ids: Ids, sealing: Sealing): SightingRegister['keyOf'] =>
  (partnerId) => {
    const partner = columnText(partnerId);
    return pipe(
      storedKey(client, sealing, partner),
      TE.flatMap((key) => (key === null ? newKey(client, sealing, partner, ids.salt()) : TE.right(key))),
    );
  };

const takeOff = (client: PocketbaseClient, id: string): TaskEither<Unavailable, void> =>
  pipe(
    client.call(t.unknown, (pb, options) => pb.collection('sighting_lists').delete(id, options)),
    TE.map(() => undefined),
    TE.orElse((failure) =>
      failure._tag === 'Refused' && failure.status === 404 ? TE.right(undefined) : TE.left(asOutage(failure)),
    ),
  );

const listIn =
  (client: PocketbaseClient): SightingRegister['list'] =>
  (partnerId, kind, digest, list) =>
    list === null
      ? takeOff(client, listRowId(partnerId, kind, digest))
      : pipe(
          sendBatch(client, [listRow(partnerId, kind, digest, list)]),
          TE.mapLeft(asOutage),
          TE.map(() => undefined),
        );

const listedIn =
  (client: PocketbaseClient): SightingRegister['listed'] =>
  (partnerId, kind, digest) =>
    pipe(
      find(client, 'sighting_lists', ListRow, 'id = {:id}', { id: listRowId(partnerId, kind, digest) }),
      TE.map(([row]): ListName | null => row?.list ?? null),
    );

/**
 * The duplicate index in PocketBase. The rows of an attempt are one batch, and their ids follow from their content.
 * They are written before anything is counted, so of two concurrent attempts the later one sees the other. A unique
 * index guards the key of a partner: of several writers one succeeds, and the others read its key.
 */
export const pocketbaseSightingRegister = (
  client: PocketbaseClient,
  ids: Ids,
  sealing: Sealing = pocketbaseSealing(client, null),
): SightingRegister => ({
  keyOf: keyIn(client, ids, sealing),
  note: (sighted, windowSeconds) =>
    pipe(
      sendBatch(client, rowsOf(sighted)),
      TE.mapLeft(asOutage),
      TE.flatMap(() => countsOf(client, sighted, windowSeconds)),
    ),
  list: listIn(client),
  listed: listedIn(client),
});
