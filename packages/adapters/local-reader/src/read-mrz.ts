import type { LocatedMrz } from './locate/locate-mrz.ts';
import { type Preprocessing, renderMrz } from './locate/render-mrz.ts';
import { chooseReading } from './mrz/choose-reading.ts';
import { readByClass } from './mrz/mrz-classes.ts';
import { formatOf, type MrzFormat, scoreChecks } from './mrz/mrz-format.ts';
import { majorityReading } from './mrz/vote.ts';
import type { OcrEngine } from './ocr-engine.ts';
import { readWords } from './read-words.ts';

/** A zone as printed, with the number of its valid check digits and of all of them. */
export type MrzReading = {
  readonly format: MrzFormat;
  readonly lines: readonly string[];
  readonly validChecks: number;
  readonly totalChecks: number;
  /** The share of the printed characters, 0 to 1, on which the two engines agree. */
  readonly agreement: number;
};

/** In the order of their measured accuracy. Each errs on other characters. */
const preprocessings: readonly Preprocessing[] = [
  { capitalHeight: 32, binary: false },
  { capitalHeight: 32, binary: true },
  { capitalHeight: 26, binary: false },
  { capitalHeight: 40, binary: true },
  { capitalHeight: 20, binary: false },
];

/** For the engine that reads words. There are two, so that the engine can contradict itself. */
const wordPreprocessings: readonly Preprocessing[] = [
  { capitalHeight: 32, binary: false },
  { capitalHeight: 36, binary: true },
];

/** Fewer valid check digits can be a coincidence in noise, where one in ten is valid. */
const minValidChecks = 2;

/** Where the engines agree on less, at least one of them guesses. This was measured on increasingly blurred photos. */
const minAgreement = 0.85;

/**
 * A zone has more fillers than this, at least between the names (Doc 9303 part 3, section 4.6). When it is upside down,
 * none is read as a filler.
 */
const minFillers = 2;

const mrzAlphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<';

/** The lines in an engine's text. Spaces are not part of a zone, and short lines are specks. */
const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.replaceAll(/[^A-Z0-9<]/g, ''))
    .filter((line) => line.length >= 20);

/** The lines that the engine for shapes reads with one preprocessing. */
type ShapeReading = { readonly format: MrzFormat; readonly lines: readonly string[] };

const readText = (engine: OcrEngine, mrz: LocatedMrz, preprocessing: Preprocessing): Promise<string> =>
  engine.recognize(renderMrz(mrz.image, mrz.lines, mrz.scale, preprocessing), {
    model: 'shapes',
    page: 'block',
    alphabet: mrzAlphabet,
  });

const shapesIn = (text: string): ShapeReading | null => {
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
 * The first two preprocessings that result in lines of a known format. They determine how many characters there are,
 * and where. A text without fillers ends the search, because then the zone is not this way up.
 */
const readShapes = async (engine: OcrEngine, mrz: LocatedMrz): Promise<ShapeReading[]> => {
  const readings: ShapeReading[] = [];
  for (const preprocessing of preprocessings) {
    if (readings.length === 2) break;
    const text = await readText(engine, mrz, preprocessing);
    if (text.split('<').length <= minFillers) break;
    const reading = shapesIn(text);
    if (reading) readings.push(reading);
  }
  return readings;
};

/** Whether the other engine read the same lines and every check digit is valid. Another reading would be outvoted. */
const isSettled = (format: MrzFormat, base: readonly string[], words: readonly string[]): boolean => {
  const { validChecks, totalChecks } = scoreChecks(format, words);
  return validChecks === totalChecks && words.join() === base.join();
};

const readWordsTwice = async (
  engine: OcrEngine,
  mrz: LocatedMrz,
  format: MrzFormat,
  base: readonly string[],
): Promise<readonly string[][]> => {
  const readings: string[][] = [];
  for (const preprocessing of wordPreprocessings) {
    const words = await readWords(engine, mrz, format, base, preprocessing);
    readings.push(words);
    if (isSettled(format, base, words)) break;
  }
  return readings;
};

/**
 * Reads a zone with both engines and returns what is printed, even when that is wrong. Returns `null` when no
 * preprocessing results in lines of a known format, or when too few check digits are valid or the engines agree on too
 * little for this to be more than noise.
 */
export const readMrz = async (engine: OcrEngine, mrz: LocatedMrz): Promise<MrzReading | null> => {
  const shapes = await readShapes(engine, mrz);
  const format = shapes[0]?.format;
  if (!format) return null;
  const alike = shapes.filter((reading) => reading.format.name === format.name).map(({ lines }) => lines);
  const base = majorityReading(format, alike);
  const words = await readWordsTwice(engine, mrz, format, base);
  const lines = chooseReading(format, [...words, ...words, ...alike]);
  const answer = {
    format,
    lines,
    ...scoreChecks(format, lines),
    agreement: agreementOf(base, majorityReading(format, words)),
  };
  return answer.validChecks >= minValidChecks && answer.agreement >= minAgreement ? answer : null;
};
