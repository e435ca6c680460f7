import type { OcrEngine } from './ocr-engine.ts';
import { decodeGrey, resizeGrey } from './picture/grey-image.ts';
import { measureImage } from './picture/image-facts.ts';
import { readZone } from './read-zone.ts';
import type { SideReading } from './reading.ts';
import { placeZones } from './zone/placed-zone.ts';

/** Upright and upside down first: that is how most photos are taken. */
const turns = [0, 2, 1, 3] as const;

/** More than the 25 megapixels that an upload may have; the decoder refuses the rest before it takes memory. */
const limitInputPixels = 50_000_000;

/** Reads one photo, turned each way until a zone is read. Bytes that are no image are a reading, not an error. */
export const readSide = async (engine: OcrEngine, bytes: Uint8Array): Promise<SideReading> => {
  const photo = await decodeGrey(bytes, limitInputPixels);
  if (!photo) return { facts: null, zoneSeen: false, zone: null };
  const facts = measureImage(await resizeGrey(photo, 1000));
  let zoneSeen = false;
  for (const quarters of turns) {
    for (const place of await placeZones(photo, quarters)) {
      zoneSeen = true;
      const zone = await readZone(engine, place);
      if (zone) return { facts, zoneSeen, zone };
    }
  }
  return { facts, zoneSeen, zone: null };
};
