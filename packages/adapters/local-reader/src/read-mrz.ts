import type { MrzDoubt } from '@portcullis/domain/documents';
import type { LocatedMrz } from './locate/locate-mrz.ts';
import { type Preprocessing, renderMrz } from './locate/render-mrz.ts';
import { chooseReading } from './mrz/choose-reading.ts';
import { chooseStates } from './mrz/choose-states.ts';
import { doubtsOf } from './mrz/doubts.ts';
import { fitLines } from './mrz/fit-lines.ts';
import { isAllowed, readByClass } from './mrz/mrz-classes.ts';
import { areAllChecksValid, formatOf, type MrzFormatLayout, scoreChecks } from './mrz/mrz-format.ts';
import { positionsIn, withChar } from './mrz/position.ts';
import {
  eachAlternative,
  type Grounds,
  isLegible,
  uncertainCharacters,
  unsurePositions,
  unsureWords,
  withConfirmed,
  withUnsure,
} from './mrz/unsure.ts';
import { majorityReading } from './mrz/vote.ts';
import type { WordReading } from './mrz/word-reading.ts';
import type { OcrEngine } from './ocr-engine.ts';
import { readWords } from './read-words.ts';

/** An MRZ as printed, with the number of its valid check digits and of all of them. */
export type MrzReading = {
  readonly format: MrzFormatLayout;
  readonly lines: readonly string[];
  readonly validChecks: number;
  readonly totalChecks: number;
  /** The share of the printed characters, 0 to 1, on which the two engines agree. */
  readonly agreement: number;
  /** Where something else may be printed although every check digit is valid. */
  readonly doubts: readonly MrzDoubt[];
  /** What may not be what is printed in lines of which a check digit is wrong; no others stand for any. */
  readonly uncertain: readonly MrzDoubt[];
};

/** In the order of their measured accuracy. Each errs on other characters. */
const preprocessings: readonly [Preprocessing, ...Preprocessing[]] = [
  { capitalHeight: 32, binary: false },
  { capitalHeight: 32, binary: true },
  { capitalHeight: 26, binary: false },
  { capitalHeight: 40, binary: true },
  { capitalHeight: 20, binary: false },
];

/** For the engine that reads words. There are two, so that the engine can contradict itself. */
const wordPreprocessings: readonly [Preprocessing, Preprocessing] = [
  { capitalHeight: 32, binary: false },
  { capitalHeight: 36, binary: true },
];

/** Fewer valid check digits can be a coincidence in noise, where one in ten is valid. */
const minValidChecks = 2;

/** Where the engines agree on less, at least one of them guesses. This was measured on increasingly blurred photos. */
const minAgreement = 0.85;

/**
 * An MRZ has more fillers than this, at least between the names (Doc 9303 part 3, section 4.6). When it is upside down,
 * none is read as a filler.
 */
const minFillers = 2;

const mrzAlphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<';

/** The lines in an engine's text. Spaces are not part of an MRZ, and short lines are specks. */
const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.replaceAll(/[^A-Z0-9<]/g, ''))
    .filter((line) => line.length >= 20);

/** The lines that the engine for shapes reads with one preprocessing. */
type ShapeReading = { readonly format: MrzFormatLayout; readonly lines: readonly string[] };

const readText = (
  engine: OcrEngine,
  mrz: LocatedMrz,
  preprocessing: Preprocessing,
  isQuick: boolean,
): Promise<string> =>
  engine.recognize(renderMrz(mrz.image, mrz.lines, mrz.scale, preprocessing), {
    model: 'shapes',
    page: 'block',
    alphabet: mrzAlphabet,
    isQuick,
  });

const shapesIn = (lines: readonly string[]): ShapeReading | null => {
  const format = formatOf(lines);
  return format ? { format, lines: readByClass(format, lines) } : null;
};

const agreementOf = (one: readonly string[], other: readonly string[]): number => {
  const a = one.join('');
  const b = other.join('');
  const printed = [...a].flatMap((char, i) => (char === '<' ? [] : [char === b[i]]));
  return printed.filter(Boolean).length / Math.max(1, printed.length);
};

/** A reading for shapes, and the preprocessings that were not needed for it. */
type NextShapes = { readonly reading: ShapeReading; readonly left: readonly Preprocessing[] };

/**
 * The first preprocessing that results in lines of a known format, or where none does, the first that does when one
 * line is cut or filled up to the length of another. They determine how many characters there are, and where. A text
 * without fillers ends the search, because then the MRZ is not this way up.
 */
const readNextShapes = async (
  engine: OcrEngine,
  mrz: LocatedMrz,
  left: readonly Preprocessing[],
): Promise<NextShapes | null> => {
  let fitted: ShapeReading | null = null;
  for (const [at, preprocessing] of left.entries()) {
    const text = await readText(engine, mrz, preprocessing, false);
    if (text.split('<').length <= minFillers) return null;
    const lines = linesOf(text);
    const reading = shapesIn(lines);
    if (reading) return { reading, left: left.slice(at + 1) };
    fitted ??= shapesIn(fitLines(lines));
  }
  return fitted && { reading: fitted, left: [] };
};

/** Whether the other engine read the same lines and every check digit is valid. Another reading would be outvoted. */
const isSettled = (format: MrzFormatLayout, base: readonly string[], words: readonly string[]): boolean => {
  const { validChecks, totalChecks } = scoreChecks(format, words);
  return validChecks === totalChecks && words.join() === base.join();
};

/**
 * The words of the lines, read with one preprocessing after the other until they are settled. `known` are the words of
 * the first preprocessing, if they were read before.
 */
const readWordsTwice = async (
  engine: OcrEngine,
  mrz: LocatedMrz,
  format: MrzFormatLayout,
  base: readonly string[],
  known: WordReading | null,
): Promise<readonly WordReading[]> => {
  const readings = known ? [known] : [];
  for (const preprocessing of wordPreprocessings.slice(readings.length)) {
    const words = await readWords(engine, mrz, format, base, preprocessing);
    readings.push(words);
    if (isSettled(format, base, words.lines)) break;
  }
  return readings;
};

/**
 * Whether the format allows every character of a reading where it was read. Then no other reading for shapes changes
 * what the words are compared with: of two characters that were read equally often, the first one counts.
 */
const isAllAllowed = ({ format, lines }: ShapeReading): boolean =>
  lines.every((line, row) => [...line].every((char, column) => isAllowed(format, row, column, char)));

/** The lines with fillers alone in place of the names. */
const withoutNames = ({ names }: MrzFormatLayout, lines: readonly string[]): readonly string[] =>
  names.flatMap(positionsIn).reduce((left, position) => withChar(left, position, '<'), lines);

/**
 * The lines that two engines agree on far enough. Where they agree on less, but all check digits are valid, the number
 * and the dates are right all the same, and the names, which no check digit covers, are left out. `null` where nothing
 * is left that may be claimed: on the French card the check digits cover the names too.
 */
const claimedLines = (
  format: MrzFormatLayout,
  lines: readonly string[],
  agreement: number,
): readonly string[] | null => {
  if (agreement >= minAgreement) return lines;
  const left = withoutNames(format, lines);
  return areAllChecksValid(format, lines) && areAllChecksValid(format, left) ? left : null;
};

/** Combines all readings; `null` when the result may be no more than noise. */
const combined = (
  format: MrzFormatLayout,
  base: readonly string[],
  words: readonly WordReading[],
  shapes: readonly (readonly string[])[],
  minChecks = minValidChecks,
  network?: Grounds,
): MrzReading | null => {
  const wordLines = words.map(({ lines }) => lines);
  const readings = [...wordLines, ...wordLines, ...shapes];
  const chosen = chooseStates(format, chooseReading(format, readings), readings);
  const agreement = agreementOf(base, majorityReading(format, wordLines));
  const lines = claimedLines(format, chosen, agreement);
  const score = scoreChecks(format, chosen);
  if (lines === null || score.validChecks < minChecks) return null;
  const uncertain = uncertainCharacters(format, lines, network ?? { readings });
  return {
    format,
    lines,
    ...score,
    agreement,
    doubts: doubtsOf(format, lines, words, shapes),
    uncertain,
  };
};

/** The words of a reading for shapes; `null` when they are not the ones that the shapes would be compared with. */
type WordsOf = (shapes: ShapeReading) => Promise<WordReading | null>;

/** Reads the words of each reading with the first preprocessing, and those of the same lines once. */
const wordReader = (engine: OcrEngine, mrz: LocatedMrz): WordsOf => {
  let known: { readonly lines: string; readonly words: WordReading } | null = null;
  return async (shapes) => {
    if (!isAllAllowed(shapes)) return null;
    const lines = shapes.lines.join();
    if (known?.lines === lines) return known.words;
    const words = await readWords(engine, mrz, shapes.format, shapes.lines, wordPreprocessings[0]);
    known = { lines, words };
    return words;
  };
};

/** The reading for shapes as the words settle it. */
const settledReading = ({ format, lines }: ShapeReading, words: WordReading | null): MrzReading | null =>
  words && isSettled(format, lines, words.lines) ? combined(format, lines, [words], [lines]) : null;

/**
 * Whether a letter stands alone. The other engine reads words, so that nothing confirms such an initial. The letter
 * that begins the MRZ is not meant: it names the kind of document.
 */
const hasInitials = (lines: readonly string[]): boolean =>
  lines.some((line, row) => /(?<![A-Z0-9])[A-Z](?![A-Z0-9])/.test(row === 0 ? line.slice(1) : line));

/**
 * Reads an MRZ in the way that takes the least time. It is `null` unless both engines read the same lines, all names
 * included, and all check digits are valid.
 */
const readQuickly = async (engine: OcrEngine, mrz: LocatedMrz, wordsOf: WordsOf): Promise<MrzReading | null> => {
  const shapes = shapesIn(linesOf(await readText(engine, mrz, preprocessings[0], true)));
  if (!shapes || hasInitials(shapes.lines)) return null;
  const words = await wordsOf(shapes);
  return words?.isComplete ? settledReading(shapes, words) : null;
};

/** What the network reads stands as if the engine for words had read the same. */
const confirmed = (lines: readonly string[]): WordReading => ({ lines, isRead: () => true, isComplete: true });

/**
 * Reads an MRZ with the network. Where it is certain of every character and all check digits are valid, that is the
 * reading. Otherwise the engine for words reads the words that have characters which are not certain: its character
 * counts if the network holds it likely too, or if every check digit is valid with it. Returns `null` where the network
 * reads no MRZ.
 */
export const readWithNetwork = async (engine: OcrEngine, mrz: LocatedMrz): Promise<MrzReading | null> => {
  const reading = engine.readByNetwork(mrz);
  if (!reading) return null;
  const { alternatives, certainties, format, lines } = reading;
  const minChecks = isLegible(certainties) ? 0 : minValidChecks;
  const isUnsure = unsurePositions(format, lines, certainties);
  const asked = unsureWords(lines, isUnsure);
  if (!/[A-Z0-9]/.test(asked.join('')))
    return combined(format, lines, [confirmed(lines)], eachAlternative(lines, alternatives), minChecks, reading);
  const read = await readWords(engine, mrz, format, asked, wordPreprocessings[0]);
  const words = { ...read, lines: withUnsure(lines, read.lines, isUnsure) };
  const likeliest = withConfirmed(lines, words.lines, alternatives);
  const votes = [likeliest, likeliest, likeliest, lines, ...eachAlternative(likeliest, alternatives)];
  return combined(format, lines, [words], votes, minChecks, reading);
};

/**
 * Reads an MRZ with the two engines that were not made for its font, and returns what is printed, even when that is
 * wrong. Returns `null` when no preprocessing results in lines of a known format, or when too few check digits are
 * valid or the engines agree on too little for this to be more than noise.
 *
 * The shapes are read a second time only where that can change the result. When the words settle the first reading, a
 * second one has one vote against three.
 */
export const readWithEngines = async (engine: OcrEngine, mrz: LocatedMrz): Promise<MrzReading | null> => {
  const wordsOf = wordReader(engine, mrz);
  const quick = await readQuickly(engine, mrz, wordsOf);
  if (quick) return quick;
  const first = await readNextShapes(engine, mrz, preprocessings);
  if (!first) return null;
  const known = await wordsOf(first.reading);
  const settled = settledReading(first.reading, known);
  if (settled) return settled;
  const { format, lines } = first.reading;
  const second = await readNextShapes(engine, mrz, first.left);
  const isAlike = second?.reading.format.name === format.name;
  const shapes = second && isAlike ? [lines, second.reading.lines] : [lines];
  const base = majorityReading(format, shapes);
  return combined(format, base, await readWordsTwice(engine, mrz, format, base, known), shapes);
};
