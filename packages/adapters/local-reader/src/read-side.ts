import type { SideReading } from './document-reading.ts';
import { locateMrz } from './locate/locate-mrz.ts';
import { limitRequests, type OcrEngine } from './ocr-engine.ts';
import type { Photo } from './picture/photo.ts';
import { measurePhoto } from './picture/photo-quality.ts';
import { readMrz } from './read-mrz.ts';

/** Upright and upside down come first, because most photos are taken that way. */
const rotations = [0, 2, 1, 3] as const;

/** The maximum number of OCR requests for one photo; `docs/document-reading.md` has the numbers of real documents. */
const maxOcrRequests = 60;

/**
 * Reads one photo in each rotation until a zone is read. Bytes that are not a photo result in an empty reading and not
 * in an error.
 */
export const readSide = async (engine: OcrEngine, photo: Photo | null): Promise<SideReading> => {
  if (!photo) return { facts: null, isMrzFound: false, mrz: null };
  const limited = limitRequests(engine, maxOcrRequests);
  const facts = measurePhoto(photo.searchByWidth);
  let isMrzFound = false;
  for (const quarters of rotations) {
    for (const located of locateMrz(photo, quarters)) {
      isMrzFound = true;
      const mrz = await readMrz(limited, located);
      if (mrz) return { facts, isMrzFound, mrz };
    }
  }
  return { facts, isMrzFound, mrz: null };
};
