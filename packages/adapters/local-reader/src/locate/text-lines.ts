import { binarize } from '../picture/binarize.ts';
import type { GreyImage } from '../picture/grey-image.ts';

/** A straight line of text: its middle, its slope in radians, and its length and thickness in pixels. */
export type TextLine = {
  readonly x: number;
  readonly y: number;
  readonly angle: number;
  readonly length: number;
  readonly thickness: number;
};

/** A horizontal run of ink in one row, with small gaps filled; `to` is the pixel after the last. */
type Run = { readonly y: number; readonly from: number; readonly to: number };

/** The ink runs of a row, joined where the gap between them is at most `gap`. */
const runsOf = (ink: Uint8Array, width: number, height: number, gap: number): Run[] => {
  const runs: Run[] = [];
  for (let y = 0; y < height; y += 1) {
    let from = -1;
    let to = -1;
    for (let x = 0; x < width; x += 1) {
      if (ink[y * width + x] !== 1) continue;
      if (from >= 0 && x - to > gap) {
        runs.push({ y, from, to });
        from = x;
      }
      if (from < 0) from = x;
      to = x + 1;
    }
    if (from >= 0) runs.push({ y, from, to });
  }
  return runs;
};

/** The connected components of runs that touch from one row to the next. Runs must be sorted by row. */
const connectedRuns = (runs: readonly Run[]): Run[][] => {
  const parent = runs.map((_, i) => i);
  // Every step halves the path, so that a crafted picture with long chains of runs costs no more than any other.
  const rootOf = (i: number): number => {
    let root = i;
    while (parent[root] !== root) {
      const next = parent[root] ?? root;
      parent[root] = parent[next] ?? next;
      root = parent[root] ?? root;
    }
    return root;
  };
  let above = 0;
  runs.forEach((run, i) => {
    while (above < i && (runs[above]?.y ?? 0) < run.y - 1) above += 1;
    for (let j = above; j < i; j += 1) {
      const other = runs[j];
      if (other?.y !== run.y - 1) break;
      if (other.from < run.to && run.from < other.to) parent[rootOf(j)] = rootOf(i);
    }
  });
  const gathered = new Map<number, Run[]>();
  runs.forEach((run, i) => {
    const root = rootOf(i);
    const known = gathered.get(root);
    if (known) known.push(run);
    else gathered.set(root, [run]);
  });
  return [...gathered.values()];
};

/** The line along which the ink of a component lies, from its first and second moments. */
const lineOf = (runs: readonly Run[]): TextLine => {
  let n = 0;
  let sx = 0;
  let sy = 0;
  let sxx = 0;
  let syy = 0;
  let sxy = 0;
  let left = Number.POSITIVE_INFINITY;
  let right = 0;
  for (const { y, from, to } of runs) {
    const count = to - from;
    const middle = (from + to - 1) / 2;
    n += count;
    sx += count * middle;
    sy += count * y;
    sxx += count * middle * middle + (count * (count * count - 1)) / 12;
    syy += count * y * y;
    sxy += count * middle * y;
    left = Math.min(left, from);
    right = Math.max(right, to);
  }
  const cx = sx / n;
  const cy = sy / n;
  const vxx = sxx / n - cx * cx;
  const vyy = syy / n - cy * cy;
  const vxy = sxy / n - cx * cy;
  const angle = 0.5 * Math.atan2(2 * vxy, vxx - vyy);
  const across = (vxx + vyy) / 2 - Math.hypot((vxx - vyy) / 2, vxy);
  const x = (left + right) / 2;
  return {
    x,
    y: cy + Math.tan(angle) * (x - cx),
    angle,
    length: (right - left) / Math.cos(angle),
    thickness: Math.sqrt(12 * Math.max(across, 1 / 12)),
  };
};

/**
 * A line of 30 to 44 OCR-B characters is 25 to 45 times as long as it is high. The wider limits allow for blur and
 * slope.
 */
const looksLikeMrz = ({ length, thickness, angle }: TextLine, width: number): boolean =>
  length > width * 0.3 && thickness > 4 && length / thickness > 16 && length / thickness < 60 && Math.abs(angle) < 0.5;

/** A page full of text has fewer lines. Noise can have a thousand, and every pair of lines is compared. */
const maxLines = 64;

/** No stroke of an MRZ is so long without a gap, along or across its lines. */
const maxStroke = 60;

/** Takes runs of ink away that are longer than any stroke: frames and rules, which would join a line or lengthen it. */
const withoutRules = (ink: Uint8Array, width: number, height: number): Uint8Array => {
  const left = ink.slice();
  const eraseAlong = (lines: number, lineStep: number, pixels: number, pixelStep: number): void => {
    for (let line = 0; line < lines; line += 1) {
      let run = 0;
      for (let pixel = 0; pixel <= pixels; pixel += 1) {
        const at = line * lineStep + pixel * pixelStep;
        if (pixel < pixels && ink[at] === 1) {
          run += 1;
          continue;
        }
        if (run > maxStroke) for (let back = 1; back <= run; back += 1) left[at - back * pixelStep] = 0;
        run = 0;
      }
    }
  };
  eraseAlong(width, 1, height, width);
  eraseAlong(height, width, width, 1);
  return left;
};

/** Marks with 1 what is ink on an image that is about 1000 pixels wide. */
export const inkOf = (image: GreyImage): Uint8Array => withoutRules(binarize(image, 16, 14), image.width, image.height);

/**
 * Finds long, thin, straight runs of dark ink: the lines of a machine-readable zone and whatever looks like them, at
 * most the 64 longest. It needs an image that is about 1000 pixels wide. `gap` is the widest gap between two characters
 * of one line, in pixels. A search with several gaps gives the `ink` of the image.
 */
export const findTextLines = (image: GreyImage, gap: number, ink: Uint8Array = inkOf(image)): TextLine[] => {
  const lines = connectedRuns(runsOf(ink, image.width, image.height, gap))
    .filter((runs) => runs.length > 4)
    .map(lineOf)
    .filter((line) => looksLikeMrz(line, image.width));
  return lines.length > maxLines ? lines.sort((a, b) => b.length - a.length).slice(0, maxLines) : lines;
};
