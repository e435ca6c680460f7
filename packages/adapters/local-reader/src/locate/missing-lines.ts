import type { GreyImage } from '../picture/grey-image.ts';
import { type MeasuredMrz, repetitionOf } from './taper.ts';
import type { TaperedLine } from './tapered-line.ts';

/** How many lines a zone has whose lines have so many characters (ICAO 9303-4 to 9303-7). */
const linesOf = (characters: number): number => (characters === 30 ? 3 : 2);

/** A line repeats at least this much as strongly as the weakest line that was found. */
const minShare = 0.4;

/** The line that is so many pixels below another one, along its slope. */
const below = (line: TaperedLine, pixels: number): TaperedLine => ({
  ...line,
  x: line.x - Math.sin(line.angle) * pixels,
  y: line.y + Math.cos(line.angle) * pixels,
});

const isInside = ({ x, y }: TaperedLine, { width, height }: GreyImage): boolean =>
  x > 0 && y > 0 && x < width && y < height;

/** The lines with one more above or below them, where the print repeats as it does on them. */
const withOneMore = (image: GreyImage, { lines, pitches }: MeasuredMrz): readonly TaperedLine[] | null => {
  const [first, last] = [lines[0], lines.at(-1)];
  if (!first || !last) return null;
  const apart = 2 * first.reach;
  const weakest = Math.min(...lines.map((line) => repetitionOf(image, line, pitches)));
  const [best] = [
    { lines: [below(first, -apart), ...lines], added: below(first, -apart) },
    { lines: [...lines, below(last, apart)], added: below(last, apart) },
  ]
    .filter(({ added }) => isInside(added, image))
    .map((candidate) => ({ ...candidate, strength: repetitionOf(image, candidate.added, pitches) }))
    .sort((a, b) => b.strength - a.strength);
  return best && best.strength > minShare * weakest ? best.lines : null;
};

/**
 * Looks one line above and one below for a line that was not found: the zone of a card has three, and one that ends
 * under a stamp or in a picture's edge does not look like a line. A line too many is a field that is printed above.
 */
export const completeMrz = (image: GreyImage, mrz: MeasuredMrz): MeasuredMrz => {
  const expected = linesOf(mrz.characters);
  if (mrz.lines.length > expected) return { ...mrz, lines: mrz.lines.slice(-expected) };
  if (mrz.lines.length === expected) return mrz;
  return { ...mrz, lines: withOneMore(image, mrz) ?? mrz.lines };
};
