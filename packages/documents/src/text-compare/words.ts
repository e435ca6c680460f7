import { icaoSpellings, type Spellings } from './transliteration.ts';

/** A letter, as the spellings that an MRZ may have for it, the recommended one first. */
type LetterSpellings = readonly string[];

/** A word of a name: in the recommended spelling, and letter by letter where other spellings are allowed. */
export type Word = {
  readonly text: string;
  readonly letters: readonly LetterSpellings[];
  /** Whether every letter has one spelling. */
  readonly isPlain: boolean;
  /** Whether it is written with a letter for which a State may write two, or one without its mark. */
  readonly isMarked: boolean;
  /** The part of a name where it stands, if the parts are known: words of two parts are never written as one. */
  readonly part?: number;
  /** Whether a machine-readable zone has it. */
  readonly isInMrz?: boolean;
};

/**
 * An MRZ leaves these out and joins what they separate into one word (ICAO 9303-3, 4.6): apostrophes, primes, middle
 * dots, the modifier letters that many write for them (Unicode block Spacing Modifier Letters, Armenian, Hebrew, the
 * saltillo, the glottal stop), accents that stand by themselves, and characters that nobody sees.
 */
const ignoredMarks =
  /['`\u2018\u2019\u201B\u2032\u2035\u00B7\u0241\u0242\u0294\u02B0-\u02FF\u055A\u05F3\uA78B\uA78C]|[\u00A8\u00AF\u00B4\u00B8\u0384\u1FBD\u1FBF\u1FEF\u1FFD\u1FFE]|[\u00AD\u061C\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]|\u200D/g;

/** Letters of a script that is not spelt in Latin letters one by one, or not in a way that States agree on. */
const unspelt =
  /(?=\p{L})[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Georgian}\p{Script=Armenian}]/u;

/** Whether a text is written in such scripts alone, as in Han, Hangul, Kana, Arabic, Hebrew, Thai and Devanagari. */
export const isUnspelt = (text: string): boolean =>
  unspelt.test(text) && [...text].every((letter) => !/\p{L}/u.test(letter) || unspelt.test(letter));

const shadda = '\u0651';

/** The letters without their marks: one letter, unless it decomposes into several. */
const withoutMarks = (letter: string): readonly string[] => [...letter.normalize('NFD').replace(/\p{M}/gu, '')];

const spellingsOfLetter = (letter: string, isFirst: boolean, { initials, letters }: Spellings): LetterSpellings => [
  ...(letters.get(letter) ?? [letter]),
  ...((isFirst ? initials.get(letter) : undefined) ?? []),
];

/** Letters of scripts without a transliteration stand for themselves, so that a name at least matches itself. */
const lettersOf = (character: string, isFirst: boolean, spellings: Spellings): readonly LetterSpellings[] =>
  spellings.letters.has(character)
    ? [spellingsOfLetter(character, isFirst, spellings)]
    : withoutMarks(character).map((letter, i) => spellingsOfLetter(letter, isFirst && i === 0, spellings));

/**
 * No MRZ has room for a longer word: only the recommended spelling of a longer word is used, and not every spelling.
 */
const maxLetters = 40;

const wordFrom = (given: readonly LetterSpellings[], isMarked: boolean): Word => {
  const letters = given.length > maxLetters ? given.map(([first = '']) => [first]) : given;
  const isPlain = letters.every(({ length }) => length === 1);
  return { text: letters.map(([first = '']) => first).join(''), letters, isPlain, isMarked };
};

/** The characters of a word, with those together that are spelt together. */
const charactersOf = (text: string, { pairs }: Spellings): readonly string[] => {
  if (pairs.size === 0) return [...text];
  const characters: string[] = [];
  for (const character of text) {
    const last = characters.at(-1) ?? '';
    if (pairs.has(last + character)) characters[characters.length - 1] = last + character;
    else characters.push(character);
  }
  return characters;
};

const markedLetters = /[ÄÖÜÆØŒÅ]/;

const wordOf = (text: string, spellings: Spellings): Word => {
  const letters: LetterSpellings[] = [];
  for (const character of charactersOf(text, spellings)) {
    const last = letters.at(-1);
    const together = spellings.pairs.get(character);
    if (character === shadda && last) letters[letters.length - 1] = last.map((spelling) => spelling + spelling);
    else letters.push(...(together ? [together] : lettersOf(character, letters.length === 0, spellings)));
  }
  return wordFrom(letters, markedLetters.test(text));
};

/** Splits a name into words, whatever separates them; case does not matter. */
export const wordsOf = (name: string, spellings: Spellings = icaoSpellings): readonly Word[] =>
  name
    // The compatibility form of an accent that stands by itself has a space, which would divide the word.
    .replace(ignoredMarks, '')
    .normalize('NFKC')
    .toUpperCase()
    .normalize('NFC')
    .replace(ignoredMarks, '')
    .split(/[^\p{L}\p{M}]+/u)
    .map((word) => wordOf(word, spellings))
    .filter(({ text }) => text !== '');

/** Whether a name has so many letters and each has a spelling. */
export const hasLetters = (name: string, count: number): boolean =>
  wordsOf(name).reduce((sum, { letters }) => sum + letters.filter(([first]) => first !== '').length, 0) >= count;

/** How many letters of a word may be spelt in several ways; those that lose a mark, as Æ does, may be as well. */
export const countSpelt = ({ isMarked, letters }: Word): number =>
  letters.filter(([first = '', ...others]) => others.length > 0 || (isMarked && first.length > 1)).length;

/** The word by its recommended spelling alone, without which it has no mark to lose either. */
export const withoutSpellings = (word: Word): Word => ({
  ...word,
  ...wordFrom(
    word.letters.map(([first = '']) => [first]),
    false,
  ),
});

/** A word in the spelling that is recommended. */
export const recommendedSpelling = ({ text }: Word): string => text;

/** The same spelling with A, O and U for AE, OE and UE, which a State may write for Ä, Ö and Ü. */
export const foldUmlauts = ({ text }: Word): string => text.replace(/([AOU])E/g, '$1');

/** The word with letters that may also be spelt in other ways: `more` has them by a spelling of the letter. */
export const withSpellings = (word: Word, more: ReadonlyMap<string, readonly string[]>): Word =>
  wordFrom(
    word.letters.map((spellings) => [...spellings, ...spellings.flatMap((spelling) => more.get(spelling) ?? [])]),
    word.isMarked,
  );

/** Words that precede names in many languages, also in the names of people who are not related. */
const particles = new Set(
  [
    'DE DEL DELA DELLA DI DA DO DOS DAS DU DES LA LAS LE LES LO LOS Y',
    'VAN VON VOM ZU ZUM ZUR DER DEN DEM TER TEN TE AF AV OF',
    'AL EL UL BIN BINT IBN ABU',
  ].flatMap((some) => some.split(' ')),
);

/** Whether a word only precedes names, and is left out as often as not. */
export const isParticle = ({ text }: Word): boolean => particles.has(text);

/** What tells a holder from a parent of the same name, and is no part of it (AAMVA annex D, DCU). */
const isSuffix = ({ text }: Word): boolean => /^(?:JR|SR|II|III|IV)$/.test(text);

/** Whether a word identifies somebody: it is no particle and no suffix, and more than an initial. */
export const isSubstantial = (word: Word): boolean =>
  !isParticle(word) && !isSuffix(word) && !/^[A-Z]$/.test(word.text);

/** Words written as one. */
export const joinWords = (words: readonly Word[]): Word =>
  wordFrom(
    words.flatMap(({ letters }) => letters),
    words.some(({ isMarked }) => isMarked),
  );

/** The one of two words that may be truncated: the other one then only has to begin with it. */
export type TruncatedSide = 'one' | 'other' | null;

const samePlainText = (one: string, other: string, cut: TruncatedSide): boolean =>
  one === other || (cut === 'one' && other.startsWith(one)) || (cut === 'other' && one.startsWith(other));

/** Whether there is a spelling that both words have. */
export const haveCommonSpelling = (one: Word, other: Word, cut: TruncatedSide = null): boolean =>
  one.isPlain && other.isPlain
    ? samePlainText(one.text, other.text, cut)
    : shareSpelling(one.letters, other.letters, cut);

const shareSpelling = (
  one: readonly LetterSpellings[],
  other: readonly LetterSpellings[],
  cut: TruncatedSide,
): boolean => {
  const tried = new Set<string>();
  /**
   * `i` and `j` letters are spelt so far. `ahead` or `behind` is empty; the other is the text that only one word has
   * spelt so far.
   */
  const from = (i: number, j: number, ahead: string, behind: string): boolean => {
    const state = `${i} ${j} ${ahead}|${behind}`;
    if (tried.has(state)) return false;
    tried.add(state);
    const next = ahead === '' ? one[i] : undefined;
    if (next) return next.some((spelling) => agreed(i + 1, j, spelling, behind));
    if (ahead === '' && cut === 'one') return true;
    const reply = behind === '' ? other[j] : undefined;
    if (reply) return reply.some((spelling) => agreed(i, j + 1, ahead, spelling));
    return behind === '' && (ahead === '' || cut === 'other');
  };
  const agreed = (i: number, j: number, oneText: string, otherText: string): boolean => {
    const both = Math.min(oneText.length, otherText.length);
    return (
      oneText.slice(0, both) === otherText.slice(0, both) && from(i, j, oneText.slice(both), otherText.slice(both))
    );
  };
  return from(0, 0, '', '');
};
