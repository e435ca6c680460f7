import type { Grey } from './grey.ts';

const columns = 16;
const rows = 10;
/** The deviation of brightness in a cell from which on something is in it. A table or a wall has less. */
const something = 9;

/** Whether a part of a picture shows more than a table or a wall. */
export const showsSomething = (grey: Grey, left: number, top: number, right: number, bottom: number): boolean =>
  deviation(grey, left, top, right, bottom) >= something;

const deviation = ({ values, width }: Grey, left: number, top: number, right: number, bottom: number): number => {
  let sum = 0;
  let squares = 0;
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1) {
      const value = values[y * width + x] ?? 0;
      sum += value;
      squares += value * value;
    }
  const count = (right - left) * (bottom - top);
  return count === 0 ? 0 : Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2));
};

/** How much of the picture is not empty: the share of its cells, and of the box around them (0 to 1). */
export type Fill = { readonly cells: number; readonly box: number };

/** Looks where something is, also where it is out of focus. */
export const fillOf = (grey: Grey): Fill => {
  const { height, width } = grey;
  const edge = (size: number, i: number, of: number): number => Math.round((size * i) / of);
  let cells = 0;
  const box = { left: columns, right: -1, top: rows, bottom: -1 };
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const left = edge(width, column, columns);
      const right = edge(width, column + 1, columns);
      const top = edge(height, row, rows);
      const bottom = edge(height, row + 1, rows);
      if (!showsSomething(grey, left, top, right, bottom)) continue;
      cells += 1;
      box.left = Math.min(box.left, column);
      box.right = Math.max(box.right, column);
      box.top = Math.min(box.top, row);
      box.bottom = Math.max(box.bottom, row);
    }
  const area = cells === 0 ? 0 : (box.right - box.left + 1) * (box.bottom - box.top + 1);
  return { cells: cells / (columns * rows), box: area / (columns * rows) };
};
