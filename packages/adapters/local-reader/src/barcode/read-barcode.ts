import { type Barcode, parseBarcode } from '@portcullis/documents';
import type { GreyImage } from '../picture/grey-image.ts';
import { findBarcodeRegions } from './barcode-regions.ts';
import { type Corners, deskew, type Point } from './deskew.ts';
import { downscale, scaleFactor } from './downscale.ts';
import { hasStartStopPatterns } from './edge-patterns.ts';
import { findPdf417, type Pdf417 } from './pdf417.ts';
import { sharpen } from './sharpen.ts';

/** The longer sides of the pictures in which the engine searches first, and in which barcode regions are searched. */
const firstPassSide = 1500;
const searchSide = 1000;

/**
 * The maximum number of barcode regions that are examined, largest first. A card has one, and perhaps another barcode.
 */
const maxRegions = 3;

/**
 * The limits of the longer side of a deskewed region. A small region is enlarged, so that bars are wider than a pixel.
 */
const regionLength = { least: 1000, most: 2000 };

const unreadable: Barcode = { state: 'unreadable' };

/** Chooses one of several texts that can be parsed. Some cards have a second barcode for the stock or the shop. */
const textIn = (found: readonly Pdf417[]): Barcode | null => {
  const texts = found.flatMap((one) => (one._tag === 'Text' ? [one.text] : []));
  const text = texts.find((one) => parseBarcode(one) !== null) ?? texts[0];
  return text === undefined ? null : { state: 'read', text };
};

const undecodedIn = (found: readonly Pdf417[]): readonly Corners[] =>
  found.flatMap((one) => (one._tag === 'Broken' ? [one.corners] : []));

const scaledPoint = ({ x, y }: Point, factor: number): Point => ({ x: x * factor, y: y * factor });

const enlarged = ([a, b, c, d]: Corners, factor: number): Corners => [
  scaledPoint(a, factor),
  scaledPoint(b, factor),
  scaledPoint(c, factor),
  scaledPoint(d, factor),
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
const deskewed = (image: GreyImage, corners: Corners, { least, most } = regionLength): GreyImage | null => {
  const [a, b, c, d] = corners;
  const width = Math.max(distance(a, b), distance(d, c));
  const height = Math.max(distance(a, d), distance(b, c));
  const longer = Math.max(width, height);
  const scale = Math.min(Math.max(longer, least), most) / longer;
  const across = Math.round(width * scale);
  const down = Math.round(height * scale);
  return across > 0 && down > 0 ? deskew(image, corners, across, down) : null;
};

/** A deskewed region, what the engine found in it, and the text in whichever way it was read. */
type DecodedRegion = { readonly region: GreyImage; readonly found: readonly Pdf417[]; readonly text: Barcode | null };

/**
 * Decodes the region between the corners. When that yields no text, it decodes the region in the maximum size and
 * sharpened.
 */
const decodeRegion = async (image: GreyImage, corners: Corners): Promise<DecodedRegion | null> => {
  const region = deskewed(image, corners);
  if (!region) return null;
  const found = await findPdf417(region);
  const read = textIn(found);
  if (read) return { region, found, text: read };
  const large = deskewed(image, corners, { least: regionLength.most, most: regionLength.most });
  const text = large && textIn(await findPdf417(sharpen(large), 'by the middle'));
  return { region, found, text };
};

/**
 * Tries each of the undecoded barcodes once more, by its own corners. That removes the remaining rotation and the
 * perspective.
 */
const retryUndecoded = async (image: GreyImage, undecoded: readonly Corners[]): Promise<Barcode | null> => {
  for (const corners of undecoded) {
    const seen = await decodeRegion(image, widened(corners, 0.04, 0.1));
    if (seen?.text) return seen.text;
  }
  return null;
};

/** A barcode region: its text, or whether it contains a barcode at all. */
const readRegion = async (image: GreyImage, corners: Corners): Promise<Barcode | null> => {
  const seen = await decodeRegion(image, corners);
  if (!seen) return null;
  const isBarcode = seen.found.length > 0 || hasStartStopPatterns(seen.region);
  return seen.text ?? (await retryUndecoded(seen.region, undecodedIn(seen.found))) ?? (isBarcode ? unreadable : null);
};

/**
 * Reads the PDF417 in a picture. The engine searches the whole picture, then the barcodes that it found but could not
 * decode, and then every barcode region. Each is deskewed, because the engine needs rows that slope by two degrees at
 * most. A region that has the start and the stop pattern of a PDF417 and cannot be decoded is unreadable.
 */
export const readBarcode = async (image: GreyImage): Promise<Barcode | null> => {
  const whole = downscale(image, firstPassSide);
  const found = await findPdf417(whole.image);
  const undecoded = undecodedIn(found).map((corners) => enlarged(corners, whole.factor));
  const read = textIn(found) ?? (await retryUndecoded(image, undecoded));
  if (read) return read;
  let answer: Barcode | null = undecoded.length > 0 ? unreadable : null;
  const small = scaleFactor(image, searchSide) === whole.factor ? whole : downscale(image, searchSide);
  for (const corners of findBarcodeRegions(small.image, maxRegions)) {
    const region = await readRegion(image, enlarged(corners, small.factor));
    if (region?.state === 'read') return region;
    answer ??= region;
  }
  return answer;
};
