import type { PhotoReading } from './document-reading.ts';
import { locateMrz } from './locate/locate-mrz.ts';
import { limitRequests, type OcrEngine } from './ocr-engine.ts';
import type { GreyImage } from './picture/grey-image.ts';
import type { Photo } from './picture/photo.ts';
import { measurePhoto } from './picture/photo-quality.ts';
import { readMrz } from './read-mrz.ts';

/** Upright and upside down come first, because most photos are taken that way. */
const rotations = { upright: [0, 2], sideways: [1, 3] } as const;

/**
 * The maximum number of OCR requests for one photo: the words of two MRZs. No zone that was read took more than half of
 * them. Counting requests gives a photo the same answer on every machine, which a time limit would not.
 */
const maxOcrRequests = 24;

/** A photo that is read in two of its rotations, with the picture in which lines are searched for these two. */
export type RotationsQuestion = {
  readonly full: GreyImage;
  readonly searched: GreyImage;
  readonly rotations: keyof typeof rotations;
  /** How many OCR requests are left for the photo. */
  readonly requestsLeft: number;
};

/** The reading in these rotations. The photo is measured upright. */
export type RotationsReading = PhotoReading & { readonly requestsLeft: number };

/** Reads a photo in one of the rotations after the other, until an MRZ is read, the most likely candidates first. */
export const readRotations = async (engine: OcrEngine, question: RotationsQuestion): Promise<RotationsReading> => {
  const limited = limitRequests(engine, question.requestsLeft);
  const facts = question.rotations === 'upright' ? measurePhoto(question.searched) : null;
  let isMrzFound = false;
  for (const quarters of rotations[question.rotations]) {
    for (const located of locateMrz(question, quarters)) {
      isMrzFound = true;
      const mrz = await readMrz(limited.engine, located);
      if (mrz) return { facts, isMrzFound, mrz, requestsLeft: limited.left() };
    }
  }
  return { facts, isMrzFound, mrz: null, requestsLeft: limited.left() };
};

/** A photo whose pictures for the search are made when they are needed. */
export type LazyPhoto = {
  readonly full: GreyImage;
  readonly searchByWidth: () => Promise<GreyImage>;
  readonly searchByHeight: () => Promise<GreyImage>;
};

/**
 * Reads one photo in each rotation until an MRZ is read. The picture for the rotations onto its sides is made only when
 * no MRZ was read upright or upside down. Bytes that are not a photo result in an empty reading and not in an error.
 */
export const readLazily = async (
  read: (question: RotationsQuestion) => Promise<RotationsReading>,
  photo: LazyPhoto | null,
): Promise<PhotoReading> => {
  if (!photo) return { facts: null, isMrzFound: false, mrz: null };
  const { full } = photo;
  const { requestsLeft, ...upright } = await read({
    full,
    searched: await photo.searchByWidth(),
    rotations: 'upright',
    requestsLeft: maxOcrRequests,
  });
  if (upright.mrz) return upright;
  const searched = await photo.searchByHeight();
  const { isMrzFound, mrz } = await read({ full, searched, rotations: 'sideways', requestsLeft });
  return { facts: upright.facts, isMrzFound: upright.isMrzFound || isMrzFound, mrz };
};

/** Reads one photo that all pictures are made from. */
export const readSide = (engine: OcrEngine, photo: Photo | null): Promise<PhotoReading> =>
  readLazily(
    (question) => readRotations(engine, question),
    photo && {
      full: photo.full,
      searchByWidth: async () => photo.searchByWidth,
      searchByHeight: async () => photo.searchByHeight,
    },
  );
