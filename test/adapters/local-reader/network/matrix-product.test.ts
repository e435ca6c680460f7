import { expect } from 'chai';
import { createWorkspace } from '#adapters/local-reader/network/matrix-product';

/** Small whole numbers, so that every sum is exact. */
const numbers = (length: number, seed: number): number[] =>
  Array.from({ length }, (_, i) => ((i * 7 + seed * 13) % 11) - 5);

type Sizes = { readonly rows: number; readonly columns: number; readonly inner: number };

const matricesOf = ({ columns, inner, rows }: Sizes) => ({
  a: numbers(rows * inner, 1),
  b: numbers(inner * columns, 2),
  c: numbers(rows * columns, 3),
});

/** Answers `c` with the product of `a` and `b` added, each stored row by row, in plain JavaScript. */
const plainSum = ({ columns, inner, rows }: Sizes): number[] => {
  const { a, b, c } = matricesOf({ columns, inner, rows });
  const sums = [...c];
  for (let i = 0; i < rows; i += 1)
    for (let j = 0; j < columns; j += 1)
      for (let k = 0; k < inner; k += 1)
        sums[i * columns + j] = (sums[i * columns + j] ?? 0) + (a[i * inner + k] ?? 0) * (b[k * columns + j] ?? 0);
  return sums;
};

const allocated = (allocate: (length: number) => Float32Array, values: readonly number[]): Float32Array => {
  const array = allocate(values.length);
  array.set(values);
  return array;
};

/** Answers the same in WebAssembly, with `a` stored as it is given. */
const wasmSum = (sizes: Sizes, a: readonly number[], strides: { rowStride: number; columnStride?: number }) => {
  const { columns, inner, rows } = sizes;
  const { addProduct, allocate } = createWorkspace(rows * inner + inner * columns + rows * columns, 3);
  const { b, c } = matricesOf(sizes);
  const [first, second, sum] = [a, b, c].map((values) => allocated(allocate, values));
  if (!first || !second || !sum) throw new Error('expected three matrices');
  const factor = { values: second, rowStride: columns };
  const result = { values: sum, rowStride: columns };
  addProduct({ values: first, ...strides }, factor, result, rows, columns, inner);
  return [...sum];
};

describe('the product of matrices in WebAssembly', () => {
  for (const sizes of [
    { rows: 4, columns: 8, inner: 1 },
    { rows: 4, columns: 8, inner: 9 },
    { rows: 8, columns: 16, inner: 9 },
    { rows: 12, columns: 40, inner: 68 },
  ]) {
    const { columns, inner, rows } = sizes;
    it(`is that of plain JavaScript for ${rows} by ${inner} and ${inner} by ${columns} numbers`, () => {
      expect(wasmSum(sizes, matricesOf(sizes).a, { rowStride: inner })).to.deep.equal(plainSum(sizes));
    });
  }

  it('is the same for a first matrix that is stored column by column', () => {
    const sizes = { rows: 8, columns: 16, inner: 9 };
    const { a } = matricesOf(sizes);
    const turned = a.map((_, at) => a[(at % sizes.rows) * sizes.inner + Math.floor(at / sizes.rows)] ?? 0);
    expect(wasmSum(sizes, turned, { rowStride: 1, columnStride: sizes.rows })).to.deep.equal(plainSum(sizes));
  });
});
