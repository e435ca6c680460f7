import {
  appendLeaves,
  consistencyRanges,
  emptyRoot,
  foldNodes,
  inclusionRanges,
  type LeafRange,
  leafHash,
  nodesOf,
  type TreeHash,
  verifyConsistency,
  verifyInclusion,
} from '@portcullis/domain/ledger';
import { expect } from 'chai';
import { textOf } from '../../../../support/repository/files.ts';

type Vectors = {
  readonly leaves: readonly string[];
  readonly leaf_hashes: readonly TreeHash[];
  readonly roots: readonly TreeHash[];
  readonly inclusion: readonly { readonly index: number; readonly size: number; readonly proof: readonly TreeHash[] }[];
  readonly consistency: readonly { readonly from: number; readonly to: number; readonly proof: readonly TreeHash[] }[];
  readonly large: { readonly roots: readonly { readonly size: number; readonly root: TreeHash }[] };
};

/** Vectors of an independent implementation; the file names its source. */
const vectors: Vectors = JSON.parse(textOf('test/fixtures/merkle/rfc6962.json'));
const leaves = vectors.leaves.map((content) => leafHash(Buffer.from(content, 'hex')));
const rootOf = (size: number): TreeHash => vectors.roots[size] ?? '';

/** The hash of a range, leaf by leaf. */
const hashOf = ({ from, to }: LeafRange): TreeHash =>
  foldNodes(
    nodesOf({ from, to }).map(({ level, index }) => {
      const width = 2 ** level;
      return foldNodes(appendLeaves([], 0, leaves.slice(index * width, (index + 1) * width)));
    }),
  );

const someHash = 'abacaba000000000000000000000000000000000000000000060061e00123456';
const flipped = (hash: TreeHash): TreeHash => (Number.parseInt(hash.slice(0, 1), 16) ^ 8).toString(16) + hash.slice(1);

/** Every damage of a proof that the independent implementation tries. */
const damagedProofs = (proof: readonly TreeHash[], root: TreeHash): readonly (readonly TreeHash[])[] => [
  [...proof, ''],
  [...proof, root],
  ['', ...proof],
  [root, ...proof],
  ...proof.map((_, at) => proof.map((hash, one) => (one === at ? flipped(hash) : hash))),
  ...(proof.length > 0 ? [proof.slice(0, -1)] : []),
  ...(proof.length > 1 ? [[proof[0] ?? '', someHash, ...proof.slice(1)]] : []),
];

describe('the Merkle tree, by the vectors of transparency-dev/merkle', () => {
  it('hashes leaves, and the trees of 0 to 8 of them', () => {
    expect(leaves).to.deep.equal(vectors.leaf_hashes);
    expect(emptyRoot).to.equal(rootOf(0));
    for (let size = 0; size <= 8; size += 1)
      expect(foldNodes(appendLeaves([], 0, leaves.slice(0, size))), `${size} leaves`).to.equal(rootOf(size));
  });

  it('hashes trees of up to 65,535 leaves, appended in pieces', function () {
    this.timeout(60_000);
    let frontier: readonly TreeHash[] = [];
    let size: number = 0;
    for (const { size: next, root } of vectors.large.roots) {
      const added = Array.from({ length: next - size }, (_, n) =>
        leafHash(Uint8Array.of((size + n) % 256, Math.floor((size + n) / 256))),
      );
      frontier = appendLeaves(frontier, size, added);
      size = next;
      expect(foldNodes(frontier), `${size} leaves`).to.equal(root);
    }
  });

  for (const { index, size, proof } of vectors.inclusion)
    it(`proves leaf ${index} of ${size}, and takes no other proof`, () => {
      const leaf = leaves[index] ?? '';
      const tree = { size, root: rootOf(size) };
      expect(inclusionRanges(index, size).map(hashOf)).to.deep.equal(proof);
      expect(verifyInclusion(index, leaf, proof, tree)).to.equal(true);
      for (const wrong of damagedProofs(proof, tree.root))
        expect(verifyInclusion(index, leaf, wrong, tree), JSON.stringify(wrong)).to.equal(false);
      for (const wrong of [index - 1, index + 1, index ^ 2])
        expect(verifyInclusion(wrong, leaf, proof, tree), `leaf ${wrong}`).to.equal(false);
      for (const wrong of [size * 2, Math.floor(size / 2)])
        expect(verifyInclusion(index, leaf, proof, { ...tree, size: wrong }), `size ${wrong}`).to.equal(false);
      for (const wrong of [emptyRoot, someHash, '', 'WrongRoot']) {
        expect(verifyInclusion(index, leaf, proof, { size, root: wrong }), `root ${wrong}`).to.equal(false);
        expect(verifyInclusion(index, wrong, proof, tree), `leaf ${wrong}`).to.equal(false);
      }
    });

  for (const { from, to, proof } of vectors.consistency)
    it(`proves that the tree of ${to} begins with that of ${from}, and takes no other proof`, () => {
      const earlier = { size: from, root: rootOf(from) };
      const later = { size: to, root: rootOf(to) };
      expect(consistencyRanges(from, to).map(hashOf)).to.deep.equal(proof);
      expect(verifyConsistency(earlier, later, proof)).to.equal(true);
      if (from === to) return;
      for (const wrong of [...damagedProofs(proof, later.root), [], [proof[0] ?? '', ...proof]])
        expect(verifyConsistency(earlier, later, wrong), JSON.stringify(wrong)).to.equal(false);
      for (const size of [from - 1, from + 1, from ^ 2])
        if (size !== 0) expect(verifyConsistency({ ...earlier, size }, later, proof), `from ${size}`).to.equal(false);
      for (const size of [to * 2, Math.floor(to / 2)])
        expect(verifyConsistency(earlier, { ...later, size }, proof), `to ${size}`).to.equal(false);
      for (const root of ['WrongRoot', someHash]) {
        expect(verifyConsistency({ ...earlier, root }, later, proof)).to.equal(false);
        expect(verifyConsistency(earlier, { ...later, root }, proof)).to.equal(false);
      }
      expect(verifyConsistency(later, earlier, proof), 'swapped').to.equal(false);
    });

  it('takes the empty tree as the beginning of any, without a proof, and a smaller one of none', () => {
    const [empty, one, two] = [0, 1, 2].map((size) => ({ size, root: rootOf(size) }));
    if (!empty || !one || !two) throw new Error('three trees');
    expect(verifyConsistency(empty, one, [])).to.equal(true);
    expect(verifyConsistency(empty, one, [emptyRoot])).to.equal(false);
    expect(verifyConsistency(one, { ...one, root: someHash }, [])).to.equal(false);
    expect(verifyConsistency(one, one, [emptyRoot])).to.equal(false);
    expect(verifyConsistency(two, one, [])).to.equal(false);
    expect(verifyConsistency(one, two, [])).to.equal(false);
  });
});
