/**
 * The product of matrices in WebAssembly, which every processor that runs Node runs with four numbers at a time: plain
 * JavaScript takes six to ten times as long. The module has one function and is put together here from the bytes of its
 * instructions (WebAssembly Core Specification 2.0, chapter 5). In JavaScript the function is
 *
 *     for (let i = 0; i < rows; i += 4)
 *       for (let j = 0; j < columns; j += 8)
 *         for (let k = 0; k < inner; k += 1)
 *           c[i..i+3][j..j+7] += a[i..i+3][k] * b[k][j..j+7];
 *
 * The 32 sums of four rows and eight columns stay in eight locals of four numbers each while `k` counts, so that memory
 * is written once for each. In the text form of the specification (chapter 6), with `n` for each of the four rows and
 * `h` for each of the two halves of the eight columns, the body of the two outer loops is
 *
 *     local.set $aAt0 (a + i * aRow)                      ;; $aAt1 = $aAt0 + aRow, and so on to $aAt3
 *     local.set $cAt0 (c + i * cRow + 4 * j)              ;; $cAt1 = $cAt0 + cRow, and so on to $cAt3
 *     local.set $bAt (b + 4 * j)
 *     local.set $sum_n_h (v128.load offset=16*h $cAt_n)
 *     loop                                                ;; k from 0 to inner
 *       local.set $left (v128.load $bAt)
 *       local.set $right (v128.load offset=16 $bAt)
 *       local.set $factor (v128.load32_splat $aAt_n)      ;; one number of a, four times
 *       local.set $sum_n_h (f32x4.add $sum_n_h (f32x4.mul $factor $left or $right))
 *       local.set $aAt_n ($aAt_n + aColumn)
 *       local.set $bAt ($bAt + bRow)
 *     end
 *     v128.store offset=16*h $cAt_n $sum_n_h
 */

/** The used part of WebAssembly, which the types of Node do not declare. */
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

/** An unsigned number in LEB128 (chapter 5.2.2). */
const leb = (value: number): Code => (value < 128 ? [value] : [(value & 127) | 128, ...leb(value >>> 7)]);

/** Types (chapter 5.3). */
const i32 = 0x7f;
const v128 = 0x7b;
const noResult = 0x40;

/** Instructions, by their names in the text form (chapter 5.4). Their operands stand before them. */
const get = (local: number): Code => [0x20, local]; // local.get
const set = (local: number): Code => [0x21, local]; // local.set
const setAndKeep = (local: number): Code => [0x22, local]; // local.tee
/** Numbers from 0 to 63 alone, which are one byte. */
const constant = (value: number): Code => [0x41, value]; // i32.const
const add: Code = [0x6a]; // i32.add
const multiply: Code = [0x6c]; // i32.mul
const shiftLeft: Code = [0x74]; // i32.shl
const isLess: Code = [0x49]; // i32.lt_u
const loop: Code = [0x03, noResult]; // loop
const repeatIf: Code = [0x0d, 0]; // br_if 0: back to the beginning of the innermost loop
const end: Code = [0x0b]; // end
/** These have an alignment, which only makes them faster and is 0 here, before their offset in bytes. */
const load = (offset: number): Code => [0xfd, 0x00, 0, ...leb(offset)]; // v128.load
const loadSplat: Code = [0xfd, 0x09, 0, 0]; // v128.load32_splat
const store = (offset: number): Code => [0xfd, 0x0b, 0, ...leb(offset)]; // v128.store
const addFour: Code = [0xfd, 0xe4, 0x01]; // f32x4.add
const multiplyFour: Code = [0xfd, 0xe6, 0x01]; // f32x4.mul

/** The parameters: addresses and strides in bytes, numbers of rows and columns. */
const a = 0;
const aRow = 1;
const aColumn = 2;
const b = 3;
const bRow = 4;
const c = 5;
const cRow = 6;
const rows = 7;
const columns = 8;
const inner = 9;
const i = 10;
const j = 11;
const k = 12;
const bAt = 13;
/** Where the four rows of `a` and of `c` are read. */
const aAt = [14, 15, 16, 17] as const;
const cAt = [18, 19, 20, 21] as const;
const left = 22;
const right = 23;
const factor = 24;
const sums = 25;

const increase = (local: number, by: Code): Code => [...get(local), ...by, ...add, ...set(local)];

/** Counts from 0 in steps while the counter is less than a limit, and runs the body each time, at least once. */
const countTo = (counter: number, limit: number, step: number, body: Code): Code => [
  ...constant(0),
  ...set(counter),
  ...loop,
  ...body,
  ...get(counter),
  ...constant(step),
  ...add,
  ...setAndKeep(counter),
  ...get(limit),
  ...isLess,
  ...repeatIf,
  ...end,
];

/** Sets four addresses: a start, and each of the others one row further. */
const fourRows = (at: readonly number[], start: Code, stride: number): Code => [
  ...start,
  ...at.flatMap((local, n) => (n === 0 ? set(local) : [...get(at[n - 1] ?? 0), ...get(stride), ...add, ...set(local)])),
];

/** One term of the sums of four rows and eight columns. */
const accumulate: Code = [
  ...get(bAt),
  ...load(0),
  ...set(left),
  ...get(bAt),
  ...load(16),
  ...set(right),
  ...aAt.flatMap((row, n) => [
    ...get(row),
    ...loadSplat,
    ...set(factor),
    ...[left, right].flatMap((half, side) => {
      const sum = sums + 2 * n + side;
      return [...get(sum), ...get(factor), ...get(half), ...multiplyFour, ...addFour, ...set(sum)];
    }),
    ...increase(row, get(aColumn)),
  ]),
  ...increase(bAt, get(bRow)),
];

/** Where column `j` begins in a row: each number has four bytes. */
const columnBytes: Code = [...get(j), ...constant(2), ...shiftLeft];

/** Four rows and eight columns of the result: the sums are loaded, all terms are added, and the sums are stored. */
const tile: Code = [
  ...fourRows(aAt, [...get(a), ...get(i), ...get(aRow), ...multiply, ...add], aRow),
  ...fourRows(cAt, [...get(c), ...get(i), ...get(cRow), ...multiply, ...add, ...columnBytes, ...add], cRow),
  ...get(b),
  ...columnBytes,
  ...add,
  ...set(bAt),
  ...cAt.flatMap((row, n) => [0, 1].flatMap((side) => [...get(row), ...load(16 * side), ...set(sums + 2 * n + side)])),
  ...countTo(k, inner, 1, accumulate),
  ...cAt.flatMap((row, n) => [0, 1].flatMap((side) => [...get(row), ...get(sums + 2 * n + side), ...store(16 * side)])),
];

const section = (id: number, content: Code): Code => [id, ...leb(content.length), ...content];

/** The first letter of a name, which is all of it. */
const name = (letter: string): Code => [1, letter.charCodeAt(0)];

/** Two groups of locals, 12 numbers (10 to 21) and 11 of four numbers (22 to 32), and then the instructions. */
const program: Code = [2, 12, i32, 11, v128, ...countTo(i, rows, 4, countTo(j, columns, 8, tile)), ...end];

/** The module (chapter 5.5). Each section begins with how many things it has, which is one. */
const wasm = Uint8Array.from([
  0x00,
  0x61,
  0x73,
  0x6d,
  1,
  0,
  0,
  0, // "\0asm", version 1
  ...section(1, [1, 0x60, 10, ...Array.from({ length: 10 }, () => i32), 0]), // types: a function of ten numbers
  ...section(2, [1, ...name('m'), ...name('m'), 2, 0, 1]), // imports: the memory m.m, of one page and more
  ...section(3, [1, 0]), // functions: one of the type 0
  ...section(7, [1, ...name('p'), 0, 0]), // exports: p, the function 0
  ...section(10, [1, ...leb(program.length), ...program]), // code
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
        first.values.byteOffset,
        first.rowStride * 4,
        column * 4,
        second.values.byteOffset,
        second.rowStride * 4,
        sum.values.byteOffset,
        sum.rowStride * 4,
      ];
      exports.p(...matrices, rowCount, columnCount, innerCount);
    },
  };
};
