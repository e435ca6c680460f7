import { E } from '@portcullis/domain';
import { decode, parseJson, t } from '@portcullis/domain/kernel';
import { countOf, type StoredTables } from '../../../../support/servers/stored-tables.ts';
import { untilNone } from './until-none.ts';

/** What the tables of the database say of the feed of the only partner, read without the code that wrote them. */
export type StoredFeed = {
  /** Entries of the ledger without a place in the log, and events without one in the feed. */
  readonly unplaced: number;
  readonly unnumbered: number;
  readonly events: number;
  /** Places of the log and of the feed that are left out or given twice. */
  readonly gaps: number;
  /** Events that stand before another one in the log, and behind it in the feed. */
  readonly disordered: number;
};

/** How many places are missing or doubled among those of a column, which begin with 1. */
const gapsIn = (column: string): string =>
  `SELECT COALESCE(MAX(${column}), 0) - COUNT(DISTINCT ${column}) + COUNT(*) - COUNT(DISTINCT ${column}) FROM ledger WHERE ${column} > 0`;

const disordered = `SELECT COUNT(*) FROM (SELECT place, LAG(place) OVER (ORDER BY feed_place) AS before
  FROM ledger WHERE feed_place > 0) AS placed WHERE before >= place`;

export const storedFeed = async (tables: StoredTables): Promise<StoredFeed> => ({
  unplaced: await countOf(tables, 'SELECT COUNT(*) FROM ledger WHERE place < 1'),
  unnumbered: await countOf(tables, "SELECT COUNT(*) FROM ledger WHERE event != '' AND feed_place < 1"),
  events: await countOf(tables, "SELECT COUNT(*) FROM ledger WHERE event != ''"),
  gaps: (await countOf(tables, gapsIn('place'))) + (await countOf(tables, gapsIn('feed_place'))),
  disordered: await countOf(tables, disordered),
});

/** Waits until every entry has its place, and every event. */
export const untilPlaced = (tables: StoredTables): Promise<void> =>
  untilNone('entries and events without a place', async () => {
    const { unnumbered, unplaced } = await storedFeed(tables);
    return unnumbered + unplaced;
  });

/** How many deliveries to any endpoint wait for their next try. */
export const waitingDeliveries = (tables: StoredTables): Promise<number> =>
  countOf(tables, "SELECT COUNT(*) FROM webhook_deliveries WHERE state = 'waiting'");

/** How many deliveries to any endpoint are due at a time (milliseconds since 1970). */
export const dueDeliveries = (tables: StoredTables, now: number): Promise<number> =>
  countOf(
    tables,
    `SELECT COUNT(*) FROM webhook_deliveries WHERE state = 'waiting' AND due_at <= '${new Date(now).toISOString()}'`,
  );

/** A line of the log of tries: the event, and when the try began. */
export type StoredTry = { readonly at: number; readonly event: string };

const Lines = t.array(t.type({ at: t.string, eventId: t.string }, 'line of the log of tries'));

/** The log of tries of an endpoint. */
export const storedTries = async (tables: StoredTables, endpoint: string): Promise<readonly StoredTry[]> => {
  const rows = await tables.rows('webhook_tries', { column: 'endpoint', values: [endpoint] });
  const sorted = rows.toSorted((a, b) => (String(a['at']) < String(b['at']) ? -1 : 1));
  return sorted.flatMap(({ lines }) => {
    const known = decode(Lines, parseJson(String(lines)));
    if (E.isLeft(known)) throw new Error('a line of the log of tries cannot be read');
    return known.right.map(({ at, eventId: event }) => ({ at: Date.parse(at), event }));
  });
};
