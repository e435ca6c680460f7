import type { MrzDoubt } from '@portcullis/documents';
import type { LocatedMrz } from './locate/locate-mrz.ts';
import { chooseReading } from './mrz/choose-reading.ts';
import { chooseStates } from './mrz/choose-states.ts';
import { doubtsOf } from './mrz/doubts.ts';
import { areAllChecksValid, type MrzFormatLayout, scoreChecks } from './mrz/mrz-format.ts';
import { positionsIn, withChar } from './mrz/position.ts';
import {
  eachAlternative,
  isLegible,
  uncertainCharacters,
  unsurePositions,
  unsureWords,
  withConfirmed,
  withUnsure,
} from './mrz/unsure.ts';
import type { WordReading } from './mrz/word-reading.ts';
import type { NetworkReading } from './network/read-by-network.ts';
import type { OcrEngine } from './ocr-engine.ts';
import { readWords } from './read-words.ts';

/** An MRZ as printed, with the number of its valid check digits and of all of them. */
export type MrzReading = {
  readonly format: MrzFormatLayout;
  readonly lines: readonly string[];
  readonly validChecks: number;
  readonly totalChecks: number;
  /** The share of the printed characters, 0 to 1, on which the network and the engine for words agree. */
  readonly agreement: number;
  /** Where something else may be printed although every check digit is valid. */
  readonly doubts: readonly MrzDoubt[];
  /** The characters that may differ from print in lines with a wrong check digit; no others stand for any. */
  readonly uncertain: readonly MrzDoubt[];
};

/** Fewer valid check digits can be a coincidence in noise, where one in ten is valid. */
const minValidChecks = 2;

/** Where the two agree on less, at least one of them guesses. This was measured on increasingly blurred photos. */
const minAgreement = 0.85;

const agreementOf = (one: readonly string[], other: readonly string[]): number => {
  const a = one.join('');
  const b = other.join('');
  const printed = [...a].flatMap((char, i) => (char === '<' ? [] : [char === b[i]]));
  return printed.filter(Boolean).length / Math.max(1, printed.length);
};

/** The lines with fillers alone in place of the names. */
const withoutNames = ({ names }: MrzFormatLayout, lines: readonly string[]): readonly string[] =>
  names.flatMap(positionsIn).reduce((left, position) => withChar(left, position, '<'), lines);

/**
 * The lines that both agree on far enough. Where they agree on less, but all check digits are valid, the number
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
  network: NetworkReading,
  words: WordReading,
  others: readonly (readonly string[])[],
): MrzReading | null => {
  const { format } = network;
  const readings = [words.lines, words.lines, ...others];
  const chosen = chooseStates(format, chooseReading(format, readings), readings);
  const agreement = agreementOf(network.lines, words.lines);
  const lines = claimedLines(format, chosen, agreement);
  const score = scoreChecks(format, chosen);
  const minChecks = isLegible(network.certainties) ? 0 : minValidChecks;
  if (lines === null || score.validChecks < minChecks) return null;
  return {
    format,
    lines,
    ...score,
    agreement,
    doubts: doubtsOf(format, lines, words, others),
    uncertain: uncertainCharacters(format, lines, network),
  };
};

/** The network's reading stands as if the engine for words had read the same. */
const confirmed = (lines: readonly string[]): WordReading => ({ lines, isRead: () => true });

/**
 * Reads an MRZ with the network, and returns what is printed, even when that is wrong. Where it is certain of every
 * character and all check digits are valid, that is the reading. Otherwise the engine for words reads the words that
 * have characters which are not certain: its character counts if the network holds it likely too, or if every check
 * digit is valid with it. Returns `null` where the network reads no MRZ, or no more than noise.
 */
export const readMrz = async (engine: OcrEngine, mrz: LocatedMrz): Promise<MrzReading | null> => {
  const reading = engine.readByNetwork(mrz);
  if (!reading) return null;
  const { alternatives, certainties, format, lines } = reading;
  const isUnsure = unsurePositions(format, lines, certainties);
  const asked = unsureWords(lines, isUnsure);
  if (!/[A-Z0-9]/.test(asked.join('')))
    return combined(reading, confirmed(lines), eachAlternative(lines, alternatives));
  const read = await readWords(engine, mrz, format, asked);
  const words = { ...read, lines: withUnsure(lines, read.lines, isUnsure) };
  const likeliest = withConfirmed(lines, words.lines, alternatives);
  const votes = [likeliest, likeliest, likeliest, lines, ...eachAlternative(likeliest, alternatives)];
  return combined(reading, words, votes);
};
