import type { GreyImage } from '../picture/grey-image.ts';

/** Mean levels of the columns, 0 for the darkest of them to 1 for the lightest. */
type Columns = readonly number[];

/** A stretch of columns, `to` not included. */
type Stretch = { readonly from: number; readonly to: number };

/** Where in a field that was laid straight its wide bars are looked for, and where surely neither of them is. */
const startWithin = 0.2;
const stopFrom = 0.7;
const between = { from: 0.25, to: 0.65 } as const;

/** Below this level a column is in a bar. */
const bar = 0.35;

/** How uneven columns may be that run through twenty rows and more, as their standard deviation. */
const mostUneven = 0.22;

/** Modules of the widest PDF417, 30 columns of data, and of the narrowest, with room for what is measured badly. */
const modules = { least: 75, most: 650 } as const;

const meanOf = (values: Columns): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The columns' means, without the uppermost and the lowest quarter, which may lie outside of the bars. */
const columnsOf = ({ data, width, height }: GreyImage): Columns => {
  const sums = new Array<number>(width).fill(0);
  for (let y = Math.floor(height / 4); y < Math.ceil((height * 3) / 4); y += 1)
    for (let x = 0; x < width; x += 1) sums[x] = (sums[x] ?? 0) + (data[y * width + x] ?? 0);
  const [darkest, lightest] = [Math.min(...sums), Math.max(...sums)];
  return sums.map((sum) => (sum - darkest) / Math.max(1, lightest - darkest));
};

/** The widest bar among these columns. */
const widestBar = (columns: Columns, { from, to }: Stretch): Stretch => {
  let widest: Stretch = { from, to: from };
  let began = from;
  for (let at = from; at < to; at += 1) {
    if ((columns[at] ?? 1) >= bar) began = at + 1;
    else if (at + 1 - began > widest.to - widest.from) widest = { from: began, to: at + 1 };
  }
  return widest;
};

const isBetween = (value: number, least: number, most: number): boolean => value >= least && value <= most;

/** Whether the columns are those of a PDF417 that stands upright. */
const areUpright = (columns: Columns): boolean => {
  const part = (share: number): number => Math.round(share * columns.length);
  const start = widestBar(columns, { from: 0, to: part(startWithin) });
  const stop = widestBar(columns, { from: part(stopFrom), to: columns.length });
  const [eighth, seventh] = [(start.to - start.from) / 8, (stop.to - stop.from) / 7];
  const module = (eighth + seventh) / 2;
  /** The mean level so many modules behind a column. */
  const level = (column: number, from: number, to: number): number =>
    meanOf(columns.slice(Math.max(0, Math.floor(column + from * module)), Math.ceil(column + to * module)));
  const inside = columns.slice(part(between.from), part(between.to));
  const grey = meanOf(inside);
  return (
    isBetween(eighth / seventh, 0.7, 1.4) &&
    isBetween((stop.to + 11 * module - start.from) / module, modules.least, modules.most) &&
    isBetween(grey, 0.3, 0.75) &&
    Math.sqrt(meanOf(inside.map((one) => (one - grey) ** 2))) <= mostUneven &&
    // Paper, the bar of eight, three of one, paper of three.
    level(start.from, -2.5, -0.5) >= 0.75 &&
    isBetween(level(start.to, 0.5, 5.5), 0.3, 0.75) &&
    level(start.to, 6.5, 8.5) >= 0.5 &&
    // Behind the bar of seven four of one, and paper of seven in all; then paper.
    isBetween(level(stop.to, 0.5, 10.5), 0.4, 0.88) &&
    level(stop.to, 12, 14) >= 0.75
  );
};

/**
 * Whether a field that was laid straight has what a PDF417 shows even where no bar can be told from the next: the start
 * pattern and the stop pattern (ISO/IEC 15438: 8 1 1 1 1 1 1 3 and 7 1 1 3 1 1 1 2 1 modules, a bar first), which go
 * through all rows, and between them columns of about one grey, since the ink of many rows evens out.
 */
export const hasEdgePatterns = (field: GreyImage): boolean => {
  const columns = columnsOf(field);
  return areUpright(columns) || areUpright(columns.toReversed());
};
