import type { CheckDetail } from '@portcullis/domain/checks';
import { compareValues, firstNameRules } from '@portcullis/domain/documents';

/** What lowered the score of two names: their words, paired by whether they agree, and those that only one has. */
export type NameDifference = {
  /** The words of the first name that stand in the other one too. */
  readonly same: readonly string[];
  /** Pairs of words that are alike and not the same: one of the first name, one of the other. */
  readonly differing: readonly (readonly [one: string, other: string])[];
  readonly onlyInOne: readonly string[];
  readonly onlyInOther: readonly string[];
  readonly sentence: string;
};

type Words = readonly string[];

/** The score (0 to 100) from which two words differ only in how they are written. */
const sameScore = 80;
/** The least score of two words that are one word misread or misspelt, rather than two words. */
const alikeScore = 40;
/** No name that a person has is longer. */
const maxWords = 16;

const wordsOf = (name: string): Words => name.split(/[^\p{L}\p{M}'’]+/u).filter((word) => word !== '');

const scoreOf = (one: string, other: string): number =>
  compareValues('name', { value: one }, { value: other }, firstNameRules(sameScore)).score;

type Pairing = {
  readonly pairs: readonly (readonly [one: string, other: string])[];
  readonly one: Words;
  readonly other: Words;
};

const without = (words: Words, at: number): Words => words.filter((_, i) => i !== at);

/** Pairs the words with the highest scores first, as long as a score is high enough. */
const pairWords = (one: Words, other: Words, least: number): Pairing => {
  const scores = one.flatMap((a, i) => other.map((b, j) => ({ i, j, score: scoreOf(a, b) })));
  const best = scores.reduce((max, each) => (each.score > max.score ? each : max), { i: -1, j: -1, score: least - 1 });
  const [a, b] = [one[best.i], other[best.j]];
  if (a === undefined || b === undefined) return { pairs: [], one, other };
  const rest = pairWords(without(one, best.i), without(other, best.j), least);
  return { ...rest, pairs: [[a, b], ...rest.pairs] };
};

/** Whether the words that are left are the same, written together on one side: `Jean Luc` and `JEANLUC`. */
const areJoined = ({ one, other }: Pairing): boolean =>
  one.length > 0 && other.length > 0 && scoreOf(one.join(''), other.join('')) === 100;

const quoted = (words: Words): string => words.map((word) => `"${word}"`).join(', ');

const clauses = ({
  differing,
  onlyInOne,
  onlyInOther,
}: Omit<NameDifference, 'sentence' | 'same'>): readonly string[] => [
  ...differing.map(([one, other]) => `"${one}" differs from "${other}"`),
  ...(onlyInOne.length > 0 ? [`only the first has ${quoted(onlyInOne)}`] : []),
  ...(onlyInOther.length > 0 ? [`only the second has ${quoted(onlyInOther)}`] : []),
];

/** Says which words of two names are the same, which differ, and which only one of them has. */
const differenceBetween = (one: string, other: string): NameDifference => {
  const [ones, others] = [wordsOf(one).slice(0, maxWords), wordsOf(other).slice(0, maxWords)];
  const exact = pairWords(ones, others, sameScore);
  const joined = areJoined(exact);
  const left = joined ? { one: [], other: [] } : exact;
  const alike = pairWords(left.one, left.other, alikeScore);
  const difference = { differing: alike.pairs, onlyInOne: alike.one, onlyInOther: alike.other };
  const same = [...exact.pairs.map(([word]) => word), ...(joined ? exact.one : [])];
  const found = clauses(difference).join('; ');
  return {
    same,
    ...difference,
    sentence: found === '' ? 'The words are the same, written in another way.' : `${capitalized(found)}.`,
  };
};

const capitalized = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

/** What lowered the score of a comparison of names; `null` for other details and for a full score. */
export const nameDifference = (detail: CheckDetail): NameDifference | null =>
  detail.kind === 'comparison' && detail.comparator === 'name' && detail.score < 100
    ? differenceBetween(detail.one.value, detail.other.value)
    : null;
