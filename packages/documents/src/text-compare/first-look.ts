import { isHonorific } from './name-match.ts';
import { everyMark } from './name-rules.ts';
import { areVariants } from './name-variants.ts';
import { foldUmlauts, haveCommonSpelling, type Word, withSpellings } from './words.ts';

/** A word in which one letter stands for each that a State may write as two: A for AE and AA, O for OE, U for UE. */
const folded = ({ text }: Word): string => text.replace(/A[AE]+/g, 'A').replace(/([OU])E+/g, '$1');

const oneBeginsOther = (one: string, other: string): boolean => one.startsWith(other) || other.startsWith(one);

/** For a letter as two what it is as one, and for each as one every two: more than any rule has for the same letter. */
const anyMark: ReadonlyMap<string, readonly string[]> = new Map([
  ...everyMark,
  ['AE', ['A']],
  ['AA', ['A']],
  ['OE', ['O']],
  ['UE', ['U']],
]);

/** The possible beginnings of a word, by the spellings of its first letter; `null` where that may have none. */
const beginnings = ({ letters: [first = []] }: Word): readonly string[] | null =>
  first.includes('') ? null : first.map((spelling) => spelling.charAt(0));

const mayBeginAlike = (one: Word, other: Word): boolean => {
  const ones = beginnings(one);
  const others = beginnings(other);
  return ones === null || others === null || ones.some((letter) => others.includes(letter));
};

/** The same of words with other spellings, letter by letter, as far as the first letters leave it open. */
const mayBegin = (one: Word, other: Word): boolean => {
  if (!mayBeginAlike(one, other)) return false;
  const ones = withSpellings(one, anyMark);
  const others = withSpellings(other, anyMark);
  return haveCommonSpelling(ones, others, 'one') || haveCommonSpelling(ones, others, 'other');
};

/**
 * Whether a word may have another one as its counterpart by any rule for pairs: the same, its beginning, a word that it
 * is an initial of or the first of several that are written as one, or another spelling.
 */
const mayPair = (one: Word, other: Word): boolean =>
  (one.isPlain && other.isPlain ? oneBeginsOther(folded(one), folded(other)) : mayBegin(one, other)) ||
  areVariants(one.text, other.text) ||
  areVariants(foldUmlauts(one), foldUmlauts(other));

/** The words of a name that is looked at, and whether it may be truncated. */
type Looked = { readonly words: readonly Word[]; readonly truncated: boolean };

/**
 * Whether each word may be found in a name: by itself, or as a further one of several that the name writes as one, or
 * that are as one what several of the name are. A name with other spellings may have any.
 */
const mayHaveEach = (written: readonly Word[], { truncated, words }: Looked): boolean => {
  if (truncated || words.some(({ isPlain }) => !isPlain)) return true;
  const whole = words.map(({ text }) => text).join('');
  return written.every(
    (one) => !one.isPlain || isHonorific(one) || whole.includes(one.text) || words.some((other) => mayPair(one, other)),
  );
};

/**
 * Whether it is worth comparing a name with a written one: `false` only where the comparison cannot find it. It is a
 * look at words and beginnings, because most of the names that are gone through are another one, and a comparison takes
 * ten times as long.
 */
export const mayBeNamed = (written: readonly Word[], name: Looked): boolean =>
  written.some((one) => name.words.some((other) => mayPair(one, other))) && mayHaveEach(written, name);
