import { mrzLineLengths, mrzSizes } from '@portcullis/documents';
import type { GreyImage } from '../picture/grey-image.ts';
import type { MrzRegion } from './mrz-region.ts';
import { linePart, shareAtOffset, type TaperedLine } from './tapered-line.ts';
import type { TextLine } from './text-lines.ts';

/** Nothing can be read at a greater slant, and a region that looks like one is not a page. */
const maxTaper = 0.5;

/**
 * How much smaller a page gets from the left end of its lines to the right end, as a share. It follows from the angle
 * between the lines, which converge where the page gets smaller. It is accurate to 0.04, because letters and fillers do
 * not have the same height.
 */
const estimateTaper = (region: MrzRegion): number => {
  const first = region[0];
  const last = region.at(-1);
  if (!first || !last || first === last) return 0;
  const apart = (last.y - first.y) * Math.cos(first.angle) - (last.x - first.x) * Math.sin(first.angle);
  const share = (first.length * (first.angle - last.angle)) / apart;
  return Math.max(-maxTaper, Math.min(maxTaper, share));
};

/**
 * The offsets that are tried around that estimate. They are small enough to keep every character within a twentieth of
 * its pitch.
 */
const steps = Array.from({ length: 25 }, (_, i) => (i - 12) * 0.005);

/** The steps for a single line, whose taper no other line tells. */
const stepsAlone = Array.from({ length: 61 }, (_, i) => (i - 30) * 0.01);

const longestLine = mrzSizes.TD3.lineLength;

/**
 * The possible lengths of a line in pitches: its characters minus the gap after the last one. The ends are not known to
 * the pixel, so that several lengths around each are tried.
 */
const shortestPitches = mrzLineLengths.map((characters) => characters - 0.35 - 0.3);
const pitchStep = 0.15;
const pitchSteps = 5;

/** The darkness of the page at every pixel along a line, minus the mean. */
const darknessAlong = ({ data, width, height }: GreyImage, line: TextLine): Float64Array => {
  const cos = Math.cos(line.angle);
  const sin = Math.sin(line.angle);
  const half = Math.round(line.thickness / 2);
  const levels = new Float64Array(Math.max(1, Math.round(line.length)));
  for (let column = 0; column < levels.length; column += 1) {
    const along = column - levels.length / 2;
    for (let below = -half; below <= half; below += 1) {
      const x = Math.min(width - 1, Math.max(0, Math.round(line.x + along * cos - below * sin)));
      const y = Math.min(height - 1, Math.max(0, Math.round(line.y + along * sin + below * cos)));
      levels[column] = (levels[column] ?? 0) - (data[y * width + x] ?? 0);
    }
  }
  const mean = levels.reduce((sum, level) => sum + level, 0) / levels.length;
  return levels.map((level) => level - mean);
};

/** For every pixel along a line its place as a share of the line, on a page with the given taper. */
const sharesAlong = (pixels: number, line: TaperedLine): Float64Array => {
  const shares = new Float64Array(pixels);
  for (let column = 0; column < pixels; column += 1) shares[column] = shareAtOffset(line, column - pixels / 2);
  return shares;
};

/**
 * Adds to the strengths how strongly a line repeats at each length in pitches. Each is one term of the line's Fourier
 * series. From one length to the next its phase is turned by the same angle, which costs less than a sine of its own.
 */
const addPeriodicity = (strengths: Float64Array, darkness: Float64Array, shares: Float64Array): void => {
  const real = new Float64Array(strengths.length);
  const imaginary = new Float64Array(strengths.length);
  for (let column = 0; column < darkness.length; column += 1) {
    const level = darkness[column] ?? 0;
    const turn = 2 * Math.PI * (shares[column] ?? 0);
    const cosStep = Math.cos(turn * pitchStep);
    const sinStep = Math.sin(turn * pitchStep);
    let at = 0;
    for (const shortest of shortestPitches) {
      let cos = level * Math.cos(turn * shortest);
      let sin = level * Math.sin(turn * shortest);
      for (let step = 0; step < pitchSteps; step += 1) {
        real[at] = (real[at] ?? 0) + cos;
        imaginary[at] = (imaginary[at] ?? 0) + sin;
        const next = cos * cosStep - sin * sinStep;
        sin = cos * sinStep + sin * cosStep;
        cos = next;
        at += 1;
      }
    }
  }
  for (let at = 0; at < strengths.length; at += 1)
    strengths[at] = (strengths[at] ?? 0) + Math.hypot(real[at] ?? 0, imaginary[at] ?? 0);
};

/** Half of the distance between two lines of an MRZ, in pixels. */
const reachOf = (region: MrzRegion): number => {
  const first = region[0];
  const last = region.at(-1);
  if (!first || !last || region.length < 2) return Number.POSITIVE_INFINITY;
  const apart = (last.y - first.y) * Math.cos(first.angle) - (last.x - first.x) * Math.sin(first.angle);
  return apart / (region.length - 1) / 2;
};

const withTaper = (region: MrzRegion, share: number): TaperedLine[] =>
  region.map((line) => ({ ...line, taper: share / line.length, reach: reachOf(region) }));

/** The strongest repetition of an MRZ: how many characters a line has, and its length in pitches. */
type Repetition = { readonly strength: number; readonly characters: number; readonly pitches: number };

const strongestOf = (strengths: Float64Array): Repetition => {
  let at = 0;
  for (let i = 1; i < strengths.length; i += 1) if ((strengths[i] ?? 0) > (strengths[at] ?? 0)) at = i;
  const format = Math.floor(at / pitchSteps);
  return {
    strength: strengths[at] ?? 0,
    characters: mrzLineLengths[format] ?? longestLine,
    pitches: (shortestPitches[format] ?? 0) + (at % pitchSteps) * pitchStep,
  };
};

/** The term of a line's Fourier series that repeats `pitches` times along the line. */
const termOf = (
  line: TaperedLine,
  darkness: Float64Array,
  pitches: number,
): readonly [real: number, imaginary: number] => {
  const shares = sharesAlong(darkness.length, line);
  let real = 0;
  let imaginary = 0;
  for (let column = 0; column < darkness.length; column += 1) {
    const turn = 2 * Math.PI * pitches * (shares[column] ?? 0);
    real += (darkness[column] ?? 0) * Math.cos(turn);
    imaginary += (darkness[column] ?? 0) * Math.sin(turn);
  }
  return [real, imaginary];
};

/** How strongly the darkness along a line of a page repeats `pitches` times. */
export const repetitionOf = (image: GreyImage, line: TaperedLine, pitches: number): number =>
  Math.hypot(...termOf(line, darknessAlong(image, line), pitches));

/** How wide the ink of a character is on the average, in pitches. */
const inkWidth = 0.65;

/**
 * Moves the ends of a line to where its characters begin and end. The ink alone does not tell: a speck makes a line
 * longer, and a pale first character makes it shorter. The phase of the repetition tells where the middles of the
 * characters are, as long as the ends are known to half a pitch.
 */
const alignedToCharacters = (
  line: TaperedLine,
  darkness: Float64Array,
  { characters, pitches }: Repetition,
): TaperedLine => {
  const [real, imaginary] = termOf(line, darkness, pitches);
  const middle = Math.atan2(imaginary, real) / (2 * Math.PI);
  const expected = inkWidth / 2;
  const first = middle - Math.round(middle - expected);
  const from = (first - expected) / pitches;
  return linePart(line, from, from + pitchesOf(characters) / pitches);
};

/** The length of a line that begins and ends with its characters, in pitches. */
export const pitchesOf = (characters: number): number => characters - 1 + inkWidth;

/** The line with its ends at its characters, from which they are at most half a pitch away. */
export const alignedLine = (image: GreyImage, line: TaperedLine, characters: number): TaperedLine =>
  alignedToCharacters(line, darknessAlong(image, line), { strength: 0, characters, pitches: pitchesOf(characters) });

/**
 * The lines of an MRZ with the taper of their page, how many characters each has, and how much of what is dark along
 * them repeats with the pitch of OCR-B, 0 to 1: more than a third on an MRZ, and less on other print.
 */
export type MeasuredMrz = {
  readonly lines: readonly TaperedLine[];
  readonly characters: number;
  readonly pitches: number;
  readonly regularity: number;
};

const magnitudeOf = (darknesses: readonly Float64Array[]): number =>
  darknesses.reduce((sum, levels) => levels.reduce((all, level) => all + Math.abs(level), sum), 0);

/**
 * Adds to the lines of an MRZ the taper of their page, and moves their ends to their characters. OCR-B has one pitch
 * (ICAO 9303-3), so that with the right taper the characters and their gaps repeat at even distances. That is measured
 * to 0.005 of the size from end to end.
 */
export const measureMrz = (image: GreyImage, region: MrzRegion): MeasuredMrz => {
  const darknesses = region.map((line) => darknessAlong(image, line));
  const about = estimateTaper(region);
  let best = withTaper(region, 0);
  let repetition: Repetition = { strength: 0, characters: longestLine, pitches: shortestPitches[0] ?? 0 };
  for (const step of region.length === 1 ? stepsAlone : steps) {
    const lines = withTaper(region, about + step);
    const strengths = new Float64Array(shortestPitches.length * pitchSteps);
    for (const [i, line] of lines.entries()) {
      const darkness = darknesses[i] ?? new Float64Array();
      addPeriodicity(strengths, darkness, sharesAlong(darkness.length, line));
    }
    const found = strongestOf(strengths);
    if (found.strength > repetition.strength) {
      best = lines;
      repetition = found;
    }
  }
  return {
    lines: best.map((line, i) => alignedToCharacters(line, darknesses[i] ?? new Float64Array(), repetition)),
    characters: repetition.characters,
    pitches: repetition.pitches,
    regularity: repetition.strength / Math.max(1, magnitudeOf(darknesses)),
  };
};
