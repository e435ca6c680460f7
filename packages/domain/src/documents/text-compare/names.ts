import { similarity } from './similarity.ts';
import {
  foldUmlauts,
  haveCommonSpelling,
  isSubstantial,
  joinWords,
  recommendedSpelling,
  type Word,
  wordsOf,
} from './words.ts';

/**
 * A value as a source gives it. `truncated` says that a name may have lost letters at the ends of its words, as in an
 * MRZ (ICAO 9303-3, 4.6).
 */
export type ComparableValue = { readonly value: string; readonly truncated?: boolean };

/**
 * From this score on every word of one name is in the other; below it, each name has something that the other does not
 * have.
 */
const containedScore = 80;

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
const maxWords = 16;

/** This many letters of a truncated word distinguish it from most others. */
const minPrefixLetters = 3;

/**
 * How words are paired, and the maximal score of a name whose words are all paired so, or all except some of one name.
 */
type PairingRule = {
  readonly matches: (one: Word, other: Word) => boolean;
  readonly maxScore: number;
  /** Whether the pairs and the unmatched words are enough. */
  readonly accepts: (pairs: readonly Pair[], unmatched: Unmatched) => boolean;
};
type Pair = readonly [one: Word, other: Word];

const isSubstantialPair = ([one, other]: Pair): boolean => isSubstantial(one) && isSubstantial(other);

const exactRule: PairingRule = {
  matches: haveCommonSpelling,
  maxScore: 100,
  accepts: () => true,
};

/** AE, OE and UE may be what a State writes for a letter whose mark somebody else leaves out. */
const umlautRule: PairingRule = {
  matches: (one, other) => haveCommonSpelling(one, other) || foldUmlauts(one) === foldUmlauts(other),
  maxScore: containedScore,
  accepts: () => true,
};

const isPrefixOrEqual = (one: Word, other: Word, { one: a, other: b }: Truncation): boolean =>
  haveCommonSpelling(one, other) ||
  (a && haveCommonSpelling(one, other, 'one')) ||
  (b && haveCommonSpelling(one, other, 'other'));

const shorterLength = ([one, other]: Pair): number => Math.min(one.letters.length, other.letters.length);

/**
 * Whether a pair is enough for a name by itself: it has the same words, or enough of a truncated word to distinguish it
 * from others.
 */
const isSurePair = (pair: Pair): boolean =>
  isSubstantialPair(pair) && (haveCommonSpelling(...pair) || shorterLength(pair) >= minPrefixLetters);

/** A truncated word is the beginning of another one, and enough of it is left to tell which. */
const prefixRule = (cuts: Truncation): PairingRule => ({
  matches: (one, other) =>
    haveCommonSpelling(one, other) ||
    (isPrefixOrEqual(one, other, cuts) && shorterLength([one, other]) >= minPrefixLetters),
  maxScore: 99,
  accepts: () => true,
});

/**
 * Only an initial may be left of a word, if the whole truncated name is in the other and the pair of another word is
 * sure.
 */
const initialsRule = (cuts: Truncation): PairingRule => ({
  matches: (one, other) => isPrefixOrEqual(one, other, cuts),
  maxScore: 99,
  accepts: (pairs, left) =>
    pairs.some(isSurePair) && ((cuts.one && left.one.length === 0) || (cuts.other && left.other.length === 0)),
});

type Truncation = { readonly one: boolean; readonly other: boolean };

const pairingRules = (one: ComparableValue, other: ComparableValue): readonly PairingRule[] => {
  const truncation = { one: one.truncated === true, other: other.truncated === true };
  const truncationRules = truncation.one || truncation.other ? [prefixRule(truncation), initialsRule(truncation)] : [];
  return [exactRule, umlautRule, ...truncationRules];
};

/**
 * Pairs as many words as possible, each with one word of the other name: by position in `one`, the position in `other`.
 */
const pairWords = (
  one: readonly Word[],
  other: readonly Word[],
  fits: PairingRule['matches'],
): ReadonlyMap<number, number> => {
  const fitting = one.map((word) => [...other.keys()].filter((j) => fits(word, other[j] ?? word)));
  const partnerOf = new Map<number, number>();
  const place = (i: number, asked: Set<number>): boolean =>
    (fitting[i] ?? []).some((j) => {
      if (asked.has(j)) return false;
      asked.add(j);
      const before = partnerOf.get(j);
      if (before !== undefined && !place(before, asked)) return false;
      partnerOf.set(j, i);
      return true;
    });
  for (const i of one.keys()) place(i, new Set());
  return new Map([...partnerOf].map(([j, i]) => [i, j]));
};

/** The words without a run of consecutive words that, written together, is the other word: `Jean-Luc` and `JEANLUC`. */
const withoutJoinedRun = (words: readonly Word[], others: readonly Word[]): readonly Word[] | null => {
  const whole = joinWords(others);
  for (const from of others.length > 0 ? words.keys() : []) {
    for (let to = from + 1; to <= words.length; to += 1) {
      if (haveCommonSpelling(joinWords(words.slice(from, to)), whole))
        return [...words.slice(0, from), ...words.slice(to)];
    }
  }
  return null;
};

type Unmatched = { readonly one: readonly Word[]; readonly other: readonly Word[] };

const withoutJoinedRuns = ({ one, other }: Unmatched): Unmatched => {
  const oneLeft = withoutJoinedRun(one, other);
  if (oneLeft) return { one: oneLeft, other: [] };
  const otherLeft = withoutJoinedRun(other, one);
  return otherLeft ? { one: [], other: otherLeft } : { one, other };
};

const letterCount = (words: readonly Word[]): number => words.reduce((sum, { letters }) => sum + letters.length, 0);

const sortedSpellings = (words: readonly Word[]): readonly string[] => words.map(recommendedSpelling).sort();

/**
 * The score of names of which neither contains the other: it is computed from their letters, so that a misspelling
 * still gets a high score.
 */
const letterScore = (one: readonly Word[], other: readonly Word[]): number =>
  Math.floor((containedScore - 1) * similarity(sortedSpellings(one).join(''), sortedSpellings(other).join('')));

/** A name of particles and initials alone is part of too many other names to identify one of them. */
const isMeaningful = (words: readonly Word[]): boolean => words.some(isSubstantial);

const scoreOf = (one: readonly Word[], other: readonly Word[], rule: PairingRule): number => {
  if (one.length === 0 || other.length === 0) return 0;
  const pairs = pairWords(one, other, rule.matches);
  const taken = new Set(pairs.values());
  const single = { one: one.filter((_, i) => !pairs.has(i)), other: other.filter((_, j) => !taken.has(j)) };
  const rest = withoutJoinedRuns(single);
  const isWhole = rest.one.length === 0 && rest.other.length === 0;
  const isPart = rest.one.length === 0 ? isMeaningful(one) : rest.other.length === 0 && isMeaningful(other);
  const words = [...pairs].flatMap(([i, j]): readonly Pair[] => {
    const [a, b] = [one[i], other[j]];
    return a && b ? [[a, b]] : [];
  });
  if (!(isWhole || isPart) || !rule.accepts(words, rest)) return letterScore(one, other);
  if (isWhole && rule === exactRule) return 100;
  const inPairs = words.reduce((sum, pair) => sum + shorterLength(pair), 0);
  const inRuns = Math.min(
    letterCount(single.one) - letterCount(rest.one),
    letterCount(single.other) - letterCount(rest.other),
  );
  const share = (inPairs + inRuns) / Math.max(letterCount(one), letterCount(other));
  return Math.min(99, rule.maxScore, containedScore + Math.floor((100 - containedScore) * share));
};

const withoutHonorifics = (words: readonly Word[]): readonly Word[] => {
  const name = words.filter((word) => !honorifics.includes(recommendedSpelling(word)));
  return name.length > 0 ? name : words;
};

/** The best score that two names can have, with or without honorifics and truncated ends. */
const bestScore = (one: ComparableValue, other: ComparableValue): number => {
  const [ones, others] = [wordsOf(one.value), wordsOf(other.value)];
  if (ones.length > 0 && sortedSpellings(ones).join(' ') === sortedSpellings(others).join(' ')) return 100;
  if (Math.max(ones.length, others.length) > maxWords) return 0;
  const [bareOnes, bareOthers] = [withoutHonorifics(ones), withoutHonorifics(others)];
  const isTitled = bareOnes.length < ones.length || bareOthers.length < others.length;
  const rules = pairingRules(one, other);
  return Math.max(
    ...rules.map((way) => scoreOf(ones, others, way)),
    ...(isTitled ? rules.map((way) => scoreOf(bareOnes, bareOthers, way)) : []),
  );
};

/**
 * Scores how well two names can be one person's, 0 to 100. 100: the same words, in any order, transliterated or not,
 * apart from hyphens, apostrophes and honorifics. 80 to 99: all of one name is in the other, and a larger part of it
 * gives a higher score; a middle name or one of two family names is missing, or the MRZ had no room for the rest. Below
 * 80: each has something that the other does not have. A name without a letter matches no name.
 */
export const nameScore = (one: ComparableValue, other: ComparableValue): number =>
  // Where words can be paired in several ways, the order of the names must not choose among them.
  one.value <= other.value ? bestScore(one, other) : bestScore(other, one);

/** Whether a full name names this part: by a substantial word, unless the part has no such word. */
const namesPart = (full: ComparableValue, part: ComparableValue): boolean => {
  const words = wordsOf(part.value);
  const telling = words.filter(isSubstantial);
  const [exact, umlauts, late] = pairingRules(full, part);
  return wordsOf(full.value).some((a) =>
    (telling.length > 0 ? telling : words).some((b) =>
      [exact, umlauts, late].some((way) => way?.matches(a, b) === true),
    ),
  );
};

/** Scores a full name, which must name every part: a full name `Anna` is not enough for Anna Maria Eriksson. */
export const fullNameScore = (full: ComparableValue, parts: readonly ComparableValue[]): number => {
  const whole = {
    value: parts.map(({ value }) => value).join(' '),
    truncated: parts.some(({ truncated }) => truncated === true),
  };
  const score = nameScore(full, whole);
  return parts.every((part) => namesPart(full, part)) ? score : Math.min(score, containedScore - 1);
};
