import { mrzSizes } from '@portcullis/documents';
import type { GreyImage } from '../picture/grey-image.ts';
import { alignedLine, type MeasuredMrz, pitchesOf, repetitionOf } from './taper.ts';
import type { TaperedLine } from './tapered-line.ts';

/** How many lines an MRZ has whose lines have so many characters (ICAO 9303-4 to 9303-7). */
const linesOf = (characters: number): number =>
  characters === mrzSizes.TD1.lineLength ? mrzSizes.TD1.lineCount : mrzSizes.TD3.lineCount;

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

type Candidate = { readonly line: TaperedLine; readonly strength: number };

/** The line whose print repeats most strongly with this many characters, if it is inside of the image. */
const strongest = (image: GreyImage, lines: readonly TaperedLine[], characters: number): Candidate | undefined =>
  lines
    .filter((line) => isInside(line, image))
    .map((line) => ({ line, strength: repetitionOf(image, line, pitchesOf(characters)) }))
    .sort((a, b) => b.strength - a.strength)[0];

/** Lines of an MRZ from top to bottom. */
const sorted = (lines: readonly TaperedLine[]): readonly TaperedLine[] =>
  [...lines].sort((a, b) => (b.x - a.x) * Math.sin(a.angle) - (b.y - a.y) * Math.cos(a.angle));

/** The lines with one more above or below them, where the print repeats as it does on them. */
const withOneMore = (image: GreyImage, mrz: MeasuredMrz): MeasuredMrz => {
  const { characters, lines } = mrz;
  const first = lines[0];
  const last = lines.at(-1);
  if (!first || !last) return mrz;
  const apart = 2 * first.reach;
  const weakest = Math.min(...lines.map((line) => repetitionOf(image, line, pitchesOf(characters))));
  const found = strongest(image, [below(first, -apart), below(last, apart)], characters);
  return found && found.strength > minShare * weakest ? { ...mrz, lines: sorted([...lines, found.line]) } : mrz;
};

/** How far apart the lines of an MRZ may be, in pitches: 6.35 mm are 2.5 of 2.54 mm, and more or less by slant. */
const distances = Array.from({ length: 13 }, (_, i) => 1.9 + 0.1 * i);

/** How much longer or shorter a line may look than its neighbour, because that is nearer to the camera or farther. */
const lengths = [-0.03, -0.015, 0, 0.015, 0.03];

/**
 * Completes the two lines of an MRZ after one was found. The other one is above or below it, so far away as its pitch
 * says. Without it, the line is no MRZ, and the result is `null`.
 */
const withPartner = (image: GreyImage, mrz: MeasuredMrz): MeasuredMrz | null => {
  const { characters, lines } = mrz;
  const [line] = lines;
  if (!line) return null;
  const pitch = line.length / pitchesOf(characters);
  const around = distances.flatMap((distance) => [below(line, -distance * pitch), below(line, distance * pitch)]);
  const nearest = strongest(image, around, characters)?.line;
  if (!nearest) return null;
  const stretched = lengths.map((share) => ({ ...nearest, length: nearest.length * (1 + share) }));
  const found = strongest(image, stretched, characters);
  if (!found || found.strength < minShare * repetitionOf(image, line, pitchesOf(characters))) return null;
  const reach = Math.hypot(nearest.x - line.x, nearest.y - line.y) / 2;
  const both = [line, alignedLine(image, found.line, characters)].map((one) => ({ ...one, reach }));
  return { ...mrz, lines: sorted(both) };
};

/**
 * Looks one line above and one below for a line that was not found: the MRZ of a card has three, and one that ends
 * under a stamp or in a picture's edge does not look like a line. A line too many is a field that is printed above. It
 * makes no MRZ from a line without a neighbour.
 */
export const completeMrz = (image: GreyImage, found: MeasuredMrz): MeasuredMrz | null => {
  const mrz = found.lines.length === 1 ? withPartner(image, found) : found;
  if (!mrz) return null;
  const expected = linesOf(mrz.characters);
  if (mrz.lines.length > expected) return { ...mrz, lines: mrz.lines.slice(-expected) };
  return mrz.lines.length === expected ? mrz : withOneMore(image, mrz);
};
