import type { LocatedMrz } from './locate/locate-mrz.ts';
import { renderSegment, segmentOf } from './locate/render-mrz.ts';
import { readByClass } from './mrz/mrz-classes.ts';
import type { MrzFormatLayout } from './mrz/mrz-format.ts';
import type { CharPosition } from './mrz/position.ts';
import type { WordReading } from './mrz/word-reading.ts';
import type { OcrEngine } from './ocr-engine.ts';

/**
 * A run of characters of one field between two fillers. It has at least two characters, because a single one is not a
 * word to an engine that was trained on words.
 */
type Word = { readonly row: number; readonly from: number; readonly to: number };

const wordsOf = ({ fields }: MrzFormatLayout, lines: readonly string[]): Word[] =>
  lines.flatMap((line, row) => {
    const begins = [0, ...(fields[row] ?? []), line.length];
    return begins.slice(1).flatMap((end, i) => {
      const begin = begins[i] ?? 0;
      return [...line.slice(begin, end).matchAll(/[A-Z0-9]{2,}/g)].map(({ 0: word, index }) => {
        const from = begin + index;
        return { row, from, to: from + word.length };
      });
    });
  });

const withWord = (lines: readonly string[], { row, from, to }: Word, text: string): string[] =>
  lines.map((line, i) => (i === row ? line.slice(0, from) + text + line.slice(to) : line));

const readWord = async (engine: OcrEngine, mrz: LocatedMrz, count: number, word: Word): Promise<string> => {
  const line = mrz.lines[word.row];
  if (!line) return '';
  const text = await engine.recognize(renderSegment(mrz.image, segmentOf(line, word.from, word.to, count), mrz.scale));
  return text.replaceAll(/[^A-Z0-9]/g, '');
};

const agreeing = (one: string, other: string): number => [...one].filter((char, i) => char === other[i]).length;

/**
 * A word with one character too many without the one that leaves the most agreement with what the network reads: the
 * engine takes one character for two that look like it, such as `8B`. Only what has digits is shortened, since check
 * digits tell whether that was right.
 */
const shortened = (text: string, byNetwork: string): string => {
  if (text.length !== byNetwork.length + 1 || !/\d/.test(byNetwork)) return text;
  const [best = text, next = ''] = [...text]
    .map((_, i) => text.slice(0, i) + text.slice(i + 1))
    .filter((one, i, all) => all.indexOf(one) === i)
    .sort((a, b) => agreeing(b, byNetwork) - agreeing(a, byNetwork));
  return agreeing(best, byNetwork) > agreeing(next, byNetwork) ? best : text;
};

/**
 * Reads lines whose fillers are known again, word by word and with the other engine. That engine gets fillers wrong and
 * letters right. A word that comes back shorter, or longer by more than one character, remains unchanged.
 */
export const readWords = async (
  engine: OcrEngine,
  mrz: LocatedMrz,
  format: MrzFormatLayout,
  lines: readonly string[],
): Promise<WordReading> => {
  let reading = [...lines];
  const known: Word[] = [];
  for (const word of wordsOf(format, lines)) {
    const line = lines[word.row] ?? '';
    const read = await readWord(engine, mrz, line.length, word);
    const text = shortened(read, line.slice(word.from, word.to));
    if (text.length !== word.to - word.from) continue;
    reading = withWord(reading, word, text);
    known.push(word);
  }
  const isRead = ([row, column]: CharPosition): boolean =>
    known.some((word) => word.row === row && word.from <= column && column < word.to);
  return { lines: readByClass(format, reading), isRead };
};
