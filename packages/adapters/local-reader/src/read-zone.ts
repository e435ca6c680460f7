import { chooseReading } from './mrz/choose-reading.ts';
import { readByClass } from './mrz/mrz-classes.ts';
import { formatOf, type MrzFormat, scoreChecks } from './mrz/mrz-format.ts';
import { vote } from './mrz/vote.ts';
import type { OcrEngine } from './ocr-engine.ts';
import { readWords } from './read-words.ts';
import type { PlacedZone } from './zone/placed-zone.ts';
import { drawZone, type Preparation } from './zone/zone-picture.ts';

/** A zone as printed; `held` of `of` check digits are right. */
export type ZoneReading = {
  readonly format: MrzFormat;
  readonly lines: readonly string[];
  readonly held: number;
  readonly of: number;
  /** Share of the printed characters, 0 to 1, on which the two engines agree. */
  readonly agreement: number;
};

/** In the order in which they were measured to read best; each errs on other characters. */
const preparations: readonly Preparation[] = [
  { capitals: 32, binary: false },
  { capitals: 32, binary: true },
  { capitals: 26, binary: false },
  { capitals: 40, binary: true },
  { capitals: 20, binary: false },
];

/** For the engine that reads words; two, so that it can disagree with itself. */
const wordPreparations: readonly Preparation[] = [
  { capitals: 32, binary: false },
  { capitals: 36, binary: true },
];

/** Fewer check digits than this hold by chance in noise: one in ten does. */
const leastHeld = 2;

/** Where the engines agree on less, at least one of them guesses: measured on photos that are more and more blurred. */
const leastAgreement = 0.85;

/** A zone has more, between the names at least (Doc 9303 part 3, section 4.6); upside down, none of them is read as one. */
const leastFillers = 2;

const mrzAlphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<';

/** What an engine answers, as lines: spaces are not part of a zone, and short lines are specks. */
const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.replaceAll(/[^A-Z0-9<]/g, ''))
    .filter((line) => line.length >= 20);

/** Lines as one preparation shows them to the engine that reads shapes. */
type Shapes = { readonly format: MrzFormat; readonly lines: readonly string[] };

const readText = (engine: OcrEngine, zone: PlacedZone, by: Preparation): Promise<string> =>
  engine.recognize(drawZone(zone.image, zone.lines, zone.scale, by), {
    model: 'shapes',
    page: 'block',
    alphabet: mrzAlphabet,
  });

const shapesIn = (text: string): Shapes | null => {
  const lines = linesOf(text);
  const format = formatOf(lines);
  return format ? { format, lines: readByClass(format, lines) } : null;
};

const agreementOf = (one: readonly string[], other: readonly string[]): number => {
  const [a, b] = [one.join(''), other.join('')];
  const printed = [...a].flatMap((char, i) => (char === '<' ? [] : [char === b[i]]));
  return printed.filter(Boolean).length / Math.max(1, printed.length);
};

/**
 * The first two preparations that give lines of a known format: they settle how many characters there are, and where. The
 * first without fillers is the last, for the zone is not this way up.
 */
const readShapes = async (engine: OcrEngine, zone: PlacedZone): Promise<Shapes[]> => {
  const readings: Shapes[] = [];
  for (const preparation of preparations) {
    if (readings.length === 2) break;
    const text = await readText(engine, zone, preparation);
    if (text.split('<').length <= leastFillers) break;
    const reading = shapesIn(text);
    if (reading) readings.push(reading);
  }
  return readings;
};

/** Whether the other engine read what this one did, and every check digit agrees: one more look would be outvoted. */
const isSettled = (format: MrzFormat, base: readonly string[], words: readonly string[]): boolean => {
  const { held, of } = scoreChecks(format, words);
  return held === of && words.join() === base.join();
};

const readWordsTwice = async (
  engine: OcrEngine,
  zone: PlacedZone,
  format: MrzFormat,
  base: readonly string[],
): Promise<readonly string[][]> => {
  const readings: string[][] = [];
  for (const preparation of wordPreparations) {
    const words = await readWords(engine, zone, format, base, preparation);
    readings.push(words);
    if (isSettled(format, base, words)) break;
  }
  return readings;
};

/**
 * Reads a zone with both engines and answers what is printed, also when it is wrong. `null` when no preparation gives
 * lines of a known format, or when too few check digits hold, or the engines
 * agree on too little, for this to be more than noise.
 */
export const readZone = async (engine: OcrEngine, zone: PlacedZone): Promise<ZoneReading | null> => {
  const shapes = await readShapes(engine, zone);
  const format = shapes[0]?.format;
  if (!format) return null;
  const alike = shapes.filter((reading) => reading.format.name === format.name).map(({ lines }) => lines);
  const base = vote(format, alike);
  const words = await readWordsTwice(engine, zone, format, base);
  const lines = chooseReading(format, [...words, ...words, ...alike]);
  const answer = { format, lines, ...scoreChecks(format, lines), agreement: agreementOf(base, vote(format, words)) };
  return answer.held >= leastHeld && answer.agreement >= leastAgreement ? answer : null;
};
