import { everyMark, lettersForMarks, type NameRules } from './name-rules.ts';
import { areVariants } from './name-variants.ts';
import { hasRomanizations, spellOneWord } from './romanizations.ts';
import {
  foldUmlauts,
  haveCommonSpelling,
  isSubstantial,
  recommendedSpelling,
  type Word,
  withSpellings,
} from './words.ts';

/**
 * From this score on every word of one name is in the other; below it, each name has something that the other does not
 * have.
 */
export const containedScore = 80;

/** This many letters of a truncated word distinguish it from most others. */
const minPrefixLetters = 3;

export type Pair = readonly [one: Word, other: Word];

/** The words of two names that have no counterpart in the other name. */
export type Unmatched = { readonly one: readonly Word[]; readonly other: readonly Word[] };

/** Whether every word of both names has a counterpart. */
export const isEmpty = ({ one, other }: Unmatched): boolean => one.length === 0 && other.length === 0;

/**
 * How words are paired, and the maximal score of a name whose words are all paired so, or all except some of one name.
 */
export type PairingRule = {
  readonly matches: (one: Word, other: Word) => boolean;
  readonly maxScore: number;
  /** Whether the pairs and the unmatched words are enough. */
  readonly accepts: (pairs: readonly Pair[], unmatched: Unmatched) => boolean;
};

/** The one of two names that may have lost letters at the ends of its words. */
export type Truncation = { readonly one: boolean; readonly other: boolean };

const isSubstantialPair = ([one, other]: Pair): boolean => isSubstantial(one) && isSubstantial(other);

export const exactRule: PairingRule = {
  matches: haveCommonSpelling,
  maxScore: 100,
  accepts: () => true,
};

/** More marked words than this stand in no name that somebody has. */
const maxMarkedWords = 16;

/** Answers whether a word can be spelt as another one, which is computed once for each. */
const spelling = (word: Word): ((other: Word) => boolean) => {
  const known = new Map<Word, boolean>();
  return (other) => {
    const answer = known.get(other) ?? haveCommonSpelling(word, other);
    known.set(other, answer);
    return answer;
  };
};

/** Æ and Œ without their mark. */
const ligatures = new Map([
  ['AE', ['A']],
  ['OE', ['O']],
]);

const withoutLigatures = (word: Word): Word => (word.isMarked ? withSpellings(word, ligatures) : word);

/** The word of the MRZ and that of the other side, `null` where not exactly one of them is of an MRZ. */
const byMrz = (one: Word, other: Word): { readonly mrz: Word; readonly counterpart: Word } | null => {
  if (one.isInMrz === other.isInMrz) return null;
  return one.isInMrz ? { mrz: one, counterpart: other } : { mrz: other, counterpart: one };
};

/**
 * Two letters of a machine-readable zone may be one letter of the other side, never the other way round: Bauer may be
 * Baur, and Baur is not Bauer. So it is where the same word, as `spelt` by the print or a claim, has the mark. Where no
 * mark says so the State has to write in this way, the sources have to agree on the date of birth or the document
 * number, and nobody may have spelt the word without a mark as the MRZ does. A State that writes two letters does not
 * leave the mark out: Kühn is not KUHN there.
 */
export const umlautRule = ({ isCorroborated, issuingState }: NameRules, spelt: readonly Word[]): PairingRule => {
  const inState = lettersForMarks(issuingState);
  const ofState = isCorroborated === true ? inState : new Map<string, readonly string[]>();
  const unmarked = new Set(spelt.filter(({ isMarked }) => !isMarked).map(({ text }) => text));
  const marked = new Map(spelt.filter(({ isMarked }) => isMarked).map((word) => [word.text, word]));
  const spellings = [...marked.values()].slice(0, maxMarkedWords).map(spelling);
  const isFolded = (one: Word, other: Word): boolean => {
    const sides = byMrz(one, other);
    if (!sides) return false;
    const { counterpart, mrz } = sides;
    const folds = (letters: ReadonlyMap<string, readonly string[]>): boolean =>
      haveCommonSpelling(mrz, withSpellings(counterpart, letters));
    return (
      (ofState.size > 0 && !unmarked.has(mrz.text) && folds(ofState)) ||
      (spellings.some((canBe) => canBe(mrz) && canBe(counterpart)) && folds(everyMark))
    );
  };
  const mayLoseMark = (one: Word, other: Word): boolean =>
    (one.isMarked || other.isMarked) && (inState.size === 0 || byMrz(one, other) === null);
  return {
    matches: (one, other) =>
      haveCommonSpelling(one, other) ||
      (mayLoseMark(one, other) && haveCommonSpelling(withoutLigatures(one), withoutLigatures(other))) ||
      isFolded(one, other),
    maxScore: containedScore,
    accepts: () => true,
  };
};

/**
 * Two spellings of one word by the tables of the State are the same word, if the sources agree on the date of birth or
 * the document number: people write themselves in another one than the State does.
 */
export const romanizationRules = (
  umlauts: PairingRule,
  { isCorroborated = false, issuingState }: NameRules,
): readonly PairingRule[] =>
  isCorroborated && hasRomanizations(issuingState)
    ? [
        {
          matches: (one, other) =>
            umlauts.matches(one, other) ||
            spellOneWord(recommendedSpelling(one), recommendedSpelling(other), issuingState),
          maxScore: containedScore,
          accepts: () => true,
        },
      ]
    : [];

/**
 * The spellings of one Arabic name in Latin script are the same word. The names do not agree by this, but they are not
 * those of two people either: a person decides.
 */
export const variantRule = (umlauts: PairingRule): PairingRule => ({
  matches: (one, other) =>
    umlauts.matches(one, other) ||
    areVariants(recommendedSpelling(one), recommendedSpelling(other)) ||
    areVariants(foldUmlauts(one), foldUmlauts(other)),
  maxScore: containedScore,
  accepts: () => true,
});

const isPrefixOrEqual = (one: Word, other: Word, { one: a, other: b }: Truncation): boolean =>
  haveCommonSpelling(one, other) ||
  (a && haveCommonSpelling(one, other, 'one')) ||
  (b && haveCommonSpelling(one, other, 'other'));

export const shorterLength = ([one, other]: Pair): number => Math.min(one.letters.length, other.letters.length);

/**
 * Whether a pair is enough for a name by itself: it has the same words, or enough of a truncated word to distinguish it
 * from others.
 */
const isSurePair = (pair: Pair): boolean =>
  isSubstantialPair(pair) && (haveCommonSpelling(...pair) || shorterLength(pair) >= minPrefixLetters);

/** Whether less is left of a truncated word than distinguishes it from others. */
export const isWeakPair = (pair: Pair): boolean =>
  !haveCommonSpelling(...pair) && shorterLength(pair) < minPrefixLetters;

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

/** The rules for names that may be truncated, the stricter one first. */
export const truncationRules = (cuts: Truncation): readonly PairingRule[] =>
  cuts.one || cuts.other ? [prefixRule(cuts), initialsRule(cuts)] : [];

const isInitialOf = (one: Word, other: Word): boolean =>
  /^[A-Z]$/.test(one.text) && haveCommonSpelling(one, other, 'one');

/**
 * An initial is no difference from a word that begins with it, where the sources agree on the date of birth or the
 * document number and another word of the name is the same.
 */
export const initialRules = (
  umlauts: PairingRule,
  { acceptsInitials = true, isCorroborated = false }: NameRules,
): readonly PairingRule[] =>
  isCorroborated && acceptsInitials
    ? [
        {
          matches: (one, other) => umlauts.matches(one, other) || isInitialOf(one, other) || isInitialOf(other, one),
          maxScore: 99,
          accepts: (pairs) => pairs.some(isSurePair),
        },
      ]
    : [];
