import type { Unavailable } from '../../kernel/errors.ts';
import { E, type Either, type TaskEither } from '../../kernel/fp.ts';
import type { ProfileId } from '../../kernel/ids.ts';
import type { TreeHead } from '../../ledger/checkpoint.ts';
import { emptyRoot, entryLeaf, isTreeHash, type TreeHash } from '../../ledger/merkle/merkle-hash.ts';
import { appendLeaves, foldNodes } from '../../ledger/merkle/tree.ts';
import type { Clock } from '../../ports/clock.ts';
import {
  type LedgerLog,
  type LogState,
  type PlacedEntry,
  type Tile,
  tileWidth,
  type WaitingEntry,
} from '../../ports/logs/ledger-log.ts';
import { overdueEntries } from './overdue-entries.ts';
import { foldLevel } from './tree-reader.ts';

/** What can be wrong with the log of all entries, when it is compared with its earlier heads. */
export const logFaults = {
  no_log: 'there is no log, and there are heads of one',
  other_log: 'the head is of another log',
  log_shrunk: 'the log has fewer entries than the head: it was rolled back or cut off',
  place_missing: 'the entry at this place was removed',
  places_missing: 'no entry stands at these places, and nothing was compared from there on',
  place_twice: 'two entries stand at this place',
  not_placed: 'the entry stands at no place in the log: nobody places, or it was kept from its place',
  entry_replaced: 'the entry at this place is not the one that was placed',
  root_changed: 'the entries up to here are not those of the head',
  state_changed: 'what is kept of the log does not follow from its entries',
  too_many: 'so many faults were found that nothing was compared from here on',
} as const;

/** One thing that is wrong, at a place (from 1) or with a head of some size. */
export type LogFault = {
  readonly fault: keyof typeof logFaults;
  readonly place?: number;
  /** The last of the places, where there are several. */
  readonly lastPlace?: number;
  readonly size?: number;
  readonly profileId?: ProfileId;
  readonly seq?: number;
};

/** How many entries the log has, how many heads it was compared with, and what is wrong. */
export type ExaminedLog = { readonly entries: number; readonly heads: number; readonly faults: readonly LogFault[] };

/**
 * A walk along the log: the tree over the entries so far, the heads that are still to come, and, by level, the roots of
 * the tiles since the last complete one of the next level.
 */
type Walk = {
  frontier: readonly TreeHash[];
  size: number;
  heads: readonly TreeHead[];
  faults: LogFault[];
  readonly roots: TreeHash[][];
  isStateOther: boolean;
  isStopped: boolean;
};

/** The walk stops after the step in which it has found this many faults, because all of them are held in memory. */
const maxFaults = 1000;

/** One more than a tile has, so that a second entry at a place is seen. */
const rowsPerRead = tileWidth + 44;

/** A place that holds nothing has this leaf, which no entry has. */
const noLeaf: TreeHash = emptyRoot;

const leafOf = (entry: PlacedEntry | undefined): TreeHash =>
  entry?.hash !== null && entry !== undefined && isTreeHash(entry.hash) ? entryLeaf(entry.hash) : noLeaf;

/** The leaves of some places, as far as entries stand there, with the faults of single places. */
const leavesOf = (
  rows: readonly PlacedEntry[],
  first: number,
  last: number,
  stored: readonly TreeHash[],
  faults: LogFault[],
): readonly TreeHash[] => {
  const at = new Map<number, PlacedEntry>();
  for (const row of rows) {
    if (row.place > last) break;
    if (!Number.isInteger(row.place)) faults.push({ fault: 'not_placed', ...row });
    else if (at.has(row.place)) faults.push({ fault: 'place_twice', ...row });
    else at.set(row.place, row);
  }
  return Array.from({ length: last - first + 1 }, (_, n) => {
    const entry = at.get(first + n);
    const leaf = leafOf(entry);
    const known = stored[n];
    if (entry === undefined) faults.push({ fault: 'place_missing', place: first + n });
    else if (known !== undefined && known !== leaf) faults.push({ fault: 'entry_replaced', ...entry });
    return leaf;
  });
};

const append = (walk: Walk, leaves: readonly TreeHash[]): void => {
  walk.frontier = appendLeaves(walk.frontier, walk.size, leaves);
  walk.size += leaves.length;
};

/** Appends leaves, and compares the tree with the heads on the way. Later heads differ where an earlier one does. */
const appendUpToHeads = (walk: Walk, leaves: readonly TreeHash[]): void => {
  let rest = leaves;
  for (const head of walk.heads) {
    if (head.size > walk.size + rest.length) break;
    const count = head.size - walk.size;
    append(walk, rest.slice(0, count));
    rest = rest.slice(count);
    walk.heads = walk.heads.slice(1);
    const isKnown = walk.faults.some(({ fault }) => fault === 'root_changed');
    if (foldNodes(walk.frontier) !== head.root && !isKnown)
      walk.faults.push({ fault: 'root_changed', size: head.size });
  }
  append(walk, rest);
};

const isOtherTile = (stored: Tile, hashes: readonly TreeHash[], root: TreeHash): boolean =>
  stored.root !== root || stored.hashes.length !== hashes.length || stored.hashes.some((hash, n) => hash !== hashes[n]);

/** Compares the stored tiles of the levels above with the roots of those below that are complete by now. */
const compareTilesAbove = async (log: LedgerLog, walk: Walk, root: TreeHash): Promise<Either<Unavailable, void>> => {
  let below = root;
  for (let level = 1; ; level += 1) {
    const roots = walk.roots[level] ?? [];
    walk.roots[level] = roots;
    roots.push(below);
    if (roots.length < tileWidth) return E.right(undefined);
    const tile = await log.tile(level, walk.size / tileWidth ** (level + 1) - 1)();
    if (E.isLeft(tile)) return tile;
    below = foldLevel(roots);
    if (tile.right !== null && isOtherTile(tile.right, roots, below)) walk.isStateOther = true;
    walk.roots[level] = [];
  }
};

/** The end of the places behind the walk that hold nothing: the next entry, or what the log says of its size. */
const endOfGap = (next: PlacedEntry | undefined, end: number): number => Math.min(end, (next?.place ?? end + 1) - 1);

/** Names places without entries as one range, and stops: the size may be any number, and they have no tree. */
const stopAtGap = (walk: Walk, lastPlace: number): void => {
  walk.faults.push({ fault: 'places_missing', place: walk.size + 1, lastPlace });
  const [head] = walk.heads;
  if (head !== undefined) walk.faults.push({ fault: 'root_changed', size: head.size });
  walk.isStopped = true;
};

const walkTile = async (log: LedgerLog, walk: Walk, end: number): Promise<Either<Unavailable, void>> => {
  const position = walk.size / tileWidth;
  const last = Math.min(end, walk.size + tileWidth);
  const rows = await log.entries(walk.size, rowsPerRead)();
  if (E.isLeft(rows)) return rows;
  const gapEnd = endOfGap(rows.right[0], end);
  if (gapEnd - walk.size > tileWidth) return E.right(stopAtGap(walk, gapEnd));
  const tile = await log.tile(0, position)();
  if (E.isLeft(tile)) return tile;
  const leaves = leavesOf(rows.right, walk.size + 1, last, tile.right?.hashes ?? [], walk.faults);
  appendUpToHeads(walk, leaves);
  if (walk.faults.length >= maxFaults) {
    walk.faults.push({ fault: 'too_many', place: walk.size });
    walk.isStopped = true;
  }
  if (leaves.length < tileWidth) return E.right(undefined);
  const root = foldLevel(leaves);
  if (tile.right !== null && isOtherTile(tile.right, leaves, root)) walk.isStateOther = true;
  return compareTilesAbove(log, walk, root);
};

/** What is wrong with heads before any entry is read, and the heads that can be compared with entries. */
const sortHeads = (heads: readonly TreeHead[], { logId, size }: LogState) => {
  const own = heads.filter((head) => head.logId === logId).toSorted((a, b) => a.size - b.size);
  const shrunk = own.filter((head) => head.size > size);
  const faults: readonly LogFault[] = [
    ...heads.filter((head) => head.logId !== logId).map((head): LogFault => ({ fault: 'other_log', size: head.size })),
    ...shrunk.map((head): LogFault => ({ fault: 'log_shrunk', size: head.size })),
  ];
  return { faults, comparable: own.filter((head) => head.size <= size) };
};

const notPlaced = ({ place, profileId, seq }: WaitingEntry): LogFault => ({
  fault: 'not_placed',
  profileId,
  seq,
  ...(place !== 0 && { place }),
});

/** Whether entries stand behind the end of the log, where none can: places and state are written in one step. */
const isStateBehind = async (log: LedgerLog): Promise<Either<Unavailable, boolean>> => {
  const found = await log.state()();
  if (E.isLeft(found)) return found;
  const size = found.right?.size ?? 0;
  const beyond = await log.entries(size, 1)();
  if (E.isLeft(beyond) || beyond.right.length === 0) return E.isLeft(beyond) ? beyond : E.right(false);
  const again = await log.state()();
  return E.isLeft(again) ? again : E.right(again.right?.size === size);
};

/**
 * Compares the log with heads of it that were kept elsewhere. Every entry that stood at a place when such a head was
 * made must stand there still, unchanged: what was rewritten, rolled back, cut off or removed is found, and its place
 * named, where the tree's own hashes were not replaced as well. So are entries that stand at no place. Where more than
 * 256 places in a row hold nothing, or after about a thousand faults, it stops and says so. It does not verify
 * signatures, and writes nothing.
 */
export type ExamineLog = (heads: readonly TreeHead[]) => TaskEither<Unavailable, ExaminedLog>;

export const examineLog =
  ({ clock, ledgerLog }: { readonly ledgerLog: LedgerLog; readonly clock: Clock }): ExamineLog =>
  (heads) =>
  async () => {
    const overdue = await overdueEntries({ clock, ledgerLog })()();
    if (E.isLeft(overdue)) return overdue;
    const waiting = overdue.right.map(notPlaced);
    const found = await ledgerLog.state()();
    if (E.isLeft(found)) return found;
    const state = found.right;
    if (state === null) {
      const lacking: readonly LogFault[] = heads.length > 0 ? [{ fault: 'no_log' }] : [];
      return E.right({ entries: 0, heads: heads.length, faults: [...lacking, ...waiting] });
    }
    const { comparable, faults } = sortHeads(heads, state);
    const walk: Walk = {
      frontier: [],
      size: 0,
      heads: comparable,
      faults: [...faults],
      roots: [],
      isStateOther: false,
      isStopped: false,
    };
    while (walk.size < state.size && !walk.isStopped) {
      const walked = await walkTile(ledgerLog, walk, Math.ceil(state.size));
      if (E.isLeft(walked)) return walked;
    }
    const behind = await isStateBehind(ledgerLog);
    if (E.isLeft(behind)) return behind;
    const isWhole = walk.isStopped || foldNodes(state.frontier) === foldNodes(walk.frontier);
    const isOther = walk.isStateOther || !isWhole;
    if (isOther || behind.right) walk.faults.push({ fault: 'state_changed' });
    return E.right({ entries: state.size, heads: heads.length, faults: [...walk.faults, ...waiting] });
  };
