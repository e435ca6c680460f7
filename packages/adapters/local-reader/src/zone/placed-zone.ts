import { type GreyImage, resizeGrey, turnGrey } from '../picture/grey-image.ts';
import { groupZones, type MrzZone } from './mrz-zone.ts';
import { findTextLines } from './text-lines.ts';

/** Where a zone is: `scale` pixels of `image` are one pixel of the picture in which its lines were measured. */
export type PlacedZone = { readonly image: GreyImage; readonly lines: MrzZone; readonly scale: number };

const measuredWidth = 1000;

/** Widest gap between two characters of a line: large enough for a card that fills the photo, or for one far away. */
const gaps = [30, 15];

/** Finds what looks like a machine-readable zone in a photo turned by quarters, likeliest first, at most two. */
export const placeZones = async (photo: GreyImage, quarters: 0 | 1 | 2 | 3): Promise<PlacedZone[]> => {
  const image = turnGrey(photo, quarters);
  const small = await resizeGrey(image, measuredWidth);
  for (const gap of gaps) {
    const zones = groupZones(findTextLines(small, gap)).slice(0, 2);
    if (zones.length > 0) return zones.map((lines) => ({ image, lines, scale: image.width / measuredWidth }));
  }
  return [];
};
