import { type Barcode, parseBarcode } from '@portcullis/domain';
import type { GreyImage } from '../picture/grey-image.ts';
import { findBarFields } from './bar-field.ts';
import { crisp } from './crisp.ts';
import { hasEdgePatterns } from './edge-patterns.ts';
import { findPdf417, type Pdf417 } from './pdf417.ts';
import { shrinkTo } from './shrink.ts';
import { type Corners, type Point, straighten } from './straighten.ts';

/** The longer sides of the pictures in which the engine searches first, and in which barcode regions are searched. */
const lookedThrough = 1500;
const searched = 1000;

/**
 * The maximum number of barcode regions that are examined, largest first. A card has one, and perhaps another barcode.
 */
const mostFields = 3;

/**
 * The limits of the longer side of a deskewed region. A small region is enlarged, so that bars are wider than a pixel.
 */
const fieldLength = { least: 1000, most: 2000 };

const unreadable: Barcode = { state: 'unreadable' };

/** Of several texts, chooses the one that can be parsed. Some cards have a second barcode for the stock or the shop. */
const textIn = (found: readonly Pdf417[]): Barcode | null => {
  const texts = found.flatMap((one) => (one._tag === 'Text' ? [one.text] : []));
  const text = texts.find((one) => parseBarcode(one) !== null) ?? texts[0];
  return text === undefined ? null : { state: 'read', text };
};

const brokenIn = (found: readonly Pdf417[]): readonly Corners[] =>
  found.flatMap((one) => (one._tag === 'Broken' ? [one.corners] : []));

const times = ({ x, y }: Point, factor: number): Point => ({ x: x * factor, y: y * factor });

const enlarged = ([a, b, c, d]: Corners, factor: number): Corners => [
  times(a, factor),
  times(b, factor),
  times(c, factor),
  times(d, factor),
];

/** Adds a margin, given as shares of its length and its height. */
const widened = ([a, b, c, d]: Corners, along: number, down: number): Corners => {
  const moved = (corner: Point, beside: Point, below: Point): Point => ({
    x: corner.x + (corner.x - beside.x) * along + (corner.x - below.x) * down,
    y: corner.y + (corner.y - beside.y) * along + (corner.y - below.y) * down,
  });
  return [moved(a, b, d), moved(b, a, c), moved(c, d, b), moved(d, c, a)];
};

const distance = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);

/**
 * Deskews the region between the corners, in its own size within these limits. Returns `null` for a degenerate region.
 */
const laidStraight = (image: GreyImage, corners: Corners, { least, most } = fieldLength): GreyImage | null => {
  const [a, b, c, d] = corners;
  const [width, height] = [Math.max(distance(a, b), distance(d, c)), Math.max(distance(a, d), distance(b, c))];
  const longer = Math.max(width, height);
  const scale = Math.min(Math.max(longer, least), most) / longer;
  const [across, down] = [Math.round(width * scale), Math.round(height * scale)];
  return across > 0 && down > 0 ? straighten(image, corners, across, down) : null;
};

/** A deskewed region, what the engine found in it, and the text in whichever way it was read. */
type Look = { readonly field: GreyImage; readonly found: readonly Pdf417[]; readonly text: Barcode | null };

/**
 * Decodes the region between the corners. When that yields no text, it decodes the region in the maximum size and
 * sharpened.
 */
const look = async (image: GreyImage, corners: Corners): Promise<Look | null> => {
  const field = laidStraight(image, corners);
  if (!field) return null;
  const found = await findPdf417(field);
  const read = textIn(found);
  if (read) return { field, found, text: read };
  const large = laidStraight(image, corners, { least: fieldLength.most, most: fieldLength.most });
  const text = large && textIn(await findPdf417(crisp(large), 'by the middle'));
  return { field, found, text };
};

/**
 * Tries each of the undecoded barcodes once more, by its own corners. That removes the remaining rotation and the
 * perspective.
 */
const again = async (image: GreyImage, broken: readonly Corners[]): Promise<Barcode | null> => {
  for (const corners of broken) {
    const seen = await look(image, widened(corners, 0.04, 0.1));
    if (seen?.text) return seen.text;
  }
  return null;
};

/** A barcode region: its text, or whether it contains a barcode at all. */
const readField = async (image: GreyImage, corners: Corners): Promise<Barcode | null> => {
  const seen = await look(image, corners);
  if (!seen) return null;
  const isBarcode = seen.found.length > 0 || hasEdgePatterns(seen.field);
  return seen.text ?? (await again(seen.field, brokenIn(seen.found))) ?? (isBarcode ? unreadable : null);
};

/**
 * Reads the PDF417 in a picture. The engine searches the whole picture, then the barcodes that it found but could not
 * decode, and then every barcode region. Each is deskewed, because the engine needs rows that slope by two degrees at
 * most. A region that has the start and the stop pattern of a PDF417 and cannot be decoded is unreadable.
 */
export const readBarcode = async (image: GreyImage): Promise<Barcode | null> => {
  const whole = shrinkTo(image, lookedThrough);
  const found = await findPdf417(whole.image);
  const broken = brokenIn(found).map((corners) => enlarged(corners, whole.factor));
  const read = textIn(found) ?? (await again(image, broken));
  if (read) return read;
  let answer: Barcode | null = broken.length > 0 ? unreadable : null;
  const small = shrinkTo(image, searched);
  for (const corners of findBarFields(small.image, mostFields)) {
    const field = await readField(image, enlarged(corners, small.factor));
    if (field?.state === 'read') return field;
    answer ??= field;
  }
  return answer;
};
