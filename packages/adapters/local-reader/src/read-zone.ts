import { readByClass } from './mrz-classes.ts';
import { formatOf, type MrzFormat, scoreChecks } from './mrz-format.ts';
import type { OcrEngine } from './ocr-engine.ts';
import type { PlacedZone } from './placed-zone.ts';
import { secondOpinion } from './second-opinion.ts';
import { drawZone, type Preparation } from './zone-picture.ts';

/** A zone as printed; `held` of `of` check digits are right. */
export type ZoneReading = {
  readonly format: MrzFormat;
  readonly lines: readonly string[];
  readonly held: number;
  readonly of: number;
};

/** In the order in which they were measured to read best; each errs on other characters. */
const preparations: readonly Preparation[] = [
  { capitals: 32, binary: false },
  { capitals: 32, binary: true },
  { capitals: 26, binary: false },
];

/** Fewer check digits than this hold by chance in noise: one in ten does. */
const leastHeld = 2;

const mrzAlphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<';

/** What an engine answers, as lines: spaces are not part of a zone, and short lines are specks. */
const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.replaceAll(/[^A-Z0-9<]/g, ''))
    .filter((line) => line.length >= 20);

const scored = (format: MrzFormat, lines: readonly string[]): ZoneReading => ({
  format,
  lines,
  ...scoreChecks(format, lines),
});

const readPrepared = async (engine: OcrEngine, zone: PlacedZone, by: Preparation): Promise<ZoneReading | null> => {
  const picture = drawZone(zone.image, zone.lines, zone.scale, by);
  const text = await engine.recognize(picture, { model: 'shapes', page: 'block', alphabet: mrzAlphabet });
  const lines = linesOf(text);
  const format = formatOf(lines);
  return format ? scored(format, readByClass(format, lines)) : null;
};

/**
 * Reads a zone in several preparations until two agree and every check digit holds. Where check digits fail, those
 * fields are looked at again. Answers what is printed, also when it is wrong; `null` when no preparation gives lines of
 * a known format, or when too few check digits hold for this to be more than noise.
 */
export const readZone = async (engine: OcrEngine, zone: PlacedZone): Promise<ZoneReading | null> => {
  const readings: ZoneReading[] = [];
  for (const preparation of preparations) {
    const reading = await readPrepared(engine, zone, preparation);
    if (!reading) continue;
    const settled = reading.held === reading.of && readings.at(-1)?.lines.join() === reading.lines.join();
    if (settled) return reading;
    readings.push(reading);
  }
  const [first] = readings;
  if (!first) return null;
  const alike = readings.filter(({ format }) => format === first.format).map(({ lines }) => lines);
  const answer = scored(first.format, await secondOpinion(engine, zone, first.format, alike));
  return answer.held >= leastHeld ? answer : null;
};
