import type { DocumentReading } from '@portcullis/domain';
import { isPrintedOnDocument, mrzVerdict } from './mrz-verdict.ts';

type AnsweredSide = {
  readonly side: 'front' | 'back';
  readonly mrz_lines: readonly string[] | null;
  readonly fields: { readonly [name: string]: { readonly value: string } | null };
};
type ModelAnswer = {
  readonly sides: readonly AnsweredSide[];
  readonly signals: readonly { readonly code: string; readonly confidence: number }[];
  readonly instructions_found: boolean;
};

const linesOf = (side: AnsweredSide | undefined): readonly string[] =>
  (side?.mrz_lines ?? []).map((line) => line.split(/\s/).join(''));

const isPresent = ([, field]: readonly [string, unknown]): boolean => field !== null;

/** The print of a side, and that of the whole document: the front counts where both sides print. */
const printOf = (...sides: readonly (AnsweredSide | undefined)[]): AnsweredSide['fields'] =>
  Object.fromEntries(sides.toReversed().flatMap((side) => Object.entries(side?.fields ?? {}).filter(isPresent)));

/** A photo whose MRZ holds in every digit is not blurred, whatever the model says of it. */
const isAgainst = ({ code, confidence }: ModelAnswer['signals'][number]): boolean =>
  confidence >= 0.5 && code !== 'document_blurry';

/** Answers why the model's text must not lead to an approval; computed without the code that reads and decides. */
export const objections = (text: string, { mrzLines }: Pick<DocumentReading, 'mrzLines'>): readonly string[] => {
  const { sides, signals, instructions_found }: ModelAnswer = JSON.parse(text);
  const [front, back] = (['front', 'back'] as const).map((name) => sides.find(({ side }) => side === name));
  const given = [...linesOf(front), ...linesOf(back)];
  const mrz = mrzLines && mrzVerdict(mrzLines);
  if (!mrz) return ['no zone whose check digits hold'];
  const isOnFront = mrzLines.every((line) => linesOf(front).includes(line));
  const isCard = mrzLines.length === 3 && !/^[PV]/.test(mrz.code);
  const found: readonly (readonly [boolean, string])[] = [
    [mrzLines.some((line) => !given.includes(line)), 'a line that the model did not give'],
    [!/^[PIAC]/.test(mrz.code), 'a type that is not allowed'],
    [['UTO', 'ZZZ', ''].includes(mrz.state), 'a country that is not allowed, or is none'],
    [!/^\d{6}$/.test(mrz.expires) || mrz.expires < '260501', 'expired'],
    // For a birth in this century the age on 1 May 2026 follows from the digits alone. All others are older than 26.
    [!/^\d{6}$/.test(mrz.born) || (mrz.born <= '260501' && mrz.born > '080501'), 'not of age'],
    [!isPrintedOnDocument(mrz, printOf(front, back)), 'nothing printed that says whose zone it is'],
    [!isOnFront && !(isCard && isPrintedOnDocument(mrz, printOf(front))), 'the zone of another picture than the face'],
    [signals.some(isAgainst), 'a sign that something is not right'],
    [instructions_found, 'instructions on the document'],
  ];
  return found.flatMap(([holds, why]) => (holds ? [why] : []));
};
