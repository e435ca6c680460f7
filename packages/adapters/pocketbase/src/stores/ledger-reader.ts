import {
  E,
  type Either,
  type EntryQuery,
  type LedgerEntry,
  type LedgerReader,
  type NotFound,
  type ProfileId,
  pipe,
  type TaskEither,
  TE,
  type Unavailable,
} from '@portcullis/domain';
import type { PocketbaseClient } from '../client/client.ts';
import { buildFilter, isRowId } from '../client/columns.ts';
import { unexpectedRejection } from '../client/failure.ts';
import { pageCodec } from '../client/page-codec.ts';
import { entryOfRow, LedgerRow } from '../encryption/ledger-row.ts';
import { pocketbaseEncryption, type RecordEncryption } from '../encryption/record-encryption.ts';

const Rows = pageCodec(LedgerRow);

const queryRows = (
  client: PocketbaseClient,
  profileId: ProfileId,
  { kind, afterSeq, limit }: EntryQuery,
): TaskEither<Unavailable, readonly LedgerRow[]> => {
  if (!isRowId(profileId)) return TE.right([]);
  const expression = `profile = {:profile} && seq > {:after}${kind === undefined ? '' : ' && kind = {:kind}'}`;
  const values = { profile: profileId, after: afterSeq, ...(kind !== undefined && { kind }) };
  const rows = client.call(Rows, (pb, options) =>
    pb.collection('ledger').getList(1, limit, {
      ...options,
      filter: buildFilter(pb, expression, values),
      sort: 'seq',
      skipTotal: true,
    }),
  );
  return pipe(
    rows,
    TE.mapLeft((failure) => (failure._tag === 'Refused' ? unexpectedRejection('database', failure) : failure)),
    TE.map(({ items }) => items),
  );
};

const decodeEntries = (
  rows: readonly LedgerRow[],
  key: Uint8Array | null,
): Either<Unavailable, readonly LedgerEntry[]> => {
  const entries: LedgerEntry[] = [];
  for (const row of rows) {
    const entry = entryOfRow(key)(row);
    if (E.isLeft(entry)) return entry;
    entries.push(entry.right);
  }
  return E.right(entries);
};

/** The key of a ledger; `null` when it was destroyed: then what it sealed is erased, and the rest can be read. */
const keyForRows = ({ dataKeys }: RecordEncryption, id: ProfileId, rows: readonly LedgerRow[]) =>
  rows.every(({ personal = '' }) => personal === '')
    ? TE.right<Unavailable, Uint8Array | null>(null)
    : TE.orElse(
        (why: NotFound | Unavailable): TaskEither<Unavailable, Uint8Array | null> =>
          why._tag === 'NotFound' ? TE.right(null) : TE.left(why),
      )(dataKeys.find(id));

/** Reads the ledger as it was written. The form is checked here, and the chain by the verifier. */
export const pocketbaseLedgerReader = (
  client: PocketbaseClient,
  encryption: RecordEncryption = pocketbaseEncryption(client, null),
): LedgerReader => ({
  entries: (profileId, query) =>
    pipe(
      TE.Do,
      TE.bindW('rows', () => queryRows(client, profileId, query)),
      TE.bindW('key', ({ rows }) => keyForRows(encryption, profileId, rows)),
      TE.flatMap(({ rows, key }) => TE.fromEither(decodeEntries(rows, key))),
    ),
});

/**
 * Reads the ledger without its sealed parts, as if they had been erased. This is enough to verify a chain, and needs no
 * key.
 */
export const pocketbaseChainReader = (client: PocketbaseClient): LedgerReader => ({
  entries: (profileId, query) =>
    pipe(
      queryRows(client, profileId, query),
      TE.flatMap((rows) => TE.fromEither(decodeEntries(rows, null))),
    ),
});
