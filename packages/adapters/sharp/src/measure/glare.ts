import { type Component, connectedComponents } from './connected-components.ts';
import type { Grid } from './grid.ts';
import { addToHistogram, percentile } from './histogram.ts';

/** From this level on a cell is saturated, whatever was printed there. */
const saturatedFrom = 251;
/** From this level on a cell may be paper. */
const paperFrom = 190;
/** Paper that is as bright as this is itself saturated in places. */
const overexposedPaper = 240;
/**
 * The erosion radius in cells: a region counts only when this many cells around its core are saturated as well. Between
 * lines of print there are fewer.
 */
const erosionRadius = 5;
/** Glare fades gradually into the paper. A printed or cut-out white area ends at a sharp edge. */
const falloff = { from: 215, share: 0.75 } as const;
/** The maximum number of regions that are examined, largest first. A crafted picture may have hundreds. */
const maxRegions = 8;
/**
 * The white margin of a scanned page, or a window behind the desk, has most of its outline at the edge of the picture.
 */
const maxEdgeShare = 1 / 3;

/**
 * The distance transform: for each cell, the number of steps, straight or diagonal, to the nearest cell that is not
 * saturated or outside of the picture.
 */
const distanceTransform = ({ minChannel, width, height }: Grid): Uint16Array => {
  const depths = new Uint16Array(width * height);
  const pass = (start: number, step: 1 | -1): void => {
    for (let n = 0; n < depths.length; n += 1) {
      const at = start + n * step;
      if ((minChannel[at] ?? 0) < saturatedFrom) continue;
      const x = at % width;
      const isEdge = x === 0 || x === width - 1 || at < width || at >= depths.length - width;
      const above = at - step * width;
      const near = isEdge
        ? 0
        : Math.min(depths[at - step] ?? 0, depths[above] ?? 0, depths[above - 1] ?? 0, depths[above + 1] ?? 0);
      depths[at] = step === 1 ? near + 1 : Math.min(depths[at] ?? 0, near + 1);
    }
  };
  pass(0, 1);
  pass(depths.length - 1, -1);
  return depths;
};

/** Whether the paper is white by itself, as in a scan, or overexposed as a whole. Then glare cannot be detected. */
const isWhitePaper = ({ luma, minChannel }: Grid): boolean => {
  const paper = new Uint32Array(256);
  let saturated = 0;
  luma.forEach((level, at) => {
    if ((minChannel[at] ?? 0) >= saturatedFrom) saturated += 1;
    else if (level >= paperFrom) addToHistogram(paper, level);
  });
  const rest = paper.reduce((sum, each) => sum + each, 0);
  return saturated > rest || percentile(paper, 0.5) > overexposedPaper;
};

/** Restores the region as it was before the erosion (dilation). */
const dilated = (core: Component, { width, height }: Grid, depths: Uint16Array): Uint8Array => {
  const set = new Uint8Array(width * height);
  for (const position of core.positions) {
    const x = position % width;
    const y = Math.floor(position / width);
    for (let v = Math.max(0, y - erosionRadius); v <= Math.min(height - 1, y + erosionRadius); v += 1) {
      for (let u = Math.max(0, x - erosionRadius); u <= Math.min(width - 1, x + erosionRadius); u += 1) {
        if ((depths[v * width + u] ?? 0) > 0) set[v * width + u] = 1;
      }
    }
  }
  return set;
};

/** The share of the picture that a region of glare covers. It is 0 when the region is white for another reason. */
const glareShare = (set: Uint8Array, { luma, width }: Grid): number => {
  let cells = 0;
  let edge = 0;
  let rim = 0;
  let lightRim = 0;
  for (let at = 0; at < set.length; at += 1) {
    const x = at % width;
    const isEdge = x === 0 || x === width - 1 || at < width || at >= set.length - width;
    if (set[at] === 1) {
      cells += 1;
      if (isEdge) edge += 1;
    } else if (!isEdge && (set[at - 1] || set[at + 1] || set[at - width] || set[at + width])) {
      rim += 1;
      if ((luma[at] ?? 0) >= falloff.from) lightRim += 1;
    }
  }
  const isGlare = edge <= (edge + rim) * maxEdgeShare && lightRim >= rim * falloff.share;
  return isGlare ? cells / set.length : 0;
};

/** The share of the picture that is covered by the largest saturated region in which glare has erased the print. */
export const glareOf = (cells: Grid): number => {
  if (isWhitePaper(cells)) return 0;
  const depths = distanceTransform(cells);
  const eroded = new Uint8Array(depths.length);
  for (let at = 0; at < depths.length; at += 1) if ((depths[at] ?? 0) > erosionRadius) eroded[at] = 1;
  const cores = connectedComponents(eroded, cells.width);
  const largest = cores.toSorted((one, other) => other.positions.length - one.positions.length).slice(0, maxRegions);
  return Math.max(0, ...largest.map((core) => glareShare(dilated(core, cells, depths), cells)));
};
