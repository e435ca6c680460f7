import { mayBeNamed } from './first-look.ts';
import { maxWords } from './name-match.ts';
import type { NameRules } from './name-rules.ts';
import { type ComparableValue, compareByEdition2, isOfMrz, type Name, nameOf } from './names.ts';
import { countSpelt, hasLetters, withoutSpellings } from './words.ts';

/** Answers whether whoever has a name of these parts is meant. */
export type IsMeant = (parts: readonly ComparableValue[], rules: NameRules) => boolean;

/**
 * Nobody has a name of more characters, as they are compared: one that is written may stand for eighteen (U+FDFA), so
 * that the length of what is written says little.
 */
const maxCharacters = 512;

const isTooLong = (values: readonly ComparableValue[]): boolean =>
  values.reduce((sum, { value }) => sum + value.normalize('NFKC').length, 0) > maxCharacters;

/**
 * What a comparison takes grows with the letters that may be spelt in several ways and with the words among which they
 * stand. A name of four words may have 32 of them, which is twice what names in Cyrillic have, and one of 16 words 8.
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

/** A name in scripts that have no space between its parts, and of which one character is a syllable or more. */
const unspaced = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\u30FC]+$/u;

/** A character that is a syllable or more: an ideograph, a syllable in Hangul, or one in Kana. */
const syllable = /[\p{Script=Han}\uAC00-\uD7A3\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Whether enough is written of a name to look for it: two letters, or one that may be a whole name, as 김 and 王 are. */
export const isEnoughOfName = (written: string): boolean =>
  hasLetters(written, 2) || syllable.test(written.normalize('NFKC'));

/** The parts of what is written, which spaces or signs separate, as dots do those of foreign names. */
const piecesOf = (text: string): readonly string[] =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .split(/[\s\p{P}]+/u)
    .filter((piece) => piece !== '');

/** Whether characters stand where parts meet, and begin or end as one of them does. */
const standsAcross = (characters: string, pieces: readonly string[]): boolean =>
  [...pieces, ''].some((_, at) => {
    const [before, after] = [pieces.slice(0, at).join(''), pieces.slice(at).join('')];
    return after.startsWith(characters) || before.endsWith(characters);
  });

/**
 * Whether a word stands in a name. One character has to begin a part, since in the middle of one it would be found in
 * too many names, and several stand within a part or where parts meet.
 */
const standsIn = (word: string, pieces: readonly string[]): boolean =>
  [...word].length === 1
    ? pieces.some((piece) => piece.startsWith(word))
    : pieces.some((piece) => piece.includes(word)) || standsAcross(word, pieces);

/** Answers who has each of these words in a name without spaces, or all of them as the whole of it in either order. */
const meantByCharacters = (words: readonly string[]): ((parts: readonly ComparableValue[]) => boolean) => {
  const whole = words.join('');
  return (parts) => {
    const pieces = parts.flatMap(({ value }) => piecesOf(value));
    return (
      words.every((word) => standsIn(word, pieces)) ||
      [pieces, pieces.toReversed()].some((ordered) => ordered.join('') === whole)
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
 * Answers who is meant by what somebody has written of a name: whoever has each word of it in theirs by the second
 * rules, in whatever order, or had no room for it in a name that may be truncated. Their name may have further words.
 * It is asked of many names, which others have written, so that names that nobody has are compared in less detail.
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
    const [one, other] = [writtenFor(rules, parts), bounded(nameOf(parts, rules, text))];
    if (one.words.length === 0) return false;
    if (!isLong(one, other) && !mayBeNamed(one.words, other)) return false;
    const { relation, rest } = compareByEdition2(one, other, rules, { isFullName: false });
    return relation === 'same' || rest.one.length === 0;
  };
};

/**
 * Answers who is meant by what somebody has written of a name, as `meantByWords` does. A name in Han, Hangul or Kana is
 * also found as it is written there, without spaces, and one in Arabic or Armenian letters in another spelling of them.
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
