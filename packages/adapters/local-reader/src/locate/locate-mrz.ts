import { type GreyImage, turnGrey } from '../picture/grey-image.ts';
import { completeMrz } from './missing-lines.ts';
import { groupMrzRegions, type MrzRegion } from './mrz-region.ts';
import { type MeasuredMrz, measureMrz } from './taper.ts';
import type { TaperedLine } from './tapered-line.ts';
import { findTextLines, inkOf, type TextLine } from './text-lines.ts';

/** The location of an MRZ. `scale` pixels of `image` are one pixel of the picture in which its lines were measured. */
export type LocatedMrz = {
  readonly image: GreyImage;
  readonly lines: readonly TaperedLine[];
  readonly scale: number;
};

/** The widest gaps between two characters of a line: for a card that fills the photo, and for one that is far away. */
const gaps = [30, 22, 15];

/**
 * The maximum number of candidates for a photo. A real MRZ is among the first, and each candidate takes several OCR
 * requests.
 */
const maxCandidates = 4;

/** Print other than an MRZ repeats less regularly than this, and MRZs under glare or at a slant more. */
const minRegularity = 0.25;

/** How many regions are measured to find the most likely of them. That takes about 15 ms each. */
const maxMeasured = 8;

const isNear = (one: TextLine, other: TextLine | undefined): boolean =>
  other !== undefined &&
  Math.hypot(one.x - other.x, one.y - other.y) < one.thickness / 2 &&
  Math.abs(one.length - other.length) < one.thickness / 2;

/**
 * Lines of one MRZ differ in length by no more than this share, unless print beside them was taken for a part of one.
 */
const maxUnevenness = 0.015;

/** The region with every line as long as one of them, and ending where that one ends. */
const endingLike = (region: MrzRegion, { angle, length, x, y }: TextLine): MrzRegion =>
  region.map((line) => {
    const along = (line.x - x) * Math.cos(angle) + (line.y - y) * Math.sin(angle);
    return { ...line, x: line.x - along * Math.cos(line.angle), y: line.y - along * Math.sin(line.angle), length };
  });

/** The region as it was found, and where its lines differ in their lengths, as each of its lines would have it. */
const variantsOf = (region: MrzRegion): MrzRegion[] => {
  const lengths = region.map(({ length }) => length);
  const isEven = Math.max(...lengths) / Math.min(...lengths) < 1 + maxUnevenness;
  return isEven ? [region] : [region, ...region.map((line) => endingLike(region, line))];
};

/** The measurement of the variant that repeats most regularly. */
const measureVariants = (searched: GreyImage, region: MrzRegion): MeasuredMrz[] =>
  variantsOf(region)
    .map((variant) => measureMrz(searched, variant))
    .sort((a, b) => b.regularity - a.regularity)
    .slice(0, 1);

const isSame = (one: MrzRegion, other: MrzRegion): boolean =>
  one.length === other.length && one.every((line, i) => isNear(line, other[i]));

const eachOnce = (regions: readonly MrzRegion[]): readonly MrzRegion[] =>
  regions.filter((region, i) => regions.findIndex((known) => isSame(known, region)) === i);

/** How many lines without a neighbour are measured where nothing else looks like an MRZ. */
const maxLoneLines = 4;

/** The longest lines, each as a region of its own. */
const loneLines = (lines: readonly TextLine[]): readonly MrzRegion[] =>
  eachOnce([...lines].sort((a, b) => b.length - a.length).map((line) => [line])).slice(0, maxLoneLines);

/** The MRZs that are among the regions, each with all of its lines. */
const mrzsAmong = (searched: GreyImage, regions: readonly MrzRegion[]): readonly MeasuredMrz[] =>
  regions
    .flatMap((region) => measureVariants(searched, region))
    .filter(({ regularity }) => regularity > minRegularity)
    .flatMap((mrz) => completeMrz(searched, mrz) ?? []);

/** The regions that look like an MRZ by any of the gaps, and where none does, those that look like one of its lines. */
const mrzsIn = (searched: GreyImage): readonly MeasuredMrz[] => {
  const ink = inkOf(searched);
  const lines = gaps.map((gap) => findTextLines(searched, gap, ink));
  const mrzs = mrzsAmong(searched, eachOnce(lines.flatMap(groupMrzRegions)).slice(0, maxMeasured));
  return mrzs.length > 0 ? mrzs : mrzsAmong(searched, loneLines(lines.flat()));
};

/** A photo, and the picture of it that has the standard width when it is rotated. */
type SearchedPhoto = { readonly full: GreyImage; readonly searched: GreyImage };

/**
 * Finds what looks like a machine-readable zone in a photo in one of its rotations, most likely first, at most four.
 */
export const locateMrz = ({ full, ...photo }: SearchedPhoto, quarters: 0 | 1 | 2 | 3): LocatedMrz[] => {
  const searched = turnGrey(photo.searched, quarters);
  const found = [...mrzsIn(searched)].sort((a, b) => b.regularity - a.regularity).slice(0, maxCandidates);
  if (found.length === 0) return [];
  const image = turnGrey(full, quarters);
  return found.map(({ lines }) => ({ image, lines, scale: image.width / searched.width }));
};
