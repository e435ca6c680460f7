import { answering, type OcrEngine } from './ocr-engine.ts';
import { measureImage } from './picture/image-facts.ts';
import type { Photo } from './picture/photo.ts';
import { readZone } from './read-zone.ts';
import type { SideReading } from './reading.ts';
import { placeZones } from './zone/placed-zone.ts';

/** Upright and upside down first: that is how most photos are taken. */
const turns = [0, 2, 1, 3] as const;

/** The most that one photo asks of the engine; see `docs/document-reading.md` for what documents ask. */
const mostQuestions = 60;

/** Reads one photo, turned each way until a zone is read. What is no photo is a reading, not an error. */
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
