import { answering, type OcrEngine } from './ocr-engine.ts';
import { measureImage } from './picture/image-facts.ts';
import type { Photo } from './picture/photo.ts';
import { readZone } from './read-zone.ts';
import type { SideReading } from './reading.ts';
import { placeZones } from './zone/placed-zone.ts';

/** Upright and upside down come first, because most photos are taken that way. */
const turns = [0, 2, 1, 3] as const;

/** The maximum number of OCR requests for one photo; `docs/document-reading.md` has the numbers of real documents. */
const mostQuestions = 60;

/**
 * Reads one photo in each rotation until a zone is read. Bytes that are not a photo result in an empty reading and not
 * in an error.
 */
export const readSide = async (engine: OcrEngine, photo: Photo | null): Promise<SideReading> => {
  if (!photo) return { facts: null, zoneSeen: false, zone: null };
  const patient = answering(engine, mostQuestions);
  const facts = measureImage(photo.lying);
  let zoneSeen = false;
  for (const quarters of turns) {
    for (const place of placeZones(photo, quarters)) {
      zoneSeen = true;
      const zone = await readZone(patient, place);
      if (zone) return { facts, zoneSeen, zone };
    }
  }
  return { facts, zoneSeen, zone: null };
};
