import { createWorkspace } from '@portcullis/adapter-local-reader';
import { expect } from 'chai';

/** Small whole numbers, so that every sum is exact. */
const numbers = (length: number, seed: number): number[] =>
  Array.from({ length }, (_, i) => ((i * 7 + seed * 13) % 11) - 5);

const [rows, columns, inner] = [8, 16, 9];
const a = numbers(rows * inner, 1);
const b = numbers(inner * columns, 2);
const c = numbers(rows * columns, 3);
const expected = c.map((value, at) => {
  const [row, column] = [Math.floor(at / columns), at % columns];
  return Array.from({ length: inner }, (_, k) => (a[row * inner + k] ?? 0) * (b[k * columns + column] ?? 0)).reduce(
    (sum, term) => sum + term,
    value,
  );
});

describe('the product of matrices in WebAssembly', () => {
  const { addProduct, allocate } = createWorkspace(1000, 8);
  const allocated = (values: readonly number[]): Float32Array => {
    const array = allocate(values.length);
    array.set(values);
    return array;
  };

  it('is added to the matrix that is given', () => {
    const out = { values: allocated(c), rowStride: columns };
    const [one, other] = [allocated(a), allocated(b)];
    addProduct({ values: one, rowStride: inner }, { values: other, rowStride: columns }, out, rows, columns, inner);
    expect([...out.values]).to.deep.equal(expected);
  });

  it('is the same for a first matrix that is stored column by column', () => {
    const turned = Array.from({ length: rows * inner }, (_, at) => a[(at % rows) * inner + Math.floor(at / rows)] ?? 0);
    const out = { values: allocated(c), rowStride: columns };
    const [one, other] = [allocated(turned), allocated(b)];
    const first = { values: one, rowStride: 1, columnStride: rows };
    addProduct(first, { values: other, rowStride: columns }, out, rows, columns, inner);
    expect([...out.values]).to.deep.equal(expected);
  });
});
