import { type TableName, tableNames } from '@portcullis/record-store/driver';
import { runs } from '../../../support/effort.ts';
import { type Random, randomOf } from '../../../support/generators/seeded-random.ts';
import type { StoredRow } from '../../../support/servers/stored-tables.ts';
import type { Findings, Harness, HarnessOptions, Size } from '../harness/harness.ts';
import { detect, type FoundBy, logFaults, verifyLedger } from './detection.ts';
import { openThiefEnvironment, type ThiefEnvironment } from './environment.ts';
import { type Run, seedRun } from './seed.ts';
import { forgedApproval, isSame, type Theft, theftsOfBytes, theftsOfRow } from './thefts.ts';

/** How many rows of a table are attacked, each in every way. */
const rowsPerTable: { readonly [size in Size]: number } = { short: runs(4, 2), full: 100, long: 1000 };

type Exception = {
  readonly table: TableName;
  readonly what?: string;
  readonly column?: string;
  readonly isOf?: (row: StoredRow, run: Run) => boolean;
};

const isEarlierHead = ({ size }: StoredRow, { kept }: Run): boolean => size !== kept.heads.at(-1)?.size;

/** What an erasure and the numbering of a feed write anew in an entry. Its hash covers none of it. */
const eventColumns = ['event', 'feed_place'];

/** Whether an entry of an erased profile was the same before its erasure, except for its event. */
const isErasedInItsEvent = (row: StoredRow, { older, profiles }: Run): boolean => {
  const before = older.get('ledger')?.get(row.id);
  const isOfErased = profiles.some(({ id, salt }) => id === row['profile'] && salt === '');
  return (
    isOfErased && Object.keys(row).every((name) => eventColumns.includes(name) || isSame(before?.[name], row[name]))
  );
};

/** The key of an erased profile is destroyed, and what staff look after has none. */
const hasNoKey = ({ personal, profile }: StoredRow, { profiles }: Run): boolean =>
  personal === '' && !profiles.some(({ id, salt }) => id === profile && salt !== '');

const isNewestEvent = ({ feed_place, partner_key }: StoredRow, { newest }: Run): boolean =>
  [...(newest.get('ledger')?.values() ?? [])].every(
    (other) => other['partner_key'] !== partner_key || Number(other['feed_place']) <= Number(feed_place),
  );

/** What one row that is removed or changed alone does not show: an operator compares it with records of their own. */
const foundElsewhere: readonly Exception[] = [
  // Requests that were answered already are answered again, or are executed again under the ids of the first.
  { table: 'idempotency_keys' },
  // What a partner uses decides about room, and about no person.
  { table: 'usage_counters' },
  // A running instance refuses another installation, and its readiness says so; a start trusts what it finds.
  { table: 'installation' },
  // An entry of a list, a setting and the newest policy leave nothing behind.
  { table: 'sighting_lists', what: 'deleted' },
  // An entry can be as it was at an earlier time, or say nothing of itself: its ledger says who has put it there.
  { table: 'sighting_lists', what: 'put back' },
  { table: 'sighting_lists', what: 'cleared', column: 'data' },
  { table: 'sighting_lists', column: 'profile' },
  { table: 'settings', what: 'deleted' },
  { table: 'policies', what: 'deleted' },
  // Whoever follows the access log has the lines elsewhere; a row without its time is on no page, as one deleted.
  { table: 'access_log', what: 'deleted' },
  { table: 'access_log', what: 'cleared', column: 'at' },
  // A revoked token is accepted again without its row, until it expires, within a day.
  { table: 'token_states' },
  // Entries are linked by their hashes; this link serves only the writer.
  { table: 'ledger', column: 'follows' },
  // How far a feed has come, and where it begins, decides which cursors are refused, and no place of an event.
  { table: 'feed_heads' },
  // An endpoint can be removed, or have all that it had at an earlier time; its partner sees it as it then is.
  { table: 'webhook_endpoints', what: 'deleted' },
  { table: 'webhook_endpoints', what: 'put back' },
  // An account or a session that is gone, or is as it was at an earlier time, is refused or ends sooner; whoever puts
  // an earlier one back does not have its secret.
  { table: 'staff_members', what: 'deleted' },
  { table: 'staff_members', what: 'put back' },
  { table: 'staff_sessions', what: 'deleted' },
  { table: 'staff_sessions', column: 'used_at' },
  // A client can be removed, or have all that it had at an earlier time: its ledger says what was done.
  { table: 'clients', what: 'deleted' },
  { table: 'clients', what: 'put back' },
  // A draft can be removed, or be what it was at an earlier time, and so can its back-test, which only informs: whoever
  // publishes names the document that they have read, and the ledger says what was done.
  { table: 'policy_drafts', what: 'deleted' },
  { table: 'policy_drafts', what: 'put back' },
  { table: 'policy_drafts', what: 'cleared', column: 'back_test' },
  // A claim that is gone, is an earlier one, or does not open and is nobody's, keeps nobody from deciding: the version
  // of the profile decides, and its ledger names who did.
  { table: 'review_claims' },
  // Where a delivery goes on, and who delivers, causes an event to be sent twice or not: the feed has them all.
  { table: 'webhook_states' },
  { table: 'webhook_deliveries' },
  { table: 'webhook_tries' },
  { table: 'work_leases' },
  // It moves a profile in a list, and shows nobody more than they may see.
  { table: 'profiles', column: 'updated_at' },
  // The queue has only profiles in review.
  { table: 'profiles', column: 'waiting_since', isOf: ({ status }) => status !== 'in_review' },
  // Without a key nobody opens, or shows, a text that is put beside entries.
  { table: 'ledger', column: 'personal', isOf: hasNoKey },
  // An event of an erased profile may be what it was until the erasure has rewritten it; nothing else of its entry may.
  { table: 'ledger', what: 'put back', isOf: isErasedInItsEvent },
  // The newest event of a feed is numbered again.
  { table: 'ledger', column: 'feed_place', isOf: isNewestEvent },
  // The lease serves only those who place entries; each of their writes compares the state.
  { table: 'ledger_log', column: 'generation' },
  { table: 'ledger_log', column: 'holder' },
  { table: 'ledger_log', column: 'held_until' },
  // Whoever keeps heads has their own copies: only the newest one in the database is read.
  { table: 'ledger_heads', isOf: isEarlierHead },
];

const isFoundElsewhere = (run: Run, { table, what, column, row }: Theft): boolean =>
  foundElsewhere.some(
    (known) =>
      known.table === table &&
      (known.what === undefined || known.what === what) &&
      (known.column === undefined || known.column === column) &&
      (known.isOf === undefined || known.isOf(row, run)),
  );

/** Draws some in a random order, none twice. */
const drawn = <A>(all: readonly A[], count: number, random: Random): readonly A[] =>
  all
    .map((one) => ({ one, order: random() }))
    .toSorted((a, b) => a.order - b.order)
    .slice(0, count)
    .map(({ one }) => one);

/** The key of an erased profile is destroyed: what becomes of its row means nothing. */
const isDestroyed = (row: StoredRow): boolean => /^0+$/.test(String(row['wrapped'] ?? ''));

/** In a short run, how often each kind of theft is committed in a table. */
const perKind = runs(3, 1);

/** Tables of which nothing that was changed need be found: there one theft says as much as all kinds of it. */
const isWhollyElsewhere = (table: TableName): boolean =>
  foundElsewhere.some((known) => known.table === table && Object.keys(known).length === 1);

const thinned = (thefts: readonly Theft[], size: Size): readonly Theft[] => {
  const seen = new Map<string, number>();
  return thefts.filter(({ table, what }) => {
    const kind = isWhollyElsewhere(table) ? table : `${table} ${what}`;
    const count = (seen.get(kind) ?? 0) + 1;
    seen.set(kind, count);
    return size !== 'short' || count <= perKind;
  });
};

const plan = async (
  environment: ThiefEnvironment,
  run: Run,
  { seed, size }: HarnessOptions,
): Promise<readonly Theft[]> => {
  const random = randomOf(seed);
  const rowsOf = (table: TableName) => {
    const rows = [...(run.newest.get(table)?.values() ?? [])].filter((row) => !isDestroyed(row));
    return drawn(rows, rowsPerTable[size], random);
  };
  const all = [
    ...tableNames.flatMap((table) => rowsOf(table).flatMap((row) => theftsOfRow(environment, run, table, row, random))),
    ...(await theftsOfBytes(environment, run, rowsOf('files'))),
    ...run.profiles.flatMap((profile) => forgedApproval(environment, run, profile)),
  ];
  return thinned(drawn(all, all.length, random), size);
};

/** Whether the database lets a thief do it: a unique index also holds for them. */
const isPossible = (theft: Theft): Promise<boolean> =>
  theft.commit().then(
    () => true,
    () => false,
  );

type Summary = {
  refused: number;
  read: number;
  verify: number;
  checkpoints: number;
  elsewhere: number;
  readonly missed: string[];
};

const record = (summary: Summary, run: Run, theft: Theft, by: FoundBy): void => {
  if (by !== null) summary[by] += 1;
  else if (isFoundElsewhere(run, theft)) summary.elsewhere += 1;
  else summary.missed.push(`${theft.table}${theft.column ? `.${theft.column}` : ''} ${theft.what} (${theft.row.id})`);
};

const attack = async (environment: ThiefEnvironment, order: HarnessOptions): Promise<Findings> => {
  const run = await seedRun(environment);
  const faults = async (): Promise<number> =>
    (await verifyLedger(environment.freshStores(), null)).length + (await logFaults(environment.freshStores(), run));
  const before = await faults();
  const summary: Summary = {
    refused: 0,
    read: 0,
    verify: 0,
    checkpoints: 0,
    elsewhere: 0,
    missed: [],
  };
  const thefts = await plan(environment, run, order);
  for (const [n, theft] of thefts.entries()) {
    if (await isPossible(theft)) {
      record(summary, run, theft, await detect(environment, run, theft));
      await theft.undo();
    } else summary.refused += 1;
    if (n % 200 === 199) order.say(`${n + 1} of ${thefts.length}`);
  }
  const after = await faults();
  for (const line of summary.missed.slice(0, 40)) order.say(`nobody found: ${line}`);
  return {
    performed: {
      thefts: thefts.length,
      tables: new Set(thefts.map(({ table }) => table)).size,
      'found by a read': summary.read,
      'found by ledger verify': summary.verify,
      'found by ledger verify with kept heads': summary.checkpoints,
      'only found elsewhere, as documented': summary.elsewhere,
      'refused by the database': summary.refused,
    },
    violations: {
      'thefts that nobody finds': summary.missed.length,
      'faults before any theft': before,
      'faults after all were undone': after,
      'no theft of a table': tableNames.filter((table) => thefts.every((theft) => theft.table !== table)).length,
    },
  };
};

/** Changes a sealed database past the service, one row at a time. */
export const thief: Harness = {
  name: 'thief',
  claim: 'who writes to the database without a key changes nothing that a read or the verification does not find',
  run: async (order) => {
    const environment = await openThiefEnvironment(order.engine);
    try {
      return await attack(environment, order);
    } finally {
      await environment.close();
    }
  },
};
