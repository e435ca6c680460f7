import {
  type DuplicateIndex,
  type IdGenerator,
  type ListName,
  pipe,
  type TaskEither,
  TE,
  t,
  type Unavailable,
} from '@portcullis/domain';
import { sendBatch } from '../client/batch.ts';
import type { PocketbaseClient } from '../client/client.ts';
import { encodeColumnText } from '../client/columns.ts';
import type { PocketbaseRejection } from '../client/failure.ts';
import { pocketbaseEncryption, type RecordEncryption } from '../encryption/record-encryption.ts';
import type { TextContext } from '../encryption/service-keys.ts';
import { duplicateCounts } from './duplicate-counts.ts';
import { findRows, toUnavailable } from './find-rows.ts';
import { KeyRow, ListRow, listRow, listRowId, rowsOfAttempt } from './rows.ts';

const Written = t.type({ id: t.string }, 'written row');

/** The encryption context of the key of a partner's digests. */
export const partnerKeyContext = (partner: string): TextContext => ['sighting_keys', partner, 'key'];

const readPartnerKey = (
  client: PocketbaseClient,
  { serviceKeys }: RecordEncryption,
  partner: string,
): TaskEither<Unavailable, string | null> =>
  pipe(
    findRows(client, 'sighting_keys', KeyRow, 'partner_key = {:partner}', { partner }),
    TE.flatMap(([row]) => (row ? serviceKeys.openText(partnerKeyContext(partner), row.key) : TE.right(null))),
  );

/** Stores a new key, sealed; after a rejection it returns the key of the faster writer. */
const writePartnerKey = (
  client: PocketbaseClient,
  sealing: RecordEncryption,
  partner: string,
  key: string,
): TaskEither<Unavailable, string> => {
  const othersKey = (failure: PocketbaseRejection | Unavailable): TaskEither<Unavailable, string> =>
    failure._tag === 'Unavailable'
      ? TE.left(failure)
      : TE.flatMap((other: string | null) => (other === null ? TE.left(toUnavailable(failure)) : TE.right(other)))(
          readPartnerKey(client, sealing, partner),
        );
  const write = (kept: string) =>
    client.call(Written, (pb, options) =>
      pb.collection('sighting_keys').create({ partner_key: partner, key: kept }, { ...options, fields: 'id' }),
    );
  return pipe(
    sealing.serviceKeys.sealText(partnerKeyContext(partner), key),
    TE.flatMap((kept): TaskEither<PocketbaseRejection | Unavailable, unknown> => write(kept)),
    TE.map(() => key),
    TE.orElse(othersKey),
  );
};

const partnerKeyIn =
  (client: PocketbaseClient, ids: IdGenerator, sealing: RecordEncryption): DuplicateIndex['partnerKey'] =>
  (partnerId) => {
    const partner = encodeColumnText(partnerId);
    return pipe(
      readPartnerKey(client, sealing, partner),
      TE.flatMap((key) => (key === null ? writePartnerKey(client, sealing, partner, ids.salt()) : TE.right(key))),
    );
  };

const deleteListEntry = (client: PocketbaseClient, id: string): TaskEither<Unavailable, void> =>
  pipe(
    client.call(t.unknown, (pb, options) => pb.collection('sighting_lists').delete(id, options)),
    TE.map(() => undefined),
    TE.orElse((failure) =>
      failure._tag === 'Refused' && failure.status === 404 ? TE.right(undefined) : TE.left(toUnavailable(failure)),
    ),
  );

const setListEntryIn =
  (client: PocketbaseClient): DuplicateIndex['setListEntry'] =>
  (partnerId, kind, digest, list) =>
    list === null
      ? deleteListEntry(client, listRowId(partnerId, kind, digest))
      : pipe(
          sendBatch(client, [listRow(partnerId, kind, digest, list)]),
          TE.mapLeft(toUnavailable),
          TE.map(() => undefined),
        );

const getListEntryIn =
  (client: PocketbaseClient): DuplicateIndex['getListEntry'] =>
  (partnerId, kind, digest) =>
    pipe(
      findRows(client, 'sighting_lists', ListRow, 'id = {:id}', { id: listRowId(partnerId, kind, digest) }),
      TE.map(([row]): ListName | null => row?.list ?? null),
    );

/**
 * The duplicate index in PocketBase. The rows of an attempt are one batch, and their ids follow from their content.
 * They are written before anything is counted, so of two concurrent attempts the later one sees the other. A unique
 * index guards the key of a partner: of several writers one succeeds, and the others read its key.
 */
export const pocketbaseDuplicateIndex = (
  client: PocketbaseClient,
  ids: IdGenerator,
  encryption: RecordEncryption = pocketbaseEncryption(client, null),
): DuplicateIndex => ({
  partnerKey: partnerKeyIn(client, ids, encryption),
  record: (fingerprints, windowSeconds) =>
    pipe(
      sendBatch(client, rowsOfAttempt(fingerprints)),
      TE.mapLeft(toUnavailable),
      TE.flatMap(() => duplicateCounts(client, fingerprints, windowSeconds)),
    ),
  setListEntry: setListEntryIn(client),
  getListEntry: getListEntryIn(client),
});
