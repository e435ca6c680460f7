import { showsSomething } from './fill.ts';
import type { Grey } from './grey.ts';

/** The width and the height of a cell, in pixels. */
const cell = 10;
/** A side is run over where such a share of its cells is reached. Fewer are a shadow, or a finger that holds it. */
const fewest = 0.125;

type Cells = { readonly columns: number; readonly rows: number; readonly isFull: readonly boolean[] };

const cellsOf = (grey: Grey): Cells => {
  const [columns, rows] = [Math.floor(grey.width / cell), Math.floor(grey.height / cell)];
  const isFull = Array.from({ length: columns * rows }, (_, i) => {
    const [left, top] = [(i % columns) * cell, Math.floor(i / columns) * cell];
    return showsSomething(grey, left, top, left + cell, top + cell);
  });
  return { columns, rows, isFull };
};

const neighboursOf = (at: number, { columns, rows }: Cells): readonly number[] => {
  const [column, row] = [at % columns, Math.floor(at / columns)];
  return [-1, 0, 1]
    .flatMap((down) => [-1, 0, 1].map((right) => [column + right, row + down] as const))
    .filter(([x, y]) => x >= 0 && y >= 0 && x < columns && y < rows)
    .map(([x, y]) => y * columns + x);
};

/** The cells of the largest thing: those that hang together, also over a corner. */
const largestThing = (cells: Cells): readonly number[] => {
  const seen = new Set<number>();
  let largest: readonly number[] = [];
  for (const [first, isFull] of cells.isFull.entries()) {
    if (!isFull || seen.has(first)) continue;
    const thing = [first];
    seen.add(first);
    for (const at of thing)
      for (const next of neighboursOf(at, cells)) {
        if (cells.isFull[next] !== true || seen.has(next)) continue;
        seen.add(next);
        thing.push(next);
      }
    if (thing.length > largest.length) largest = thing;
  }
  return largest;
};

/**
 * Over how many sides of a whole picture its largest thing runs, 0 to 4. The picture is about 320 pixels in width. A
 * second thing, such as a keyboard behind the document, does not count.
 */
export const sidesRunOver = (whole: Grey): number => {
  const cells = cellsOf(whole);
  const { columns, rows } = cells;
  const thing = largestThing(cells);
  const reaching = (length: number, isAtSide: (column: number, row: number) => boolean): number =>
    thing.filter((at) => isAtSide(at % columns, Math.floor(at / columns))).length / length;
  return [
    reaching(rows, (column) => column === 0),
    reaching(rows, (column) => column === columns - 1),
    reaching(columns, (_, row) => row === 0),
    reaching(columns, (_, row) => row === rows - 1),
  ].filter((share) => share >= fewest).length;
};
