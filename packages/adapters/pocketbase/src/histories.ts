import {
  E,
  type Either,
  type EntryQuery,
  type Histories,
  type LedgerEntry,
  type NotFound,
  type ProfileId,
  pipe,
  type TaskEither,
  TE,
  type Unavailable,
} from '@portcullis/domain';
import type { PocketbaseClient } from './client/client.ts';
import { unexplained } from './client/failure.ts';
import { filterOf, isRowId } from './columns.ts';
import { pageOfRows } from './rows.ts';
import { entryIn, LedgerRow } from './sealing/ledger-row.ts';
import { pocketbaseSealing, type Sealing } from './sealing/sealing.ts';

const Rows = pageOfRows(LedgerRow);

const rowsOf = (
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
      filter: filterOf(pb, expression, values),
      sort: 'seq',
      skipTotal: true,
    }),
  );
  return pipe(
    rows,
    TE.mapLeft((failure) => (failure._tag === 'Refused' ? unexplained('database', failure) : failure)),
    TE.map(({ items }) => items),
  );
};

const entriesIn = (rows: readonly LedgerRow[], key: Uint8Array | null): Either<Unavailable, readonly LedgerEntry[]> => {
  const entries: LedgerEntry[] = [];
  for (const row of rows) {
    const entry = entryIn(key)(row);
    if (E.isLeft(entry)) return entry;
    entries.push(entry.right);
  }
  return E.right(entries);
};

/** The key of a ledger; `null` when it was destroyed: then what it sealed is erased, and the rest can be read. */
const keyOf = ({ dataKeys }: Sealing, id: ProfileId, rows: readonly LedgerRow[]) =>
  rows.every(({ personal = '' }) => personal === '')
    ? TE.right<Unavailable, Uint8Array | null>(null)
    : TE.orElse(
        (why: NotFound | Unavailable): TaskEither<Unavailable, Uint8Array | null> =>
          why._tag === 'NotFound' ? TE.right(null) : TE.left(why),
      )(dataKeys.find(id));

/** Reads the ledger as it was written. The form is checked here, and the chain by the verifier. */
export const pocketbaseHistories = (
  client: PocketbaseClient,
  sealing: Sealing = pocketbaseSealing(client, null),
): Histories => ({
  entries: (profileId, query) =>
    pipe(
      TE.Do,
      TE.bindW('rows', () => rowsOf(client, profileId, query)),
      TE.bindW('key', ({ rows }) => keyOf(sealing, profileId, rows)),
      TE.flatMap(({ rows, key }) => TE.fromEither(entriesIn(rows, key))),
    ),
});

/**
 * Reads the ledger without its sealed parts, as if they had been erased. This is enough to verify a chain, and needs no
 * key.
 */
export const pocketbaseChains = (client: PocketbaseClient): Histories => ({
  entries: (profileId, query) =>
    pipe(
      rowsOf(client, profileId, query),
      TE.flatMap((rows) => TE.fromEither(entriesIn(rows, null))),
    ),
});
