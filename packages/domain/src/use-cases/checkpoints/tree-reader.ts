import { type Unavailable, unavailable, withOutageCause } from '../../kernel/errors.ts';
import { E, type Either } from '../../kernel/fp.ts';
import { entryLeaf, isTreeHash, type TreeHash } from '../../ledger/merkle/merkle-hash.ts';
import { appendLeaves, foldNodes, type LeafRange, nodesOf, type TreeNode } from '../../ledger/merkle/tree.ts';
import { type LedgerLog, tileWidth } from '../../ports/logs/ledger-log.ts';

/** The number of levels of the tree that the hashes of a tile span. */
const levelsPerTile = Math.log2(tileWidth);

type Result<A> = Promise<Either<Unavailable, A>>;

/** Reads hashes of a tree of a certain size. */
export type TreeReader = {
  /** The hash of a range of leaves. */
  readonly hashOf: (range: LeafRange) => Result<TreeHash>;
  /** The hashes of a tile, as far as the tree has them: stored ones, or those of the entries and the tiles below. */
  readonly tileHashes: (level: number, position: number) => Result<readonly TreeHash[]>;
};

const lacking = (what: string) =>
  E.left(withOutageCause(unavailable('database', `the log lacks ${what}`, 'invalid_response'), 'log_damaged'));

/** The hash of a complete subtree over the hashes of one of its levels. */
export const foldLevel = (hashes: readonly TreeHash[]): TreeHash => foldNodes(appendLeaves([], 0, hashes));

const isWhole = (hashes: readonly TreeHash[]): boolean => hashes.length === tileWidth && hashes.every(isTreeHash);

const entryLeaves = async (log: LedgerLog, { from, to }: LeafRange): Result<readonly TreeHash[]> => {
  const read = await log.entries(from, to - from)();
  if (E.isLeft(read)) return read;
  const leaves: TreeHash[] = [];
  for (let index = from; index < to; index += 1) {
    const entry = read.right[index - from];
    const isThere = entry?.place === index + 1 && entry.hash !== null && isTreeHash(entry.hash);
    if (!isThere) return lacking(`the entry at place ${index + 1}`);
    leaves.push(entryLeaf(entry.hash));
  }
  return E.right(leaves);
};

/**
 * Reads the tree of the first `size` entries. A tile that is not stored is made of what it covers, so that a proof
 * never depends on a tile; each tile is read once.
 */
export const treeReader = (log: LedgerLog, size: number): TreeReader => {
  const known = new Map<string, Result<readonly TreeHash[]>>();

  const rootsBelow = async (level: number, range: LeafRange): Result<readonly TreeHash[]> => {
    const stored = await log.tileRoots(level, range.from, range.to)();
    if (E.isLeft(stored)) return stored;
    const roots = new Map(stored.right.map(({ position, root }) => [position, root]));
    const hashes: TreeHash[] = [];
    for (let position = range.from; position < range.to; position += 1) {
      const root = roots.get(position);
      if (root === undefined || !isTreeHash(root)) {
        const below = await tileHashes(level, position);
        if (E.isLeft(below)) return below;
        hashes.push(foldLevel(below.right));
      } else hashes.push(root);
    }
    return E.right(hashes);
  };

  const readTile = async (level: number, position: number): Result<readonly TreeHash[]> => {
    const from = position * tileWidth;
    const to = Math.min(from + tileWidth, Math.floor(size / tileWidth ** level));
    const isComplete = to - from === tileWidth;
    const stored = isComplete ? await log.tile(level, position)() : E.right(null);
    if (E.isLeft(stored)) return stored;
    if (stored.right !== null && isWhole(stored.right.hashes)) return E.right(stored.right.hashes);
    return level === 0 ? entryLeaves(log, { from, to }) : rootsBelow(level - 1, { from, to });
  };

  const tileHashes: TreeReader['tileHashes'] = (level, position) => {
    const key = `${level}/${position}`;
    const read = known.get(key) ?? readTile(level, position);
    known.set(key, read);
    return read;
  };

  const nodeHashOf = async ({ level, index }: TreeNode): Result<TreeHash> => {
    const span = 2 ** (level % levelsPerTile);
    const first = index * span;
    const tile = await tileHashes(Math.floor(level / levelsPerTile), Math.floor(first / tileWidth));
    if (E.isLeft(tile)) return tile;
    const hashes = tile.right.slice(first % tileWidth, (first % tileWidth) + span);
    return hashes.length === span ? E.right(foldLevel(hashes)) : lacking('hashes of its tree');
  };

  return {
    tileHashes,
    hashOf: async (range) => {
      const hashes: TreeHash[] = [];
      for (const node of nodesOf(range)) {
        const hash = await nodeHashOf(node);
        if (E.isLeft(hash)) return hash;
        hashes.push(hash.right);
      }
      return E.right(foldNodes(hashes));
    },
  };
};

/** The hashes of some ranges of the tree of the first `size` entries. */
export const hashesOf = async (
  log: LedgerLog,
  size: number,
  ranges: readonly LeafRange[],
): Result<readonly TreeHash[]> => {
  const tree = treeReader(log, size);
  const hashes: TreeHash[] = [];
  for (const range of ranges) {
    const hash = await tree.hashOf(range);
    if (E.isLeft(hash)) return hash;
    hashes.push(hash.right);
  }
  return E.right(hashes);
};
