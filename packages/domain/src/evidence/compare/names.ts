import { likeness } from './likeness.ts';
import { folded, isSubstantial, joined, meet, recommended, type Word, wordsOf } from './words.ts';

/**
 * A value as a source gives it. `truncated` says that a name may have lost letters at the ends of its words, as in an
 * MRZ (ICAO 9303-3, 4.6).
 */
export type GivenName = { readonly value: string; readonly cut?: boolean };

/**
 * From this score on every word of one name is in the other; below it, each name has something that the other does not
 * have.
 */
const contained = 80;

/**
 * Forms of address that a document prints with a name, or that a partner puts before it. They are no part of the name.
 */
const titles = ['DR', 'PROF', 'MR', 'MRS', 'MS', 'MISS', 'SIR', 'DAME', 'LORD', 'LADY', 'REV', 'ING', 'DIPL', 'MAG'];

/** Nobody has more words in a name than this; a longer name is only compared as a whole. */
const mostWords = 16;

/** This many letters of a truncated word distinguish it from most others. */
const tellingLetters = 3;

/**
 * How words are paired, and the maximal score of a name whose words are all paired so, or all except some of one name.
 */
type Way = {
  readonly fits: (one: Word, other: Word) => boolean;
  readonly most: number;
  /** Whether the pairs and the unmatched words are enough. */
  readonly holds: (pairs: readonly Pair[], left: Rest) => boolean;
};
type Pair = readonly [one: Word, other: Word];

const isTelling = ([one, other]: Pair): boolean => isSubstantial(one) && isSubstantial(other);

const exactly: Way = {
  fits: meet,
  most: 100,
  holds: () => true,
};

/** AE, OE and UE may be what a State writes for a letter whose mark somebody else leaves out. */
const withoutUmlauts: Way = {
  fits: (one, other) => meet(one, other) || folded(one) === folded(other),
  most: contained,
  holds: () => true,
};

const begins = (one: Word, other: Word, { one: a, other: b }: Cuts): boolean =>
  meet(one, other) || (a && meet(one, other, 'one')) || (b && meet(one, other, 'other'));

const shorter = ([one, other]: Pair): number => Math.min(one.letters.length, other.letters.length);

/**
 * Whether a pair is enough for a name by itself: it has the same words, or enough of a truncated word to distinguish it
 * from others.
 */
const isSure = (pair: Pair): boolean => isTelling(pair) && (meet(...pair) || shorter(pair) >= tellingLetters);

/** A truncated word is the beginning of another one, and enough of it is left to tell which. */
const cutLate = (cuts: Cuts): Way => ({
  fits: (one, other) => meet(one, other) || (begins(one, other, cuts) && shorter([one, other]) >= tellingLetters),
  most: 99,
  holds: () => true,
});

/**
 * Only an initial may be left of a word, if the whole truncated name is in the other and the pair of another word is
 * sure.
 */
const cutToInitials = (cuts: Cuts): Way => ({
  fits: (one, other) => begins(one, other, cuts),
  most: 99,
  holds: (pairs, left) =>
    pairs.some(isSure) && ((cuts.one && left.one.length === 0) || (cuts.other && left.other.length === 0)),
});

type Cuts = { readonly one: boolean; readonly other: boolean };

const waysFor = (one: GivenName, other: GivenName): readonly Way[] => {
  const cuts = { one: one.cut === true, other: other.cut === true };
  const cutWays = cuts.one || cuts.other ? [cutLate(cuts), cutToInitials(cuts)] : [];
  return [exactly, withoutUmlauts, ...cutWays];
};

/**
 * Pairs as many words as possible, each with one word of the other name: by position in `one`, the position in `other`.
 */
const paired = (one: readonly Word[], other: readonly Word[], fits: Way['fits']): ReadonlyMap<number, number> => {
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
const withoutRun = (words: readonly Word[], others: readonly Word[]): readonly Word[] | null => {
  const whole = joined(others);
  for (const from of others.length > 0 ? words.keys() : []) {
    for (let to = from + 1; to <= words.length; to += 1) {
      if (meet(joined(words.slice(from, to)), whole)) return [...words.slice(0, from), ...words.slice(to)];
    }
  }
  return null;
};

type Rest = { readonly one: readonly Word[]; readonly other: readonly Word[] };

const afterRuns = ({ one, other }: Rest): Rest => {
  const oneLeft = withoutRun(one, other);
  if (oneLeft) return { one: oneLeft, other: [] };
  const otherLeft = withoutRun(other, one);
  return otherLeft ? { one: [], other: otherLeft } : { one, other };
};

const lettersIn = (words: readonly Word[]): number => words.reduce((sum, { letters }) => sum + letters.length, 0);

const inOrder = (words: readonly Word[]): readonly string[] => words.map(recommended).sort();

/**
 * The score of names of which neither contains the other: it is computed from their letters, so that a misspelling
 * still gets a high score.
 */
const resemblance = (one: readonly Word[], other: readonly Word[]): number =>
  Math.floor((contained - 1) * likeness(inOrder(one).join(''), inOrder(other).join('')));

/** A name of particles and initials alone is part of too many other names to identify one of them. */
const isSaid = (words: readonly Word[]): boolean => words.some(isSubstantial);

const scoreOf = (one: readonly Word[], other: readonly Word[], way: Way): number => {
  if (one.length === 0 || other.length === 0) return 0;
  const pairs = paired(one, other, way.fits);
  const taken = new Set(pairs.values());
  const single = { one: one.filter((_, i) => !pairs.has(i)), other: other.filter((_, j) => !taken.has(j)) };
  const rest = afterRuns(single);
  const isWhole = rest.one.length === 0 && rest.other.length === 0;
  const isPart = rest.one.length === 0 ? isSaid(one) : rest.other.length === 0 && isSaid(other);
  const words = [...pairs].flatMap(([i, j]): readonly Pair[] => {
    const [a, b] = [one[i], other[j]];
    return a && b ? [[a, b]] : [];
  });
  if (!(isWhole || isPart) || !way.holds(words, rest)) return resemblance(one, other);
  if (isWhole && way === exactly) return 100;
  const inPairs = words.reduce((sum, pair) => sum + shorter(pair), 0);
  const inRuns = Math.min(lettersIn(single.one) - lettersIn(rest.one), lettersIn(single.other) - lettersIn(rest.other));
  const share = (inPairs + inRuns) / Math.max(lettersIn(one), lettersIn(other));
  return Math.min(99, way.most, contained + Math.floor((100 - contained) * share));
};

const untitled = (words: readonly Word[]): readonly Word[] => {
  const name = words.filter((word) => !titles.includes(recommended(word)));
  return name.length > 0 ? name : words;
};

/** The best score that two names can have, with or without honorifics and truncated ends. */
const bestOf = (one: GivenName, other: GivenName): number => {
  const [ones, others] = [wordsOf(one.value), wordsOf(other.value)];
  if (ones.length > 0 && inOrder(ones).join(' ') === inOrder(others).join(' ')) return 100;
  if (Math.max(ones.length, others.length) > mostWords) return 0;
  const [bareOnes, bareOthers] = [untitled(ones), untitled(others)];
  const isTitled = bareOnes.length < ones.length || bareOthers.length < others.length;
  const ways = waysFor(one, other);
  return Math.max(
    ...ways.map((way) => scoreOf(ones, others, way)),
    ...(isTitled ? ways.map((way) => scoreOf(bareOnes, bareOthers, way)) : []),
  );
};

/**
 * Scores how well two names can be one person's, 0 to 100. 100: the same words, in any order, transliterated or not,
 * apart from hyphens, apostrophes and honorifics. 80 to 99: all of one name is in the other, and a larger part of it
 * gives a higher score; a middle name or one of two family names is missing, or the MRZ had no room for the rest. Below
 * 80: each has something that the other does not have. A name without a letter matches no name.
 */
export const nameScore = (one: GivenName, other: GivenName): number =>
  // Where words can be paired in several ways, the order of the names must not choose among them.
  one.value <= other.value ? bestOf(one, other) : bestOf(other, one);

/** Whether a full name names this part: by a substantial word, unless the part has no such word. */
const isNamed = (full: GivenName, part: GivenName): boolean => {
  const words = wordsOf(part.value);
  const telling = words.filter(isSubstantial);
  const [exact, umlauts, late] = waysFor(full, part);
  return wordsOf(full.value).some((a) =>
    (telling.length > 0 ? telling : words).some((b) => [exact, umlauts, late].some((way) => way?.fits(a, b) === true)),
  );
};

/** Scores a full name, which must name every part: a full name `Anna` is not enough for Anna Maria Eriksson. */
export const fullNameScore = (full: GivenName, parts: readonly GivenName[]): number => {
  const whole = { value: parts.map(({ value }) => value).join(' '), cut: parts.some(({ cut }) => cut) };
  const score = nameScore(full, whole);
  return parts.every((part) => isNamed(full, part)) ? score : Math.min(score, contained - 1);
};
