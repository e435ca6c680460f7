import { likeness } from './likeness.ts';
import { type Cut, joined, meet, recommended, type Word, wordsOf } from './words.ts';

/** A name as a source gives it; `cut` where it may have lost letters at the ends of its words, as zones do (ICAO 9303-3, 4.6). */
export type GivenName = { readonly value: string; readonly cut?: boolean };

/** From here on every word of one name stands in the other; below, both have something that the other has not. */
const contained = 80;

/** Forms of address that a document prints with a name, or a partner puts before it. They are no part of it. */
const titles = ['DR', 'PROF', 'MR', 'MRS', 'MS', 'MISS', 'SIR', 'DAME', 'LORD', 'LADY', 'REV', 'ING', 'DIPL', 'MAG'];

/** Nobody has more words in a name than this; whatever has is held as a whole against what it is compared with. */
const mostWords = 16;

type Fit = (one: Word, other: Word) => boolean;

const exactly: Fit = (one, other) => meet(one, other);

const fitOf = (one: GivenName, other: GivenName): Fit => {
  const cuts: readonly Cut[] = [one.cut ? 'one' : null, other.cut ? 'other' : null];
  return (a, b) => cuts.some((cut) => meet(a, b, cut));
};

/** The most words that can be paired, each with one of the other name: by position in `one`, the position in `other`. */
const paired = (one: readonly Word[], other: readonly Word[], fit: Fit): ReadonlyMap<number, number> => {
  const fitting = one.map((word) => [...other.keys()].filter((j) => fit(word, other[j] ?? word)));
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

/** Some words without those that follow one another there and are, written together, this one: `Jean-Luc` and `JEANLUC`. */
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

/** How alike names are of which neither stands in the other: by their letters, so that a slip is seen to be one. */
const resemblance = (one: readonly Word[], other: readonly Word[]): number =>
  Math.floor((contained - 1) * likeness(inOrder(one).join(''), inOrder(other).join('')));

const scoreOf = (one: readonly Word[], other: readonly Word[], fit: Fit): number => {
  if (one.length === 0 || other.length === 0) return 0;
  const pairs = paired(one, other, fit);
  const taken = new Set(pairs.values());
  const single = { one: one.filter((_, i) => !pairs.has(i)), other: other.filter((_, j) => !taken.has(j)) };
  const rest = afterRuns(single);
  if (rest.one.length > 0 && rest.other.length > 0) return resemblance(one, other);
  if (rest.one.length === 0 && rest.other.length === 0 && fit === exactly) return 100;
  const lengthOf = (words: readonly Word[], i: number): number => words[i]?.letters.length ?? 0;
  const inPairs = [...pairs].reduce((sum, [i, j]) => sum + Math.min(lengthOf(one, i), lengthOf(other, j)), 0);
  const inRuns = Math.min(lettersIn(single.one) - lettersIn(rest.one), lettersIn(single.other) - lettersIn(rest.other));
  const share = (inPairs + inRuns) / Math.max(lettersIn(one), lettersIn(other));
  return Math.min(99, contained + Math.floor((100 - contained) * share));
};

const untitled = (words: readonly Word[]): readonly Word[] => {
  const name = words.filter((word) => !titles.includes(recommended(word)));
  return name.length > 0 ? name : words;
};

/** The best of what two names have in common, titles and lost ends counted or not. */
const bestOf = (one: GivenName, other: GivenName): number => {
  const [ones, others] = [wordsOf(one.value), wordsOf(other.value)];
  if (ones.length > 0 && inOrder(ones).join(' ') === inOrder(others).join(' ')) return 100;
  if (Math.max(ones.length, others.length) > mostWords) return 0;
  const [bareOnes, bareOthers] = [untitled(ones), untitled(others)];
  const isTitled = bareOnes.length < ones.length || bareOthers.length < others.length;
  const fits = one.cut || other.cut ? [exactly, fitOf(one, other)] : [exactly];
  return Math.max(
    ...fits.map((fit) => scoreOf(ones, others, fit)),
    ...(isTitled ? fits.map((fit) => scoreOf(bareOnes, bareOthers, fit)) : []),
  );
};

/**
 * How well two names can be one person's, 0 to 100. 100: the same words, in any order, transliterated or not, hyphens,
 * apostrophes and titles aside. 80 to 99: all of one name stands in the other, more of it the higher; a middle name or one of
 * two family names is missing, or a zone had no room for the rest. Below: each has something that the other has not.
 * A name without a letter is like none.
 */
export const nameScore = (one: GivenName, other: GivenName): number =>
  // Where words can be paired in several ways, the order of the names must not choose among them.
  one.value <= other.value ? bestOf(one, other) : bestOf(other, one);

const isNamed = (full: GivenName, part: GivenName): boolean =>
  wordsOf(full.value).some((a) => wordsOf(part.value).some((b) => fitOf(full, part)(a, b)));

/** The same for a full name, which has to name every part: whoever is called Anna is not for that Anna Maria Eriksson. */
export const fullNameScore = (full: GivenName, parts: readonly GivenName[]): number => {
  const whole = { value: parts.map(({ value }) => value).join(' '), cut: parts.some(({ cut }) => cut) };
  const score = nameScore(full, whole);
  return parts.every((part) => isNamed(full, part)) ? score : Math.min(score, contained - 1);
};
