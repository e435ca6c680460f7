import { type GreyImage, turnGrey } from '../picture/grey-image.ts';
import { groupMrzRegions } from './mrz-region.ts';
import { estimateTaperedLines } from './taper.ts';
import type { TaperedLine } from './tapered-line.ts';
import { findTextLines, inkOf } from './text-lines.ts';

/** The location of a zone. `scale` pixels of `image` are one pixel of the picture in which its lines were measured. */
export type LocatedMrz = {
  readonly image: GreyImage;
  readonly lines: readonly TaperedLine[];
  readonly scale: number;
};

/** The widest gaps between two characters of a line: for a card that fills the photo, and for one that is far away. */
const gaps = [30, 15];

/**
 * The maximum number of candidates for a photo. A real zone is among the first, and each candidate takes several OCR
 * requests.
 */
const maxCandidates = 2;

/** A photo, and the picture of it that has the standard width when it is rotated. */
type SearchedPhoto = { readonly full: GreyImage; readonly searched: GreyImage };

/** Finds what looks like a machine-readable zone in a photo in one of its rotations, most likely first, at most two. */
export const locateMrz = ({ full, ...photo }: SearchedPhoto, quarters: 0 | 1 | 2 | 3): LocatedMrz[] => {
  const searched = turnGrey(photo.searched, quarters);
  const ink = inkOf(searched);
  for (const gap of gaps) {
    const regions = groupMrzRegions(findTextLines(searched, gap, ink)).slice(0, maxCandidates);
    if (regions.length === 0) continue;
    const image = turnGrey(full, quarters);
    return regions.map((lines) => ({
      image,
      lines: estimateTaperedLines(searched, lines),
      scale: image.width / searched.width,
    }));
  }
  return [];
};
