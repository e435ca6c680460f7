/**
 * The product of matrices in WebAssembly, which every processor that runs Node runs with four numbers at a time. The
 * module has one function and is put together here, instruction by instruction (WebAssembly Core Specification 2.0,
 * chapter 5): plain JavaScript takes six to ten times as long.
 */

/** What is used of WebAssembly, which the types of Node do not declare. */
declare const WebAssembly: {
  readonly Memory: new (size: { readonly initial: number }) => { readonly buffer: ArrayBuffer };
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (
    module: object,
    imports: object,
  ) => {
    readonly exports: { readonly p: (...parameters: readonly number[]) => void };
  };
};

type Code = readonly number[];

/** An unsigned number in LEB128. */
const leb = (value: number): Code => (value < 128 ? [value] : [(value & 127) | 128, ...leb(value >>> 7)]);

const i32 = 0x7f;
const v128 = 0x7b;
const get = (local: number): Code => [0x20, local];
const set = (local: number): Code => [0x21, local];
/** Numbers from 0 to 63 alone, which are one byte. */
const constant = (value: number): Code => [0x41, value];
const add: Code = [0x6a];
const multiply: Code = [0x6c];
const shiftLeft: Code = [0x74];
const load = (offset: number): Code => [0xfd, 0x00, 0, ...leb(offset)];
const loadSplat: Code = [0xfd, 0x09, 0, 0];
const store = (offset: number): Code => [0xfd, 0x0b, 0, ...leb(offset)];
const addFour: Code = [0xfd, 0xe4, 0x01];
const multiplyFour: Code = [0xfd, 0xe6, 0x01];

/** The parameters: addresses and strides in bytes, numbers of rows and columns. */
const [a, aRow, aColumn, b, bRow, c, cRow, rows, columns, inner] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
const [i, j, k, bAt] = [10, 11, 12, 13] as const;
/** Where the four rows of `a` and of `c` are read. */
const aAt = [14, 15, 16, 17] as const;
const cAt = [18, 19, 20, 21] as const;
const [left, right, factor, sums] = [22, 23, 24, 25] as const;

const increase = (local: number, by: Code): Code => [...get(local), ...by, ...add, ...set(local)];

const countTo = (counter: number, end: number, step: number, body: Code): Code => [
  ...[...constant(0), ...set(counter), 0x03, 0x40],
  ...[...body, ...get(counter), ...constant(step), ...add, 0x22, counter],
  ...[...get(end), 0x49, 0x0d, 0, 0x0b],
];

/** Sets four addresses: a start, and each of the others one row further. */
const fourRows = (at: readonly number[], start: Code, stride: number): Code => [
  ...start,
  ...at.flatMap((local, n) => (n === 0 ? set(local) : [...get(at[n - 1] ?? 0), ...get(stride), ...add, ...set(local)])),
];

/** One term of the sums of four rows and eight columns. */
const accumulate: Code = [
  ...[...get(bAt), ...load(0), ...set(left), ...get(bAt), ...load(16), ...set(right)],
  ...aAt.flatMap((row, n) => [
    ...[...get(row), ...loadSplat, ...set(factor)],
    ...[left, right].flatMap((half, side) => {
      const sum = sums + 2 * n + side;
      return [...get(sum), ...get(factor), ...get(half), ...multiplyFour, ...addFour, ...set(sum)];
    }),
    ...increase(row, get(aColumn)),
  ]),
  ...increase(bAt, get(bRow)),
];

const columnBytes: Code = [...get(j), ...constant(2), ...shiftLeft];

const tile: Code = [
  ...fourRows(aAt, [...get(a), ...get(i), ...get(aRow), ...multiply, ...add], aRow),
  ...fourRows(cAt, [...get(c), ...get(i), ...get(cRow), ...multiply, ...add, ...columnBytes, ...add], cRow),
  ...[...get(b), ...columnBytes, ...add, ...set(bAt)],
  ...cAt.flatMap((row, n) => [0, 1].flatMap((side) => [...get(row), ...load(16 * side), ...set(sums + 2 * n + side)])),
  ...countTo(k, inner, 1, accumulate),
  ...cAt.flatMap((row, n) => [0, 1].flatMap((side) => [...get(row), ...get(sums + 2 * n + side), ...store(16 * side)])),
];

const section = (id: number, content: Code): Code => [id, ...leb(content.length), ...content];

const program: Code = [2, 12, i32, 11, v128, ...countTo(i, rows, 4, countTo(j, columns, 8, tile)), 0x0b];

const wasm = Uint8Array.from([
  ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...section(1, [1, 0x60, 10, ...Array.from({ length: 10 }, () => i32), 0]),
  ...section(2, [1, 1, 0x6d, 1, 0x6d, 2, 0, 1]),
  ...section(3, [1, 0]),
  ...section(7, [1, 1, 0x70, 0, 0]),
  ...section(10, [1, ...leb(program.length), ...program]),
]);

/** A matrix in the memory of a workspace. Strides are in numbers. */
export type Matrix = { readonly values: Float32Array; readonly rowStride: number; readonly columnStride?: number };

/** Numbers in one memory, and the product of matrices in it. */
export type Workspace = {
  readonly allocate: (length: number) => Float32Array;
  /**
   * Adds the product of `a` and `b` to `c`. `rows` must be a multiple of 4 and `columns` of 8, and the columns of `b`
   * and `c` must be adjacent.
   */
  readonly addProduct: (a: Matrix, b: Matrix, c: Matrix, rows: number, columns: number, inner: number) => void;
};

const pageBytes = 65_536;
const alignment = 64;

/** A workspace for this many numbers, in at most `arrays` arrays. */
export const createWorkspace = (numbers: number, arrays: number): Workspace => {
  const memory = new WebAssembly.Memory({ initial: Math.ceil((numbers * 4 + (arrays + 1) * alignment) / pageBytes) });
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(wasm), { m: { m: memory } });
  let used = 0;
  const allocate = (length: number): Float32Array => {
    const values = new Float32Array(memory.buffer, used, length);
    used += Math.ceil((length * 4) / alignment) * alignment;
    return values;
  };
  return {
    allocate,
    addProduct: (first, second, sum, rowCount, columnCount, innerCount) => {
      const column = first.columnStride ?? 1;
      const matrices = [
        ...[first.values.byteOffset, first.rowStride * 4, column * 4],
        ...[second.values.byteOffset, second.rowStride * 4],
        ...[sum.values.byteOffset, sum.rowStride * 4],
      ];
      exports.p(...matrices, rowCount, columnCount, innerCount);
    },
  };
};
