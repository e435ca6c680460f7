import { mayBeNamed } from './first-look.ts';
import { maxWords } from './name-match.ts';
import type { NameRules } from './name-rules.ts';
import { type ComparableValue, compareParsedNames, isOfMrz, type Name, nameOf } from './names.ts';
import { countSpelt, hasLetters, withoutSpellings } from './words.ts';

/** Answers whether the holder of a name with these parts is meant. */
export type IsMeant = (parts: readonly ComparableValue[], rules: NameRules) => boolean;

/**
 * Nobody has a name of more characters, as they are compared: one that is written may stand for eighteen (U+FDFA), so
 * that the length of what is written says little.
 */
const maxCharacters = 512;

const isTooLong = (values: readonly ComparableValue[]): boolean =>
  values.reduce((sum, { value }) => sum + value.normalize('NFKC').length, 0) > maxCharacters;

/**
 * A comparison takes longer with more letters that may be spelt in several ways and with more words around them. A name
 * of four words may have 32 of them, which is twice what names in Cyrillic have, and one of 16 words 8.
 */
const maxSpeltByWords = 128;

/** A name that has more is compared by the recommended spellings alone. */
const bounded = (name: Name): Name => {
  const spelt = name.words.reduce((sum, word) => sum + countSpelt(word), 0);
  if (spelt * name.words.length <= maxSpeltByWords) return name;
  const parts = name.parts.map((part) => ({ ...part, words: part.words.map(withoutSpellings) }));
  return { ...name, parts, words: parts.flatMap(({ words }) => words) };
};

/** Names that are too long for a comparison word by word are only the same or not, which needs no look before. */
const isLong = (...names: readonly Name[]): boolean => names.some(({ words }) => words.length > maxWords);

/** A name in scripts that have no space between its parts, and where one character is a syllable or more. */
const unspaced = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\u30FC]+$/u;

/** A character that is a syllable or more: an ideograph, a syllable in Hangul, or one in Kana. */
const syllable = /[\p{Script=Han}\uAC00-\uD7A3\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Whether enough is written of a name to look for it: two letters, or one that may be a whole name, as 김 and 王 are. */
export const isEnoughOfName = (written: string): boolean =>
  hasLetters(written, 2) || syllable.test(written.normalize('NFKC'));

/**
 * The parts of a written name, which spaces or signs separate, as dots do in names of other languages. Characters
 * without a look of their own, such as the selector of a variant of an ideograph, make no difference.
 */
const piecesOf = (text: string): readonly string[] =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}|\p{Variation_Selector}/gu, '')
    .split(/[\s\p{P}]+/u)
    .filter((piece) => piece !== '');

/** A name in such a script: its characters, and where its parts begin; the last one of `starts` is its end. */
type CharacterName = { readonly whole: string; readonly starts: ReadonlySet<number> };

const characterName = (pieces: readonly string[]): CharacterName => {
  const starts = new Set([0]);
  let length = 0;
  for (const piece of pieces) {
    length += piece.length;
    starts.add(length);
  }
  return { whole: pieces.join(''), starts };
};

/**
 * Whether a word may stand at a place of a name. One character has to begin a part, since in the middle of one it would
 * be found in too many names. Several stand within a part, or begin or end where one does.
 */
const mayStandAt = (word: string, at: number, { starts }: CharacterName): boolean => {
  const end = at + word.length;
  if ([...word].length === 1) return starts.has(at);
  return starts.has(at) || starts.has(end) || ![...starts].some((start) => at < start && start < end);
};

/** How often a word stands in a name. */
const countIn = (word: string, name: CharacterName): number => {
  let count = 0;
  for (let at = name.whole.indexOf(word); at >= 0; at = name.whole.indexOf(word, at + 1))
    if (mayStandAt(word, at, name)) count += 1;
  return count;
};

/**
 * Answers who has each of these words in a name without spaces, as often as it is written, or all of them as the whole
 * of it in either order.
 */
const meantByCharacters = (words: readonly string[]): ((parts: readonly ComparableValue[]) => boolean) => {
  const written = words.join('');
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return (parts) => {
    const pieces = parts.flatMap(({ value }) => piecesOf(value));
    const name = characterName(pieces);
    if (written.length > name.whole.length) return false;
    return (
      [...counts].every(([word, count]) => countIn(word, name) >= count) ||
      [name.whole, pieces.toReversed().join('')].includes(written)
    );
  };
};

/** Letters and what others write for them: alef wasla, alef maksura, Farsi yeh, keheh and teh marbuta. */
const arabicLetters: { readonly [letter: string]: string } = {
  '\u0671': '\u0627',
  '\u0649': '\u064A',
  '\u06CC': '\u064A',
  '\u06A9': '\u0643',
  '\u0629': '\u0647',
};

/**
 * Arabic as many write it: without hamza, madda and vowel signs, and with one of two letters that look alike. Armenian
 * with one spelling of the letters that are a ligature in lower case and two letters in capitals.
 */
const foldSpellings = (text: string): string =>
  text
    .replace(/[\u0535\u0565]\u0582|\u0587|\u0535\u0552/g, '\u0565\u057E')
    .normalize('NFKD')
    .replace(/[\u0621\u064B-\u0655\u0670]/g, '')
    .replace(/[\u0671\u0649\u06CC\u06A9\u0629]/g, (letter) => arabicLetters[letter] ?? letter)
    .normalize('NFC');

/**
 * Answers who is meant by a written name: everybody who has each word of it in theirs by the second rules, in whatever
 * order, or had no room for it in a name that may be truncated. Their name may have further words. It is asked of many
 * names, which others have written, so that names that nobody has are compared in less detail.
 */
const meantByWords = (written: string): IsMeant => {
  const text = [{ value: written }];
  if (isTooLong(text)) return () => false;
  const spelt = new Map<string, Name>();
  const writtenFor = (rules: NameRules, parts: readonly ComparableValue[]): Name => {
    const key = `${rules.issuingState} ${parts.some(isOfMrz)}`;
    const name = spelt.get(key) ?? bounded(nameOf(text, rules, parts));
    spelt.set(key, name);
    return name;
  };
  return (parts, rules) => {
    if (isTooLong(parts)) return false;
    const one = writtenFor(rules, parts);
    const other = bounded(nameOf(parts, rules, text));
    if (one.words.length === 0) return false;
    if (!isLong(one, other) && !mayBeNamed(one.words, other)) return false;
    const { relation, rest } = compareParsedNames(one, other, rules, { isFullName: false });
    return relation === 'same' || rest.one.length === 0;
  };
};

/**
 * Answers who is meant by a written name, as `meantByWords` does. A name in Han, Hangul or Kana is also found as it is
 * written there, without spaces, and one in Arabic or Armenian letters in another spelling of them.
 */
export const meantBy = (written: string): IsMeant => {
  const byWords = meantByWords(written);
  const words = piecesOf(written);
  if (words.length > 0 && words.every((word) => unspaced.test(word)) && !isTooLong([{ value: written }])) {
    const byCharacters = meantByCharacters(words);
    return (parts, rules) => (!isTooLong(parts) && byCharacters(parts)) || byWords(parts, rules);
  }
  if (!/[\p{Script=Arabic}\p{Script=Armenian}]/u.test(written)) return byWords;
  const byFolded = meantByWords(foldSpellings(written));
  const folded = (part: ComparableValue): ComparableValue => ({ ...part, value: foldSpellings(part.value) });
  return (parts, rules) => byWords(parts, rules) || byFolded(parts.map(folded), rules);
};
