import {
  decode,
  E,
  foldStatus,
  type LedgerEntry,
  LedgerEntryCodec,
  oneOf,
  statuses,
  t,
  verifyChain,
} from '@portcullis/domain';
import type PocketBase from 'pocketbase';
import { readBody } from '../../e2e/journey-client.ts';

/** The rows are read as they are, past the adapter that wrote them. */
const Row = t.type({
  id: t.string,
  status: oneOf(statuses),
  version: t.number,
  data: t.type({
    status: oneOf(statuses),
    version: t.number,
    ledgerHead: t.string,
    linkGeneration: t.number,
    metadata: t.record(t.string, t.string),
  }),
});
const Columns = t.type({ id: t.string, status: oneOf(statuses), version: t.number, data: t.unknown });
const Entry = t.type({ profile: t.string, seq: t.number, data: LedgerEntryCodec });

type Stored = t.TypeOf<typeof Row>['data'];

const atOnce = 20;

const inParts = async <A>(ids: readonly string[], read: (part: readonly string[]) => Promise<readonly A[]>) => {
  const all: A[] = [];
  for (let at = 0; at < ids.length; at += atOnce) all.push(...(await read(ids.slice(at, at + atOnce))));
  return all;
};

const anyOf = (column: string, ids: readonly string[]): string => ids.map((id) => `${column} = "${id}"`).join(' || ');

export const rowsOf = async (admin: PocketBase, ids: readonly string[]): Promise<ReadonlyMap<string, Stored>> => {
  const rows = await inParts(ids, (part) => admin.collection('profiles').getFullList({ filter: anyOf('id', part) }));
  return new Map(rows.map((row) => [row.id, readBody(Row, row).data]));
};

/** Every entry of these profiles, in order. */
export const entriesOf = async (
  admin: PocketBase,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly LedgerEntry[]>> => {
  const rows = await inParts(ids, (part) =>
    admin.collection('ledger').getFullList({ filter: anyOf('profile', part), sort: 'profile,seq', batch: 1000 }),
  );
  const ledgers = new Map<string, LedgerEntry[]>();
  for (const row of rows) {
    const { data, profile } = readBody(Entry, row);
    ledgers.set(profile, [...(ledgers.get(profile) ?? []), data]);
  }
  return ledgers;
};

/** How all that is stored hangs together. */
export type Examined = {
  readonly profiles: number;
  readonly entries: number;
  /** Chains that do not verify by themselves. */
  readonly badChains: number;
  /** Rows whose status, version or head is not that of their ledger. */
  readonly differing: number;
};

/** Walks every ledger there is, and holds each row against its own. */
export const examine = async (admin: PocketBase): Promise<Examined> => {
  const found = await admin.collection('profiles').getFullList({ fields: 'id,status,version,data', batch: 200 });
  const rows = found.map((row) => ({ columns: readBody(Columns, row), row: decode(Row, row) }));
  const ledgers = await entriesOf(
    admin,
    rows.map(({ columns }) => columns.id),
  );
  let [entries, badChains, differing] = [0, 0, 0];
  for (const { columns, row } of rows) {
    const ledger = ledgers.get(columns.id) ?? [];
    entries += ledger.length;
    if (!verifyChain(columns.id, ledger).ok) badChains += 1;
    const stored = E.isRight(row) ? row.right.data : null;
    const isAlike =
      stored !== null &&
      verifyChain(columns.id, ledger, stored).ok &&
      foldStatus(ledger) === columns.status &&
      stored.version === columns.version &&
      stored.status === columns.status;
    if (!isAlike) differing += 1;
  }
  return { profiles: rows.length, entries, badChains, differing };
};

const Count = t.type({ totalItems: t.number });

export const processingIn = async (admin: PocketBase): Promise<number> =>
  readBody(Count, await admin.collection('profiles').getList(1, 1, { filter: 'status = "processing"', fields: 'id' }))
    .totalItems;
