import { emptyRoot, nodeHash, type TreeHash } from './merkle-hash.ts';

/** The leaves from one index up to another one, which is not among them; indexes begin with 0. */
export type LeafRange = { readonly from: number; readonly to: number };

/** A complete subtree: the one of 2 ** `level` leaves that begins with the leaf `index` * 2 ** `level`. */
export type TreeNode = { readonly level: number; readonly index: number };

/** The largest power of two below a number of leaves, of which there are at least two. */
const splitOf = (leaves: number): number => {
  let split = 1;
  while (split * 2 < leaves) split *= 2;
  return split;
};

/** The complete subtrees of which a range consists, from left to right. */
export const nodesOf = ({ from, to }: LeafRange): readonly TreeNode[] => {
  const nodes: TreeNode[] = [];
  for (let at = from; at < to; ) {
    let level = 0;
    let leaves = 1;
    while (at % (leaves * 2) === 0 && at + leaves * 2 <= to) {
      level += 1;
      leaves *= 2;
    }
    nodes.push({ level, index: at / leaves });
    at += leaves;
  }
  return nodes;
};

/** The hash of a range over the hashes of its complete subtrees; of no subtree, the root of the empty tree. */
export const foldNodes = (hashes: readonly TreeHash[]): TreeHash => {
  const [last = emptyRoot, ...others] = hashes.toReversed();
  return others.reduce((right, left) => nodeHash(left, right), last);
};

/**
 * Appends leaves to a tree of `size` leaves. The tree is given, and answered, by its frontier: the hashes of the
 * complete subtrees of which it consists, from left to right. `foldNodes` makes its root of them.
 */
export const appendLeaves = (
  frontier: readonly TreeHash[],
  size: number,
  leaves: readonly TreeHash[],
): readonly TreeHash[] => {
  const hashes = [...frontier];
  leaves.forEach((leaf, position) => {
    let hash = leaf;
    for (let index = size + position; index % 2 === 1; index = (index - 1) / 2)
      hash = nodeHash(hashes.pop() ?? emptyRoot, hash);
    hashes.push(hash);
  });
  return hashes;
};

/** The ranges whose hashes prove that a leaf is in a tree, from the leaf up (RFC 9162 section 2.1.3.1). */
export const inclusionRanges = (index: number, size: number): readonly LeafRange[] => {
  const ranges: LeafRange[] = [];
  for (let from = 0, to = size; to - from > 1; ) {
    const middle = from + splitOf(to - from);
    ranges.push(index < middle ? { from: middle, to } : { from, to: middle });
    if (index < middle) to = middle;
    else from = middle;
  }
  return ranges.toReversed();
};

/**
 * The ranges whose hashes prove that the first `earlier` leaves of a tree of `size` leaves are those of an earlier tree
 * (RFC 9162 section 2.1.4.1). Nothing has to be proven of the empty tree, and of the tree itself.
 */
export const consistencyRanges = (earlier: number, size: number): readonly LeafRange[] => {
  if (earlier === 0 || earlier === size) return [];
  const ranges: LeafRange[] = [];
  let from = 0;
  let to = size;
  while (earlier < to) {
    const middle = from + splitOf(to - from);
    ranges.push(earlier <= middle ? { from: middle, to } : { from, to: middle });
    if (earlier <= middle) to = middle;
    else from = middle;
  }
  // What is left ends where the earlier tree ends. Beginning with 0 it is that tree, whose root the verifier has.
  return (from === 0 ? ranges : [...ranges, { from, to }]).toReversed();
};
