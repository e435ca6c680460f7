import type { GreyImage } from '../picture/grey-image.ts';

/** The mean levels of the columns, from 0 for the darkest column to 1 for the lightest. */
type Columns = readonly number[];

/** A range of columns; `to` is excluded. */
type ColumnRange = { readonly from: number; readonly to: number };

/** Where the wide bars of a deskewed region are searched, and where neither of them can be. */
const startWithin = 0.2;
const stopFrom = 0.7;
const insideWithin = { from: 0.25, to: 0.65 } as const;

/** A column below this level is part of a bar. */
const barBelow = 0.35;

/** The maximum standard deviation of the columns, which run through twenty rows and more. */
const maxDeviation = 0.22;

/**
 * The modules of the narrowest PDF417 and of the widest, which has 30 data columns, with a tolerance for inaccurate
 * measuring.
 */
const modules = { least: 75, most: 650 } as const;

const meanOf = (values: Columns): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The means of the columns, without the upper and the lower quarter, which may lie outside of the bars. */
const columnsOf = ({ data, width, height }: GreyImage): Columns => {
  const sums = new Array<number>(width).fill(0);
  for (let y = Math.floor(height / 4); y < Math.ceil((height * 3) / 4); y += 1)
    for (let x = 0; x < width; x += 1) sums[x] = (sums[x] ?? 0) + (data[y * width + x] ?? 0);
  const darkest = Math.min(...sums);
  const lightest = Math.max(...sums);
  return sums.map((sum) => (sum - darkest) / Math.max(1, lightest - darkest));
};

/** The widest bar among these columns. */
const widestBar = (columns: Columns, { from, to }: ColumnRange): ColumnRange => {
  let widest: ColumnRange = { from, to: from };
  let began = from;
  for (let at = from; at < to; at += 1) {
    if ((columns[at] ?? 1) >= barBelow) began = at + 1;
    else if (at + 1 - began > widest.to - widest.from) widest = { from: began, to: at + 1 };
  }
  return widest;
};

const isBetween = (value: number, least: number, most: number): boolean => value >= least && value <= most;

/** Whether the columns are those of an upright PDF417. */
const isUprightPdf417 = (columns: Columns): boolean => {
  const part = (share: number): number => Math.round(share * columns.length);
  const start = widestBar(columns, { from: 0, to: part(startWithin) });
  const stop = widestBar(columns, { from: part(stopFrom), to: columns.length });
  const eighth = (start.to - start.from) / 8;
  const seventh = (stop.to - stop.from) / 7;
  const module = (eighth + seventh) / 2;
  /** The mean level in a range of modules behind a column. */
  const level = (column: number, from: number, to: number): number =>
    meanOf(columns.slice(Math.max(0, Math.floor(column + from * module)), Math.ceil(column + to * module)));
  const inside = columns.slice(part(insideWithin.from), part(insideWithin.to));
  const grey = meanOf(inside);
  return (
    isBetween(eighth / seventh, 0.7, 1.4) &&
    isBetween((stop.to + 11 * module - start.from) / module, modules.least, modules.most) &&
    isBetween(grey, 0.3, 0.75) &&
    Math.sqrt(meanOf(inside.map((one) => (one - grey) ** 2))) <= maxDeviation &&
    // Paper, then the bar of eight modules, three bars of one module, and a space of three modules.
    level(start.from, -2.5, -0.5) >= 0.75 &&
    isBetween(level(start.to, 0.5, 5.5), 0.3, 0.75) &&
    level(start.to, 6.5, 8.5) >= 0.5 &&
    // Four bars of one module follow the bar of seven modules, with spaces of seven modules in all; then paper.
    isBetween(level(stop.to, 0.5, 10.5), 0.4, 0.88) &&
    level(stop.to, 12, 14) >= 0.75
  );
};

/**
 * Whether a deskewed region has the features that a PDF417 shows even where single bars cannot be told apart. These are
 * the start pattern and the stop pattern (ISO/IEC 15438: 8 1 1 1 1 1 1 3 and 7 1 1 3 1 1 1 2 1 modules, beginning with
 * a bar), which run through all rows. Between them the columns have about the same grey, because the ink of many rows
 * averages out.
 */
export const hasStartStopPatterns = (region: GreyImage): boolean => {
  const columns = columnsOf(region);
  return isUprightPdf417(columns) || isUprightPdf417(columns.toReversed());
};
