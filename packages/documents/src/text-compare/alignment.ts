import { isEmpty, type Pair, type PairingRule, shorterLength, type Unmatched } from './pairing.ts';
import { haveCommonSpelling, joinWords, type Word } from './words.ts';

/** The words of two names that are the same by a rule, and those that have no counterpart. */
export type Alignment = {
  readonly pairs: readonly Pair[];
  /** The words without a counterpart. */
  readonly rest: Unmatched;
  /** How many letters the pairs, and the words that the other name writes as one, have in common. */
  readonly letters: number;
};

/** Aligns the words of two names. */
export type Align = (one: readonly Word[], other: readonly Word[], rule: PairingRule) => readonly Alignment[];

export const letterCount = (words: readonly Word[]): number =>
  words.reduce((sum, { letters }) => sum + letters.length, 0);

type Paired = { readonly pairs: readonly Pair[]; readonly single: Unmatched };

/** Pairs as many words as possible, each with one word of the other name. */
const pairWords = (one: readonly Word[], other: readonly Word[], fits: PairingRule['matches']): Paired => {
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
  const paired = new Set(partnerOf.values());
  return {
    pairs: [...partnerOf].flatMap(([j, i]): readonly Pair[] => {
      const a = one[i];
      const b = other[j];
      return a && b ? [[a, b]] : [];
    }),
    single: { one: one.filter((_, i) => !paired.has(i)), other: other.filter((_, j) => !partnerOf.has(j)) },
  };
};

type Lengths = { readonly least: number; readonly most: number };

const lengthsOf = (words: readonly Word[]): Lengths =>
  words
    .flatMap(({ isPlain, letters, text }) => (isPlain ? [[text]] : letters))
    .map((spellings) => spellings.map(({ length }) => length))
    .reduce(
      ({ least, most }, lengths) => ({ least: least + Math.min(...lengths), most: most + Math.max(...lengths) }),
      { least: 0, most: 0 },
    );

const isWithinReach = (one: Lengths, other: Lengths): boolean => one.least <= other.most && other.least <= one.most;

const areOfOnePart = ([first, ...others]: readonly Word[]): boolean => others.every(({ part }) => part === first?.part);

/**
 * The words without a run of consecutive words of one part that, written together, is the other word: `Jean-Luc` and
 * `JEANLUC`.
 */
const withoutRun = (words: readonly Word[], whole: Word, minWords: number): readonly Word[] | null => {
  const length = lengthsOf([whole]);
  for (const from of words.keys()) {
    for (let to = from + minWords; to <= words.length; to += 1) {
      const run = words.slice(from, to);
      // Most runs are shorter or longer than the word, and what is compared letter by letter has to stay little.
      if (areOfOnePart(run) && isWithinReach(lengthsOf(run), length) && haveCommonSpelling(joinWords(run), whole))
        return [...words.slice(0, from), ...words.slice(to)];
    }
  }
  return null;
};

/** The rest of the words of two names, when the first name writes apart what the second writes as one. */
type TakeRuns = (words: readonly Word[], wholes: readonly Word[]) => readonly [readonly Word[], readonly Word[]];

/** Takes runs out of either name, the first one first. */
const inBothNames =
  (take: TakeRuns) =>
  ({ one, other }: Unmatched): Unmatched => {
    const [ones, others] = take(one, other);
    const [othersLeft, onesLeft] = take(others, ones);
    return { one: onesLeft, other: othersLeft };
  };

/** Takes out every part of `wholes` that, written as one word, is a run of the `words`, and the run. */
const withoutPartsOf: TakeRuns = (words, wholes) =>
  [...new Set(wholes.map(({ part }) => part))].reduce<ReturnType<TakeRuns>>(
    ([left, others], part) => {
      const shorter = withoutRun(left, joinWords(others.filter((word) => word.part === part)), 1);
      return shorter ? [shorter, others.filter((word) => word.part !== part)] : [left, others];
    },
    [words, wholes],
  );

/**
 * Every run of one name that is everything that is left of a part of the other name. Letters stay in their part: Cheng
 * Ang is not Chen Gang.
 */
const withoutWholeRuns = inBothNames(withoutPartsOf);

/** Takes out every word of `wholes` that is a run of several of the `words`, the longest first, and the runs. */
const withoutRunsOf: TakeRuns = (words, wholes) =>
  wholes
    .toSorted((a, b) => b.letters.length - a.letters.length)
    .reduce<ReturnType<TakeRuns>>(
      ([left, others], whole) => {
        const shorter = withoutRun(left, whole, 2);
        return shorter ? [shorter, others.filter((word) => word !== whole)] : [left, others];
      },
      [words, wholes],
    );

/** Every run of one name that is a word of the other. */
const withoutRuns = inBothNames(withoutRunsOf);

const lettersInPairs = (pairs: readonly Pair[]): number => pairs.reduce((sum, pair) => sum + shorterLength(pair), 0);

const lettersInRuns = (before: Unmatched, after: Unmatched): number =>
  Math.min(letterCount(before.one) - letterCount(after.one), letterCount(before.other) - letterCount(after.other));

/** Pairs single words first; the rest of one name may then be written as one word in the other. */
const alignWords = (one: readonly Word[], other: readonly Word[], { matches }: PairingRule): Alignment => {
  const { pairs, single } = pairWords(one, other, matches);
  const rest = withoutWholeRuns(single);
  return { pairs, rest, letters: lettersInPairs(pairs) + lettersInRuns(single, rest) };
};

/**
 * Pairs single words first, and any word may be several words of the other name. Such runs are also looked for before
 * single words are paired: `Li Na Li` and `LI LINA` leave the last word. No rule changes what they are, so that they
 * are found once for two names.
 */
export const aligningRuns = (): Align => {
  const known: (Unmatched & { readonly left: Unmatched })[] = [];
  const leftOf = (one: readonly Word[], other: readonly Word[]): Unmatched => {
    const found = known.find((each) => each.one === one && each.other === other);
    if (found) return found.left;
    const left = withoutRuns({ one, other });
    known.push({ one, other, left });
    return left;
  };
  return (one, other, rule) => {
    const simple = alignWords(one, other, rule);
    if (isEmpty(simple.rest)) return [simple];
    const left = leftOf(one, other);
    if (left.one.length === one.length) return [simple];
    const { letters, pairs, rest } = alignWords(left.one, left.other, rule);
    return [simple, { pairs, rest, letters: letters + lettersInRuns({ one, other }, left) }];
  };
};
