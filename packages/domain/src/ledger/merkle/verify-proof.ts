import { isTreeHash, nodeHash, type TreeHash } from './merkle-hash.ts';

const isOdd = (n: number): boolean => n % 2 === 1;
const half = (n: number): number => Math.floor(n / 2);

/** The position of a node in its level, and that of the last node of the level. */
type Position = { readonly node: number; readonly last: number };

const parentOf = ({ node, last }: Position): Position => ({ node: half(node), last: half(last) });

/** Whether the next hash of a proof is the left sibling: the node is a right child, or the last one of its level. */
const hasLeftSibling = ({ node, last }: Position): boolean => isOdd(node) || node === last;

/** A node without a right sibling is that of the levels above as well, until it is a right child. */
const skipLevels = (from: Position): Position => {
  let position = from;
  while (!isOdd(position.node) && position.node !== 0) position = parentOf(position);
  return position;
};

const nextPosition = (position: Position): Position =>
  parentOf(hasLeftSibling(position) && !isOdd(position.node) ? skipLevels(position) : position);

/** A tree as somebody vouches for it. */
type Tree = { readonly size: number; readonly root: TreeHash };

const isSize = (size: number): boolean => Number.isSafeInteger(size) && size >= 0;

/** Whether a proof shows that the leaf with an index is in a tree (RFC 9162 section 2.1.3.2). */
export const verifyInclusion = (
  index: number,
  leaf: TreeHash,
  proof: readonly TreeHash[],
  { size, root }: Tree,
): boolean => {
  if (!isSize(index) || !isSize(size) || index >= size || ![leaf, root, ...proof].every(isTreeHash)) return false;
  let position: Position = { node: index, last: size - 1 };
  let hash = leaf;
  for (const sibling of proof) {
    if (position.last === 0) return false;
    hash = hasLeftSibling(position) ? nodeHash(sibling, hash) : nodeHash(hash, sibling);
    position = nextPosition(position);
  }
  return position.last === 0 && hash === root;
};

const isPowerOfTwo = (n: number): boolean => {
  let rest = n;
  while (rest > 1 && !isOdd(rest)) rest /= 2;
  return rest === 1;
};

/** Whether a proof shows that a tree begins with the leaves of an earlier one (RFC 9162 section 2.1.4.2). */
export const verifyConsistency = (earlier: Tree, later: Tree, proof: readonly TreeHash[]): boolean => {
  if (!isSize(earlier.size) || !isSize(later.size) || earlier.size > later.size) return false;
  if (earlier.size === later.size) return proof.length === 0 && earlier.root === later.root;
  if (earlier.size === 0) return proof.length === 0;
  if (proof.length === 0 || ![earlier.root, later.root, ...proof].every(isTreeHash)) return false;
  const [first = '', ...rest] = isPowerOfTwo(earlier.size) ? [earlier.root, ...proof] : proof;
  let position: Position = { node: earlier.size - 1, last: later.size - 1 };
  while (isOdd(position.node)) position = parentOf(position);
  let before = first;
  let now = first;
  for (const sibling of rest) {
    if (position.last === 0) return false;
    if (hasLeftSibling(position)) before = nodeHash(sibling, before);
    now = hasLeftSibling(position) ? nodeHash(sibling, now) : nodeHash(now, sibling);
    position = nextPosition(position);
  }
  return position.last === 0 && before === earlier.root && now === later.root;
};
