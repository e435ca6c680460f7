import type { Unavailable } from '../../kernel/errors.ts';
import { E, type Either } from '../../kernel/fp.ts';
import { type LedgerLog, tileWidth } from '../../ports/logs/ledger-log.ts';
import { foldLevel, type TreeReader, treeReader } from './tree-reader.ts';

type Stored = Promise<Either<Unavailable, void>>;

/**
 * Stores each tile once the log has all of its hashes, the lower levels first. A tile follows from the entries, so it
 * does not matter when it is stored, by whom, and whether an interruption came between.
 */
export const createTileStore = (log: LedgerLog): ((size: number) => Stored) => {
  /** The position of the next tile of each level. */
  const next = new Map<number, number>();

  const positionOf = async (level: number): Promise<Either<Unavailable, number>> => {
    const known = next.get(level);
    if (known !== undefined) return E.right(known);
    const last = await log.lastTile(level)();
    return E.isLeft(last) ? last : E.right(last.right + 1);
  };

  const storeLevel = async (tree: TreeReader, level: number, complete: number): Stored => {
    const begin = await positionOf(level);
    if (E.isLeft(begin)) return begin;
    next.set(level, begin.right);
    for (let position = begin.right; position < complete; position += 1) {
      const hashes = await tree.tileHashes(level, position);
      if (E.isLeft(hashes)) return hashes;
      const tile = { level, position, hashes: hashes.right, root: foldLevel(hashes.right) };
      const added = await log.addTile(tile)();
      if (E.isLeft(added)) return added;
      next.set(level, position + 1);
    }
    return E.right(undefined);
  };

  return async (size) => {
    for (let level = 0; ; level += 1) {
      const complete = Math.floor(size / tileWidth ** (level + 1));
      if (complete === 0) return E.right(undefined);
      const stored = await storeLevel(treeReader(log, size), level, complete);
      if (E.isLeft(stored)) return stored;
    }
  };
};
