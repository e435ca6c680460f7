import { mrzSizes } from '@portcullis/documents';
import type { LocatedMrz } from '../locate/locate-mrz.ts';
import { isAllowed, readAsClass } from '../mrz/mrz-classes.ts';
import { formatOf, type MrzFormatLayout } from '../mrz/mrz-format.ts';
import type { LikelyChar } from '../mrz/unsure.ts';
import { createNetwork, type Network } from './convolution.ts';
import { type CharProbabilities, decodeLine, networkAlphabet } from './decode-line.ts';
import { loadWeights } from './load-weights.ts';
import { normalizeStrip, stripHeight, stripOf, stripWidthOf } from './strip.ts';
import { weights } from './weights.ts';

/** An MRZ as the network reads it. */
export type NetworkReading = {
  readonly format: MrzFormatLayout;
  /** The likeliest characters that the format allows. */
  readonly lines: readonly string[];
  /** The other possible characters, the likeliest first. */
  readonly alternatives: readonly LikelyChar[];
  /** The probability of each character of the lines, 0 to 1. */
  readonly certainties: readonly (readonly number[])[];
};

/** A less likely character than this was not seen, and an MRZ with more alternatives than these was hardly read. */
const minLikelihood = 0.02;
const maxAlternatives = 12;

type Choice = LikelyChar & { readonly next: LikelyChar | null };

/** Reads a line of so many characters of a located MRZ. */
type ReadLine = (
  mrz: LocatedMrz,
  line: LocatedMrz['lines'][number],
  characters: number,
) => readonly CharProbabilities[];

/** Makes the network for strips of one width when it is first needed. Throws an error where the weights are damaged. */
const createLineReader = (): ReadLine => {
  const networks = new Map<number, Network>();
  const networkFor = (width: number): Network => {
    const known = networks.get(width);
    if (known) return known;
    const network = createNetwork(1, stripHeight, width);
    loadWeights(weights, network.states);
    networks.set(width, network);
    return network;
  };
  return ({ image, scale }, line, characters) => {
    const network = networkFor(stripWidthOf(characters));
    normalizeStrip(stripOf(image, line, scale, characters), network.input);
    return decodeLine(network.run(), characters);
  };
};

const likeliest = (probabilities: CharProbabilities): string => {
  let best = 0;
  for (let at = 1; at < probabilities.length; at += 1)
    if ((probabilities[at] ?? 0) > (probabilities[best] ?? 0)) best = at;
  return networkAlphabet[best] ?? '<';
};

/**
 * The choice among what the format allows at a position, where the shape of an O is a zero if only digits are allowed.
 */
const chooseAt = (format: MrzFormatLayout, row: number, column: number, probabilities: CharProbabilities): Choice => {
  const allowed = new Map<string, number>();
  for (const [at, char] of [...networkAlphabet].entries()) {
    const read = readAsClass(char, format.classes[row]?.[column]);
    if (isAllowed(format, row, column, read)) allowed.set(read, (allowed.get(read) ?? 0) + (probabilities[at] ?? 0));
  }
  const [first, second] = [...allowed].sort(([, one], [, other]) => other - one);
  const likely = (char: string, probability: number): LikelyChar => ({ position: [row, column], char, probability });
  const next = second && second[1] >= minLikelihood ? likely(...second) : null;
  return { ...likely(...(first ?? ['<', 0])), next };
};

const readingOf = (lines: readonly (readonly CharProbabilities[])[]): NetworkReading | null => {
  const format = formatOf(lines.map((line) => line.map(likeliest).join('')));
  if (!format) return null;
  const choices = lines.map((line, row) =>
    line.map((probabilities, column) => chooseAt(format, row, column, probabilities)),
  );
  return {
    format,
    lines: choices.map((line) => line.map(({ char }) => char).join('')),
    alternatives: choices
      .flatMap((line) => line.flatMap(({ next }) => next ?? []))
      .sort((a, b) => b.probability - a.probability)
      .slice(0, maxAlternatives),
    certainties: choices.map((line) => line.map(({ probability }) => probability)),
  };
};

const leastOf = ({ certainties }: NetworkReading): number => Math.min(...certainties.flat());

const meanOf = ({ certainties }: NetworkReading): number => {
  const all = certainties.flat();
  return all.reduce((sum, certainty) => sum + certainty, 0) / all.length;
};

/** From this mean probability on, an MRZ was read the right way up and with the right number of characters. */
const minMeanCertainty = 0.94;

/** From this probability of the least certain character on, no other number of characters is tried. */
const enoughCertainty = 0.3;

/** How many characters the lines of an MRZ can have, beginning with what fits their shape. */
const lengthsOf = ({ lines }: LocatedMrz): readonly number[] => {
  const { TD1, TD2, TD3 } = mrzSizes;
  if (lines.length === TD1.lineCount) return [TD1.lineLength];
  const shape = lines.reduce((sum, { length, thickness }) => sum + length / thickness, 0) / lines.length;
  return shape < 40 ? [TD2.lineLength, TD3.lineLength] : [TD3.lineLength, TD2.lineLength];
};

/** Reads a located MRZ; `null` where its lines have no known format, or what was read is no MRZ or upside down. */
export type ReadByNetwork = (mrz: LocatedMrz) => NetworkReading | null;

/**
 * Creates the reader. It tries the numbers of characters that lines can have one after the other, until it is certain
 * enough of all characters, and otherwise takes the number with which it is more certain.
 */
export const createNetworkReader = (): ReadByNetwork => {
  const readLine = createLineReader();
  return (mrz) => {
    let best: NetworkReading | null = null;
    for (const characters of lengthsOf(mrz)) {
      const reading = readingOf(mrz.lines.map((line) => readLine(mrz, line, characters)));
      if (!reading || meanOf(reading) < minMeanCertainty) continue;
      if (!best || leastOf(reading) > leastOf(best)) best = reading;
      if (leastOf(reading) >= enoughCertainty) break;
    }
    return best;
  };
};
