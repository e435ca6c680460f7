import { type Align, type Alignment, letterCount } from './alignment.ts';
import { containedScore, exactRule, isEmpty, type PairingRule, type Unmatched } from './pairing.ts';
import { similarity } from './similarity.ts';
import { isSubstantial, recommendedSpelling, type Word } from './words.ts';

/**
 * Forms of address that a document prints with a name, or that a partner puts before it. They are no part of the name.
 */
const honorifics = [
  'DR',
  'PROF',
  'MR',
  'MRS',
  'MS',
  'MISS',
  'SIR',
  'DAME',
  'LORD',
  'LADY',
  'REV',
  'ING',
  'DIPL',
  'MAG',
];

/** Nobody has more words in a name than this; a longer name is only compared as a whole. */
export const maxWords = 16;

/** How well two names match, by the rule that suits them best. */
export type NameMatch = Alignment & {
  /** 0 to 100; see `NameComparison`. */
  readonly score: number;
  /** Whether one name contains the other. */
  readonly isContained: boolean;
  /** The words that were compared, which may be those without honorifics. */
  readonly compared: Unmatched;
};

const sortedSpellings = (words: readonly Word[]): readonly string[] => words.map(recommendedSpelling).sort();

/**
 * The score of names when neither contains the other: it is computed from their letters, so that a misspelling still
 * gets a high score.
 */
const letterScore = (one: readonly Word[], other: readonly Word[]): number =>
  Math.floor((containedScore - 1) * similarity(sortedSpellings(one).join(''), sortedSpellings(other).join('')));

/** A name of particles and initials alone is part of too many other names to identify one of them. */
const isMeaningful = (words: readonly Word[]): boolean => words.some(isSubstantial);

const scored = (
  one: readonly Word[],
  other: readonly Word[],
  rule: PairingRule,
  alignment: Alignment,
): Pick<NameMatch, 'score' | 'isContained'> => {
  const { letters, pairs, rest } = alignment;
  const isPart = rest.one.length === 0 ? isMeaningful(one) : rest.other.length === 0 && isMeaningful(other);
  if (!(isEmpty(rest) || isPart) || !rule.accepts(pairs, rest))
    return { score: letterScore(one, other), isContained: false };
  if (isEmpty(rest) && rule === exactRule) return { score: 100, isContained: true };
  const share = letters / Math.max(letterCount(one), letterCount(other));
  const score = Math.min(99, rule.maxScore, containedScore + Math.floor((100 - containedScore) * share));
  return { score, isContained: true };
};

const matchesOf = (
  one: readonly Word[],
  other: readonly Word[],
  rules: readonly PairingRule[],
  align: Align,
): readonly NameMatch[] =>
  one.length === 0 || other.length === 0
    ? []
    : rules.flatMap((rule) =>
        align(one, other, rule).map((alignment) => ({
          ...alignment,
          ...scored(one, other, rule, alignment),
          compared: { one, other },
        })),
      );

export const isHonorific = (word: Word): boolean => honorifics.includes(recommendedSpelling(word));

const withoutHonorifics = (words: readonly Word[]): readonly Word[] => {
  const name = words.filter((word) => !isHonorific(word));
  return name.length > 0 ? name : words;
};

const noMatch = (compared: Unmatched): NameMatch => ({
  score: 0,
  isContained: false,
  compared,
  pairs: [],
  rest: compared,
  letters: 0,
});

const sameWords = (compared: Unmatched): NameMatch => ({
  score: 100,
  isContained: true,
  compared,
  pairs: [],
  rest: { one: [], other: [] },
  letters: letterCount(compared.one),
});

/** The best match that the words of two names can have, with or without honorifics and by any of the rules. */
export const bestMatch = (
  one: readonly Word[],
  other: readonly Word[],
  rules: readonly PairingRule[],
  align: Align,
): NameMatch => {
  if (one.length > 0 && sortedSpellings(one).join(' ') === sortedSpellings(other).join(' '))
    return sameWords({ one, other });
  const none = noMatch({ one, other });
  if (Math.max(one.length, other.length) > maxWords) return none;
  const bareOne = withoutHonorifics(one);
  const bareOther = withoutHonorifics(other);
  const isTitled = bareOne.length < one.length || bareOther.length < other.length;
  return [
    ...matchesOf(one, other, rules, align),
    ...(isTitled ? matchesOf(bareOne, bareOther, rules, align) : []),
  ].reduce((best, match) => (match.score > best.score ? match : best), none);
};
