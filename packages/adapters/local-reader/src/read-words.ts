import type { LocatedMrz } from './locate/locate-mrz.ts';
import { type Preprocessing, renderSegment, segmentOf } from './locate/render-mrz.ts';
import { readByClass } from './mrz/mrz-classes.ts';
import type { MrzFormat } from './mrz/mrz-format.ts';
import type { OcrEngine } from './ocr-engine.ts';

/**
 * A run of characters between two fillers. It has at least two characters, because a single one is not a word to an
 * engine that was trained on words.
 */
type Word = { readonly row: number; readonly from: number; readonly to: number };

const wordsOf = (lines: readonly string[]): Word[] =>
  lines.flatMap((line, row) =>
    [...line.matchAll(/[A-Z0-9]{2,}/g)].map(({ 0: word, index }) => ({ row, from: index, to: index + word.length })),
  );

const withWord = (lines: readonly string[], { row, from, to }: Word, text: string): string[] =>
  lines.map((line, i) => (i === row ? line.slice(0, from) + text + line.slice(to) : line));

const readWord = async (
  engine: OcrEngine,
  mrz: LocatedMrz,
  count: number,
  word: Word,
  preprocessing: Preprocessing,
): Promise<string> => {
  const line = mrz.lines[word.row];
  if (!line) return '';
  const picture = renderSegment(mrz.image, segmentOf(line, word.from, word.to, count), mrz.scale, preprocessing);
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
  const text = await engine.recognize(picture, { model: 'sequence', page: 'line', alphabet });
  return text.replaceAll(/[^A-Z0-9]/g, '');
};

/**
 * The lines as the words make them, and whether every word of letters alone was read: those that were not stand as they
 * were. What has digits is confirmed by check digits as well, and names are not.
 */
export type WordReading = { readonly lines: readonly string[]; readonly isComplete: boolean };

const isOfLetters = (lines: readonly string[], { row, from, to }: Word): boolean =>
  !/\d/.test(lines[row]?.slice(from, to) ?? '');

/**
 * Reads lines whose fillers are known again, word by word and with the other engine. That engine gets fillers wrong and
 * letters right. A word that comes back longer or shorter remains unchanged.
 */
export const readWords = async (
  engine: OcrEngine,
  mrz: LocatedMrz,
  format: MrzFormat,
  lines: readonly string[],
  preprocessing: Preprocessing,
): Promise<WordReading> => {
  let reading = [...lines];
  let isComplete = true;
  for (const word of wordsOf(lines)) {
    const text = await readWord(engine, mrz, lines[word.row]?.length ?? 0, word, preprocessing);
    if (text.length === word.to - word.from) reading = withWord(reading, word, text);
    else if (isOfLetters(lines, word)) isComplete = false;
  }
  return { lines: readByClass(format, reading), isComplete };
};
