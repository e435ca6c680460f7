import { compareValues, type NameRules } from '@portcullis/documents';
import type { CheckDetail } from '@portcullis/domain/checks';

/** The cause of a lower score of two names: their words, paired by whether they agree, and those that only one has. */
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

type Score = (one: string, other: string) => number;

type NameComparison = Extract<CheckDetail, { kind: 'comparison' }>;

/** The rules treat a word of a machine-readable zone in its own way. */
const wordOf = ({ source }: NameComparison['one'], value: string) => ({
  value,
  ...(source === 'mrz' && { source: 'mrz' as const }),
});

const scoreBy =
  (rules: NameRules, detail: NameComparison): Score =>
  (one, other) =>
    compareValues('name', wordOf(detail.one, one), wordOf(detail.other, other), rules).score;

type Pairing = {
  readonly pairs: readonly (readonly [one: string, other: string])[];
  readonly one: Words;
  readonly other: Words;
};

/** Pairs the words with the highest scores first, each once, as long as a score is high enough. */
const pairWords = (one: Words, other: Words, least: number, score: Score): Pairing => {
  const possible = one
    .flatMap((a, i) => other.map((b, j) => ({ i, j, score: score(a, b) })))
    .filter((pair) => pair.score >= least)
    .toSorted((a, b) => b.score - a.score);
  const partners = new Map<number, number>();
  const taken = new Set<number>();
  for (const { i, j } of possible) {
    if (partners.has(i) || taken.has(j)) continue;
    partners.set(i, j);
    taken.add(j);
  }
  return {
    pairs: one.flatMap((word, i) => {
      const partner = other[partners.get(i) ?? -1];
      return partner === undefined ? [] : [[word, partner] as const];
    }),
    one: one.filter((_, i) => !partners.has(i)),
    other: other.filter((_, j) => !taken.has(j)),
  };
};

/** Whether the words that are left are the same, written together on one side: `Jean Luc` and `JEANLUC`. */
const areJoined = ({ one, other }: Pairing, score: Score): boolean =>
  one.length > 0 && other.length > 0 && score(one.join(''), other.join('')) === 100;

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

const capitalized = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

/** Says which words of two names are the same, which differ, and which only one of them has. */
const differenceBetween = (one: string, other: string, score: Score): NameDifference => {
  const ones = wordsOf(one).slice(0, maxWords);
  const others = wordsOf(other).slice(0, maxWords);
  const exact = pairWords(ones, others, sameScore, score);
  const joined = areJoined(exact, score);
  const alike = pairWords(joined ? [] : exact.one, joined ? [] : exact.other, alikeScore, score);
  const difference = { differing: alike.pairs, onlyInOne: alike.one, onlyInOther: alike.other };
  const same = [...exact.pairs.map(([word]) => word), ...(joined ? exact.one : [])];
  const found = clauses(difference).join('; ');
  const sentence = found === '' ? 'The words are the same, written in another way.' : `${capitalized(found)}.`;
  return { same, ...difference, sentence };
};

/** The rule that a part of a name needs another field that agrees (`NameRules.isCorroborated`). */
const partOnlySentence = 'A part of a name counts only where the date of birth or the document number agrees, too.';

/** The cause of a lower score of names under these rules; `null` for other details and for a full score. */
export const nameDifference = (detail: CheckDetail, rules: NameRules): NameDifference | null => {
  if (detail.kind !== 'comparison' || detail.comparator !== 'name' || detail.score >= 100) return null;
  const difference = differenceBetween(detail.one.value, detail.other.value, scoreBy(rules, detail));
  const isPartAlone = !detail.agrees && detail.score >= rules.pass;
  return isPartAlone ? { ...difference, sentence: `${difference.sentence} ${partOnlySentence}` } : difference;
};
