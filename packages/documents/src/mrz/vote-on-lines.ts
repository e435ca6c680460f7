import { allValid, checkDigitsOf } from './check-digits.ts';
import { documentNumberPositions } from './fields.ts';
import { type Layout, layoutOf, textAt } from './layout.ts';
import type { CheckDigit, MrzDoubt } from './mrz.ts';

/** An MRZ as it was read on one picture. */
type Ballot = {
  readonly text: string;
  /** The number and the dates whose own check digits hold. */
  readonly certain: { readonly number: string | null; readonly birth: string | null; readonly expiry: string | null };
  readonly names: string;
};

const ballotOf = (layout: Layout, text: string): Ballot => {
  const checks = checkDigitsOf(layout, text);
  const certain = (name: CheckDigit['field'], positions: readonly number[] = []): string | null =>
    checks.some(({ field, valid }) => field === name && valid) ? textAt(text, positions) : null;
  return {
    text,
    certain: {
      number: certain('document_number', documentNumberPositions(layout, text)),
      birth: certain('date_of_birth', layout.fields.get('birthDate')),
      expiry: certain('date_of_expiry', layout.fields.get('expirationDate')),
    },
    names: textAt(text, namePositions(layout)),
  };
};

const namePositions = ({ fields }: Layout): readonly number[] => [
  ...new Set([...(fields.get('lastName') ?? []), ...(fields.get('firstName') ?? [])]),
];

const hasNames = ({ names }: Ballot): boolean => /[A-Z]/.test(names);

/** Whether something that is certain in both is not the same. */
const contradicts = ({ certain: one }: Ballot, { certain: other }: Ballot): boolean =>
  (['number', 'birth', 'expiry'] as const).some(
    (field) => one[field] !== null && other[field] !== null && one[field] !== other[field],
  );

/** Whether both are certainly of one document: by the number, or by the names and the date of birth. */
const isOneDocument = (one: Ballot, other: Ballot): boolean =>
  (one.certain.number !== null && one.certain.number === other.certain.number) ||
  (one.certain.birth !== null &&
    one.certain.birth === other.certain.birth &&
    hasNames(one) &&
    one.names === other.names);

/** A reading that loses more characters was hardly read, or was of another document. */
const maxOutvoted = 4;

type MrzText = { readonly mrzLines: readonly string[] };

/** The earlier MRZs that are certainly of the newest one's document. */
const ofOneDocument = <Earlier extends MrzText>(layout: Layout, newest: MrzText, earlier: readonly Earlier[]) => {
  const of = ({ mrzLines }: MrzText): Ballot => ballotOf(layout, mrzLines.join(''));
  return earlier
    .filter(({ mrzLines }) => layoutOf(mrzLines)?.format === layout.format)
    .filter((mrz) => isOneDocument(of(newest), of(mrz)));
};

/** The ballots' characters by position, the newest first. A reading that left the names out has no vote on them. */
const charsByPosition = (layout: Layout, ballots: readonly Ballot[]): readonly (readonly string[])[] => {
  const names = new Set(namePositions(layout));
  return [...(ballots[0]?.text ?? '')].map((_, at) =>
    ballots.filter((ballot) => !names.has(at) || hasNames(ballot)).map(({ text }) => text.charAt(at)),
  );
};

/** The character that most have. The first of equally frequent ones counts, so that one other picture outvotes none. */
const mostFrequent = (chars: readonly string[]): string => {
  const count = (char: string): number => chars.filter((one) => one === char).length;
  return chars.reduce((best, char) => (count(char) > count(best) ? char : best), chars[0] ?? '<');
};

const isOutvoted = (layout: Layout, ballot: Ballot, voted: string): boolean =>
  charsByPosition(layout, [ballot]).filter(([char], at) => char !== undefined && char !== voted[at]).length >
  maxOutvoted;

const votedLines = ({ lengths }: Layout, voted: string, chars: readonly (readonly string[])[]) => {
  const rows = lengths.map((length, line) => ({
    line,
    length,
    from: lengths.slice(0, line).reduce((sum, before) => sum + before, 0),
  }));
  const doubts = rows.flatMap(({ from, length, line }) =>
    Array.from({ length }, (_, column): MrzDoubt => {
      const others = new Set(chars[from + column]);
      others.delete(voted.charAt(from + column));
      return { line, column, others: [...others].join('') };
    }),
  );
  return {
    mrzLines: rows.map(({ from, length }) => voted.slice(from, from + length)),
    doubts: doubts.filter(({ others }) => others !== ''),
  };
};

/**
 * Whether other pictures of the same document could change these lines: a check digit is wrong, and by another one they
 * can be recognized as of this document.
 */
export const isOpenToVotes = (mrzLines: readonly string[]): boolean => {
  const layout = layoutOf(mrzLines);
  const text = mrzLines.join('');
  if (!layout || layout.checks.length === 0 || allValid(layout, text)) return false;
  const ballot = ballotOf(layout, text);
  return isOneDocument(ballot, ballot);
};

/** The lines of an MRZ by the votes of several pictures, where these differ, and the earlier ones that voted. */
export type Vote<Earlier extends MrzText> = MrzText & {
  readonly doubts: readonly MrzDoubt[];
  readonly voters: readonly Earlier[];
};

/**
 * Votes character by character on what was read on several pictures of one side, each by a reader that copies shapes.
 * With fewer than three, nothing is outvoted. The result is `null`, so that the newest stands as it was read:
 *
 * - where its check digits hold anyway, or not every one holds after the vote;
 * - of pictures that are not certainly of its document: those vote that have the same number, or the same names and
 *   date of birth, under check digits that hold;
 * - where one of these would lose more than four characters, or a number or date whose check digit holds, as one of two
 *   that contradict each other must.
 *
 * Every character that one picture has otherwise is a doubt: pictures may be misread alike.
 */
export const voteOnLines = <Earlier extends MrzText>(
  newest: MrzText,
  earlier: readonly Earlier[],
): Vote<Earlier> | null => {
  const layout = layoutOf(newest.mrzLines);
  if (!layout || layout.checks.length === 0 || allValid(layout, newest.mrzLines.join(''))) return null;
  const voters = ofOneDocument(layout, newest, earlier);
  const ballots = [newest, ...voters].map(({ mrzLines }) => ballotOf(layout, mrzLines.join('')));
  const chars = charsByPosition(layout, ballots);
  const voted = chars.map(mostFrequent).join('');
  const result = { ...votedLines(layout, voted, chars), voters };
  const isLost = (ballot: Ballot): boolean =>
    isOutvoted(layout, ballot, voted) || contradicts(ballot, ballotOf(layout, voted));
  const isValid = layoutOf(result.mrzLines)?.format === layout.format && allValid(layout, voted);
  return isValid && !ballots.some(isLost) ? result : null;
};
