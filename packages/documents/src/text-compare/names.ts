import { aligningRuns } from './alignment.ts';
import { bestMatch, type NameMatch } from './name-match.ts';
import { hasNoFamilyName, hasNoParticles, type NameRules } from './name-rules.ts';
import {
  containedScore,
  exactRule,
  initialRules,
  isWeakPair,
  type PairingRule,
  romanizationRules,
  truncationRules,
  type Unmatched,
  umlautRule,
  variantRule,
} from './pairing.ts';
import { type Spellings, spellingsOf } from './transliteration.ts';
import { haveCommonSpelling, isParticle, isSubstantial, isUnspelt, type Word, wordsOf } from './words.ts';

/**
 * A value as a source gives it. `truncated` says that a name may have lost letters at the ends of its words, as in an
 * MRZ (ICAO 9303-3, 4.6).
 */
export type ComparableValue = {
  readonly value: string;
  readonly truncated?: boolean;
  /** The source of the value; `mrz` is the machine-readable zone of the document. */
  readonly source?: 'mrz' | 'barcode' | 'ai' | 'claimed';
};

/** How two names compare. */
export type NameComparison = {
  /**
   * How well two names can be one person's, 0 to 100. 100: the same words, in any order, transliterated or not, apart
   * from hyphens, apostrophes and honorifics. 80 to 99: all of one name is in the other, and a larger part of it gives
   * a higher score; a middle name or one of two family names is missing, or the MRZ had no room for the rest. Below
   * 80: each has something that the other does not have. A name without a letter matches no name.
   */
  readonly score: number;
  readonly agrees: boolean;
  /**
   * Whether they would agree if the spellings of one Arabic name were the same word. Two people need not differ so, and
   * nothing is proven either: a person decides.
   */
  readonly isVariant: boolean;
  /**
   * `same`: neither name has a word that the other lacks, apart from words for which a truncated name had no room.
   * `part`: one of them has. `apart`: both have.
   */
  readonly relation: 'same' | 'part' | 'apart';
  /** The words that the other name does not have. */
  readonly rest: Unmatched;
};

type Part = { readonly words: readonly Word[]; readonly truncated: boolean };

/** A name of one or more parts. */
export type Name = Part & { readonly text: string; readonly parts: readonly Part[] };

export const isOfMrz = ({ source }: ComparableValue): boolean => source === 'mrz';

const isLatin = (text: string): boolean => /\p{Script=Latin}/u.test(text);

/**
 * A name that stands there in two scripts, as print of Greece and Bulgaria has it, counts once: in Latin letters. So it
 * does only where these have every word of the other script.
 */
const inOneScript = (value: string, spellings: Spellings): string => {
  const parts = value.split(/[\s/]+/);
  const latin = parts.filter(isLatin).join(' ');
  const others = parts.filter((part) => !isLatin(part)).join(' ');
  if (latin === '' || others === '') return value;
  const known = wordsOf(latin, spellings);
  return wordsOf(others, spellings).every((word) => known.some((one) => haveCommonSpelling(word, one))) ? latin : value;
};

/** Parses a name that is compared with the `others`: with an MRZ, it is spelt as the State writes it there. */
export const nameOf = (
  values: readonly ComparableValue[],
  { issuingState }: NameRules,
  others: readonly ComparableValue[] = [],
): Name => {
  const where = others.some(isOfMrz) ? 'inMrz' : 'everywhere';
  const spellings = spellingsOf(issuingState, where);
  const parts = values.map((each, part) => ({
    words: wordsOf(inOneScript(each.value, spellings), spellings).map((word) => ({
      ...word,
      part,
      isInMrz: isOfMrz(each),
    })),
    truncated: each.truncated ?? false,
  }));
  return {
    text: values.map(({ value }) => value).join(' '),
    parts,
    words: parts.flatMap(({ words }) => words),
    truncated: parts.some(({ truncated }) => truncated),
  };
};

/** The words by which a part of a name is recognized: the substantial ones, unless it has none. */
const tellingWords = ({ words }: Part): readonly Word[] => {
  const substantial = words.filter(isSubstantial);
  return substantial.length > 0 ? substantial : words;
};

/** A full name names a part if a telling word of it has a counterpart that is more than an initial. */
const namesPart = ({ compared, pairs, rest }: NameMatch, part: Part): boolean => {
  const weak = pairs.filter(isWeakPair).map(([, other]) => other);
  return tellingWords(part).some(
    (word) => compared.other.includes(word) && !rest.other.includes(word) && !weak.includes(word),
  );
};

/**
 * By the names of a person who has no family name, but those of the father and the grandfather: the person's own name
 * comes first, and another one follows. States put the others into one field or the other.
 */
const namesOwnAndFather = ({ compared, pairs }: NameMatch, full: Name, other: Name): boolean => {
  const ownOf = (words: readonly Word[], { parts }: Name): Word | undefined =>
    words.find(({ part }) => part === parts.length - 1);
  const claimed = ownOf(compared.one, full);
  const own = ownOf(compared.other, other);
  const strong = pairs.filter((pair) => !isWeakPair(pair));
  return strong.length > 1 && strong.some(([one, two]) => one === claimed && two === own);
};

const flip = <T>({ one, other }: { readonly one: T; readonly other: T }) => ({ one: other, other: one });

const flipped = (match: NameMatch): NameMatch => ({
  ...match,
  pairs: match.pairs.map(([a, b]) => [b, a]),
  rest: flip(match.rest),
  compared: flip(match.compared),
});

type Matching = (one: Name, other: Name) => NameMatch;

/** Where words can be paired in several ways, the order of the names must not choose among them. */
const inEitherOrder =
  (match: Matching): Matching =>
  (one, other) =>
    one.text <= other.text ? match(one, other) : flipped(match(other, one));

const cutsOf = (one: Name, other: Name) => ({ one: one.truncated, other: other.truncated });

/** A full name that does not name one of the parts is another name, however much of it is in the whole. */
const namingEveryPart = (match: NameMatch, isNamed: (part: Part) => boolean, parts: readonly Part[]): NameMatch =>
  parts.every(isNamed) ? match : { ...match, score: Math.min(match.score, containedScore - 1), isContained: false };

/** A particle is a word like any other: Le, Van and Da are also names, as in Nguyen Le Anh. */
const relationOf = ({ isContained, rest }: NameMatch, one: Name, other: Name): NameComparison['relation'] => {
  if (!isContained) return 'apart';
  const missesWord = (words: readonly Word[], from: Name): boolean => !from.truncated && words.length > 0;
  return missesWord(rest.one, other) || missesWord(rest.other, one) ? 'part' : 'same';
};

const umlautRuleOf = (rules: NameRules): PairingRule => {
  const spellings = spellingsOf(rules.issuingState);
  return umlautRule(
    rules,
    (rules.spellings ?? []).flatMap((name) => wordsOf(name, spellings)),
  );
};

/** Whether a full name has to name every part of the other one. */
type Whole = { readonly isFullName: boolean };

export const compareParsedNames = (one: Name, other: Name, rules: NameRules, { isFullName }: Whole): NameComparison => {
  const umlauts = umlautRuleOf(rules);
  const compareBy = (...extra: readonly PairingRule[]) => {
    const match = inEitherOrder((a, b) =>
      bestMatch(
        a.words,
        b.words,
        [
          exactRule,
          umlauts,
          ...romanizationRules(umlauts, rules),
          ...truncationRules(cutsOf(a, b)),
          ...initialRules(umlauts, rules),
          ...extra,
        ],
        aligningRuns(),
      ),
    )(one, other);
    const isPartByFather = match.rest.other.length > 0 && hasNoFamilyName(rules.issuingState);
    const isNamed = (part: Part): boolean =>
      isPartByFather ? namesOwnAndFather(match, one, other) : namesPart(match, part);
    const named = isFullName ? namingEveryPart(match, isNamed, other.parts) : match;
    return { score: named.score, relation: relationOf(named, one, other), rest: named.rest };
  };
  const isEnough = ({ relation }: Pick<NameComparison, 'relation'>): boolean =>
    relation !== 'part' || rules.isCorroborated === true;
  const plain = compareBy();
  const agrees = plain.score >= rules.pass && isEnough(plain);
  if (agrees || plain.relation !== 'apart') return { ...plain, agrees, isVariant: false };
  const variants = compareBy(variantRule(umlauts));
  const isVariant = variants.relation !== 'apart' && isEnough(variants);
  const score = Math.max(plain.score, Math.min(containedScore, rules.pass) - 1);
  return isVariant ? { ...variants, score, agrees, isVariant } : { ...plain, agrees, isVariant };
};

/**
 * Compares two names. They agree from a score of `pass` on; a part of a name also needs two sources that agree on the
 * date of birth or the document number. AE, OE and UE of a machine-readable zone stand for a letter with a mark only
 * where the State or a source writes it so, and Greek letters are spelt in Latin ones. The order of the two names does
 * not matter.
 */
export const compareNames = (one: ComparableValue, other: ComparableValue, rules: NameRules): NameComparison =>
  compareParsedNames(nameOf([one], rules, [other]), nameOf([other], rules, [one]), rules, { isFullName: false });

/**
 * Compares a full name, whole or in parts of its own, with the parts of a name. It must name all of them; see
 * `compareNames`.
 */
export const compareFullName = (
  full: ComparableValue | readonly ComparableValue[],
  parts: readonly ComparableValue[],
  rules: NameRules,
): NameComparison => {
  const whole = 'value' in full ? [full] : full;
  return compareParsedNames(nameOf(whole, rules, parts), nameOf(parts, rules, whole), rules, { isFullName: true });
};

/** Whether one of these words is a name, and stands in none of the names. */
export const hasForeignName = (
  words: readonly Word[],
  names: readonly ComparableValue[],
  rules: NameRules,
): boolean => {
  const known = names.map((name) => nameOf([name], rules));
  const isName = (word: Word): boolean =>
    isSubstantial(word) || (isParticle(word) && hasNoParticles(rules.issuingState));
  return words.some(
    (word) =>
      isName(word) &&
      !known.some(({ truncated, words }) =>
        words.some((one) => haveCommonSpelling(word, one, truncated ? 'other' : null)),
      ),
  );
};

/**
 * A printed name without what it says a second time in letters that are not Latin: a spelling of a word of the name in
 * the MRZ, or what nobody can compare with that.
 */
export const withoutOtherScript = (
  printed: ComparableValue,
  inMrz: ComparableValue,
  rules: NameRules,
): ComparableValue => {
  const pieces = printed.value.split(/[\s/]+/);
  const known = nameOf([inMrz], rules).words;
  const isSaidAgain = (piece: string): boolean =>
    isUnspelt(piece) ||
    (!/\p{Script=Latin}/u.test(piece) &&
      nameOf([{ value: piece }], rules, [inMrz]).words.every((word) =>
        known.some((one) => haveCommonSpelling(word, one)),
      ));
  const left = pieces.filter((piece) => !isSaidAgain(piece)).join(' ');
  return /\p{Script=Latin}/u.test(left) ? { ...printed, value: left } : printed;
};
