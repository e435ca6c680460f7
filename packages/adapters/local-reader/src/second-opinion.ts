import { readByClass } from './mrz-classes.ts';
import { type Check, holds, type MrzFormat, scoreChecks } from './mrz-format.ts';
import type { OcrEngine, OcrQuestion } from './ocr-engine.ts';
import type { PlacedZone } from './placed-zone.ts';
import { vote } from './vote.ts';
import { drawSegment, type Preparation, segmentOf } from './zone-picture.ts';

/** A field that a check digit of its own protects, the digit included. */
type Field = { readonly check: Check; readonly row: number; readonly from: number; readonly to: number };

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const digits = '0123456789';

const looks: readonly (readonly [OcrQuestion['model'], Preparation])[] = [
  ['sequence', { capitals: 32, binary: false }],
  ['sequence', { capitals: 26, binary: true }],
  ['shapes', { capitals: 20, binary: false }],
  ['shapes', { capitals: 26, binary: false }],
];

/** The fields whose own check digit does not hold; the check digit of all protects no field of its own. */
const failingFields = (format: MrzFormat, lines: readonly string[]): Field[] =>
  format.checks.flatMap((check) => {
    const [span] = check.over;
    if (!span || check.over.length > 1 || holds(check, lines)) return [];
    return [{ check, row: span[0], from: span[1], to: check.at[1] + 1 }];
  });

const withField = (lines: readonly string[], { row, from, to }: Field, text: string): string[] =>
  lines.map((line, i) => (i === row ? line.slice(0, from) + text + line.slice(to) : line));

/** What the engines read when they see nothing but this field. An answer of another length is no answer. */
const lookAgain = async (
  engine: OcrEngine,
  zone: PlacedZone,
  format: MrzFormat,
  lines: readonly string[],
  field: Field,
) => {
  const { row, from, to } = field;
  const [line, classes] = [zone.lines[row], format.classes[row]];
  if (!line || !classes) return [];
  const segment = segmentOf(line, from, to, classes.length);
  const filler = lines[row]?.slice(from, to).includes('<') ? '<' : '';
  const alphabet = (classes.slice(from, to).includes('n') ? letters : '') + digits + filler;
  const seen: string[][] = [];
  for (const [model, preparation] of looks) {
    const picture = drawSegment(zone.image, segment, zone.scale, preparation);
    const text = (await engine.recognize(picture, { model, page: 'line', alphabet })).replaceAll(/[^A-Z0-9<]/g, '');
    if (text.length === to - from) seen.push(readByClass(format, withField(lines, field, text)));
  }
  return seen;
};

/**
 * Looks again, with both engines, at each field whose check digit fails. Where what an engine saw makes every check
 * digit of the zone hold, that is what is printed: shapes such as B and 8 are told apart by it. Otherwise the check
 * digits decide nothing, and of all readings the one that most agree on stands, right or wrong.
 */
export const secondOpinion = async (
  engine: OcrEngine,
  zone: PlacedZone,
  format: MrzFormat,
  readings: readonly (readonly string[])[],
): Promise<string[]> => {
  const voted = vote(readings);
  let everyHolds = voted;
  let mostSeen = voted;
  for (const field of failingFields(format, voted)) {
    const { row, from, to } = field;
    const seen = [...readings, ...(await lookAgain(engine, zone, format, voted, field))];
    const fieldOf = (lines: readonly string[]): string => lines[row]?.slice(from, to) ?? '';
    const holding = seen.find((lines) => holds(field.check, lines));
    if (holding) everyHolds = withField(everyHolds, field, fieldOf(holding));
    mostSeen = withField(mostSeen, field, fieldOf(vote(seen)));
  }
  const score = scoreChecks(format, everyHolds);
  return score.held === score.of ? everyHolds : mostSeen;
};
