import { showsSomething } from './fill.ts';
import type { Grey } from './grey.ts';

/** The width and the height of a cell, in pixels. */
const cell = 10;
/** A side is run over where such a share of its cells is reached. Fewer are a shadow, or a finger that holds it. */
const fewest = 0.125;
/** Paper is empty near its edge: of two opposite sides that are run over, this much of each lies between the edges. */
const shortest = 0.25;

type Place = { readonly column: number; readonly row: number };

type Cells = { readonly columns: number; readonly rows: number; readonly isFull: readonly boolean[] };

const cellsOf = (grey: Grey): Cells => {
  const columns = Math.floor(grey.width / cell);
  const rows = Math.floor(grey.height / cell);
  const isFull = Array.from({ length: columns * rows }, (_, i) => {
    const left = (i % columns) * cell;
    const top = Math.floor(i / columns) * cell;
    return showsSomething(grey, left, top, left + cell, top + cell);
  });
  return { columns, rows, isFull };
};

/** The steps between cells side by side, and over one empty cell, as the lines of a document have. */
const steps = { touching: [-1, 0, 1], near: [-2, -1, 0, 1, 2] } as const;

const neighboursOf = (at: number, { columns, rows }: Cells, bond: keyof typeof steps): readonly number[] => {
  const column = at % columns;
  const row = Math.floor(at / columns);
  return steps[bond]
    .flatMap((down) => steps[bond].map((right) => [column + right, row + down] as const))
    .filter(([x, y]) => x >= 0 && y >= 0 && x < columns && y < rows)
    .map(([x, y]) => y * columns + x);
};

/** The cells of the largest thing: those that hang together, also over a corner. */
const largestThing = (cells: Cells, bond: keyof typeof steps): readonly Place[] => {
  const seen = new Set<number>();
  let largest: readonly number[] = [];
  for (const [first, isFull] of cells.isFull.entries()) {
    if (!isFull || seen.has(first)) continue;
    const thing = [first];
    seen.add(first);
    for (const at of thing)
      for (const next of neighboursOf(at, cells, bond)) {
        if (cells.isFull[next] !== true || seen.has(next)) continue;
        seen.add(next);
        thing.push(next);
      }
    if (thing.length > largest.length) largest = thing;
  }
  return largest.map((at) => ({ column: at % cells.columns, row: Math.floor(at / cells.columns) }));
};

/** The reached part of a side, as shares of its length: the cells, and from the first of them to the last. */
type Reach = { readonly cells: number; readonly span: number };

const reachOf = (places: readonly number[], length: number): Reach => ({
  cells: places.length / length,
  span: places.length === 0 ? 0 : (Math.max(...places) - Math.min(...places) + 1) / length,
});

type Opposite = readonly [Reach, Reach];

/** The reach of a thing on the left and the right side, and on the upper and the lower one. */
const oppositesOf = (thing: readonly Place[], { columns, rows }: Cells): readonly [Opposite, Opposite] => {
  const inColumn = (which: number): Reach =>
    reachOf(
      thing.flatMap(({ column, row }) => (column === which ? [row] : [])),
      rows,
    );
  const inRow = (which: number): Reach =>
    reachOf(
      thing.flatMap(({ column, row }) => (row === which ? [column] : [])),
      columns,
    );
  return [
    [inColumn(0), inColumn(columns - 1)],
    [inRow(0), inRow(rows - 1)],
  ];
};

/**
 * Over how many sides of a whole picture its largest thing runs, 0 to 4. The picture is about 320 pixels in width. A
 * second thing, such as a keyboard behind the document, does not count.
 */
export const sidesRunOver = (whole: Grey): number => {
  const cells = cellsOf(whole);
  const reaches = oppositesOf(largestThing(cells, 'touching'), cells).flat();
  const reached = reaches.filter(({ cells: share }) => share >= fewest).length;
  const spanned = oppositesOf(largestThing(cells, 'near'), cells).filter((sides) =>
    sides.every(({ span }) => span >= shortest),
  );
  // A thing that spans the picture both ways is a cloth with a pattern.
  return spanned.length === 1 ? Math.max(reached, 2) : reached;
};
