import { mayBeNamed } from './first-look.ts';
import { maxWords } from './name-match.ts';
import type { NameRules } from './name-rules.ts';
import { type ComparableValue, compareByEdition2, isOfMrz, type Name, nameOf } from './names.ts';
import { countSpelt, withoutSpellings } from './words.ts';

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

/**
 * Answers who is meant by what somebody has written of a name: whoever has each word of it in theirs by the second
 * rules, in whatever order, or had no room for it in a name that may be truncated. Their name may have further words.
 * It is asked of many names, which others have written, so that names that nobody has are compared in less detail.
 */
export const meantBy = (written: string): IsMeant => {
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
