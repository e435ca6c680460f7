import { armenian, armenianInitials, armenianPairs, georgian, otherCyrillic, otherLatin } from './other-letters.ts';
import { type SpellingTable, stateSpellings } from './state-spellings.ts';

/** Latin letters (ICAO 9303-3, section 6 A). An MRZ may also have a letter without its mark. */
const latin: SpellingTable = {
  A: 'ÀÁÂÃĀĂĄ',
  'AE|A': 'Ä',
  'AA|A': 'Å',
  AE: 'Æ',
  C: 'ÇĆĈĊČ',
  D: 'ÐĎĐ',
  E: 'ÈÉÊËĒĔĖĘĚ',
  'E|A': 'Ə',
  G: 'ĜĞĠĢ',
  H: 'ĤĦ',
  I: 'ÌÍÎÏĨĪĬĮİı',
  IJ: 'Ĳ',
  J: 'Ĵ',
  K: 'Ķ',
  L: 'ĹĻĽĿŁ',
  'N|NXX': 'Ñ',
  N: 'ŃŅŇŊ',
  O: 'ÒÓÔÕŌŎŐ',
  'OE|O': 'ÖØ',
  OE: 'Œ',
  R: 'ŔŖŘ',
  S: 'ŚŜŞŠ',
  SS: 'ẞ',
  T: 'ŢŤŦ',
  TH: 'Þ',
  U: 'ÙÚÛŨŪŬŮŰŲ',
  'UE|UXX|U': 'Ü',
  W: 'Ŵ',
  Y: 'ÝŶŸ',
  Z: 'ŹŻŽ',
};

/**
 * Cyrillic letters (section 6 B): the common spelling comes first, then those of single languages. The soft sign has no
 * spelling.
 */
const cyrillic: SpellingTable = {
  A: 'А',
  B: 'Б',
  V: 'В',
  'G|H': 'Г',
  D: 'ДЂ',
  E: 'ЕЭ',
  'E|IO': 'Ё',
  'ZH|Z': 'Ж',
  Z: 'З',
  'I|Y': 'И',
  I: 'ЙІЇ',
  K: 'К',
  'K|KJ': 'Ќ',
  L: 'Л',
  M: 'М',
  N: 'Н',
  O: 'О',
  P: 'П',
  R: 'Р',
  S: 'С',
  T: 'Т',
  U: 'УЎѪ',
  F: 'Ф',
  'KH|H': 'Х',
  'TS|C': 'Ц',
  'CH|C': 'Ч',
  'SH|S': 'Ш',
  'SHCH|SHT': 'Щ',
  IE: 'ЪЄ',
  Y: 'ЫѴ',
  '': 'Ь',
  IU: 'Ю',
  IA: 'Я',
  DZ: 'Ѕ',
  'DZ|DJ': 'Џ',
  J: 'Ј',
  LJ: 'Љ',
  NJ: 'Њ',
  C: 'Ћ',
  G: 'Ґ',
  'G|GJ': 'Ѓ',
};

/** Some of them have another spelling at the beginning of a Ukrainian name. */
const cyrillicInitials: SpellingTable = { Y: 'Й', YE: 'Є', YI: 'Ї', YU: 'Ю', YA: 'Я' };

/** Arabic letters (section 6 C). Letters and signs without a code point have no spelling; a shadda doubles a letter. */
const arabic: SpellingTable = {
  XE: 'ء',
  XAA: 'آ',
  XAE: 'أ',
  U: 'ؤ',
  I: 'إ',
  XI: 'ئ',
  A: 'ا',
  B: 'ب',
  'XTA|XAH': 'ة',
  T: 'ت',
  XTH: 'ث',
  J: 'ج',
  XH: 'ح',
  XKH: 'خ',
  D: 'د',
  XDH: 'ذ',
  R: 'ر',
  Z: 'ز',
  S: 'س',
  XSH: 'ش',
  XSS: 'ص',
  XDZ: 'ض',
  XTT: 'ط',
  XZZ: 'ظ',
  E: 'ع',
  G: 'غ',
  F: 'ف',
  Q: 'ق',
  K: 'ك',
  L: 'ل',
  M: 'م',
  N: 'ن',
  H: 'ه',
  W: 'و',
  XAY: 'ى',
  Y: 'يې',
  XXA: 'ٱ',
  XXT: 'ٹ',
  XRT: 'ټ',
  P: 'پ',
  XKE: 'ځ',
  XXH: 'څ',
  XC: 'چ',
  XXD: 'ڈ',
  XDR: 'ډ',
  XXR: 'ڑ',
  XRR: 'ړ',
  XRX: 'ږ',
  XJ: 'ژ',
  XXS: 'ښ',
  XKK: 'ک',
  XXK: 'ګ',
  XNG: 'ڭ',
  XGG: 'گ',
  XNN: 'ں',
  XXN: 'ڼ',
  XDO: 'ھ',
  XYH: 'ۀ',
  XXG: 'ہ',
  XGE: 'ۂ',
  XTG: 'ۃ',
  XYA: 'ی',
  XXY: 'ۍ',
  XYB: 'ے',
  XBE: 'ۓ',
  '': 'ـڜڢڧڨ',
};

/**
 * Greek letters. ICAO 9303-3 has no table for them; Greece and Cyprus write names by ELOT 743 (ISO 843, type 2), which
 * the annex to resolution V/19 of the United Nations Conferences on the Standardization of Geographical Names prints.
 */
const greek: SpellingTable = {
  A: 'Α',
  V: 'Β',
  G: 'Γ',
  D: 'Δ',
  E: 'Ε',
  Z: 'Ζ',
  I: 'ΗΙ',
  TH: 'Θ',
  K: 'Κ',
  L: 'Λ',
  M: 'Μ',
  N: 'Ν',
  X: 'Ξ',
  O: 'ΟΩ',
  P: 'Π',
  R: 'Ρ',
  S: 'Σ',
  T: 'Τ',
  Y: 'Υ',
  F: 'Φ',
  CH: 'Χ',
  PS: 'Ψ',
};

/**
 * Greek letters that ELOT 743 spells together, with the accent that keeps them together. The right one of two spellings
 * depends on the next letter, and for ΜΠ on the place in the word; either is accepted. ΓΚ and ΝΤ are spelt letter by
 * letter.
 */
const greekPairs: SpellingTable = {
  'AV|AF': 'ΑΥ ΑΎ',
  'EV|EF': 'ΕΥ ΕΎ',
  'IV|IF': 'ΗΥ ΗΎ',
  OU: 'ΟΥ ΟΎ',
  NG: 'ΓΓ',
  NX: 'ΓΞ',
  NCH: 'ΓΧ',
  'B|MP': 'ΜΠ',
};

const entriesOf = (table: SpellingTable, between: string): readonly (readonly [string, readonly string[]])[] =>
  Object.entries(table).flatMap(([spellings, letters]) =>
    letters.split(between).map((letter) => [letter.toUpperCase(), spellings.split('|')] as const),
  );

const byLetter = (...tables: readonly SpellingTable[]): ReadonlyMap<string, readonly string[]> =>
  new Map(tables.flatMap((table) => entriesOf(table, '')));

/** The spellings of capital letters in a machine-readable zone, the recommended one first. */
export type Spellings = {
  readonly letters: ReadonlyMap<string, readonly string[]>;
  /** The further spellings of a letter where a name begins with it. */
  readonly initials: ReadonlyMap<string, readonly string[]>;
  /** The spellings of two letters that are spelt together. */
  readonly pairs: ReadonlyMap<string, readonly string[]>;
};

/** The spellings of ICAO 9303-3, section 6. */
export const icaoSpellings: Spellings = {
  letters: byLetter(latin, cyrillic, arabic),
  initials: byLetter(cyrillicInitials),
  pairs: new Map(),
};

/** Every program reads these tables when it starts, so the letters of all States are read once. */
const lettersOfAll = byLetter(latin, otherLatin, cyrillic, otherCyrillic, arabic, greek, georgian, armenian);
const pairsOfAll = [...entriesOf(greekPairs, ' '), ...entriesOf(armenianPairs, ' ')];

const everySpelling: Spellings = {
  letters: lettersOfAll,
  initials: byLetter(cyrillicInitials, armenianInitials),
  pairs: new Map(pairsOfAll),
};

const spellingsWith = (pairs: SpellingTable, ...ofState: readonly SpellingTable[]): Spellings => ({
  ...everySpelling,
  letters: new Map([...lettersOfAll, ...byLetter(...ofState)]),
  pairs: new Map([...pairsOfAll, ...entriesOf(pairs, ' ')]),
});

const byState: ReadonlyMap<string, { readonly everywhere: Spellings; readonly inMrz: Spellings }> = new Map(
  Object.entries(stateSpellings).map(([state, { everywhere = {}, inMrz = {}, pairs = {} }]) => [
    state,
    { everywhere: spellingsWith(pairs, everywhere), inMrz: spellingsWith(pairs, everywhere, inMrz) },
  ]),
);

/**
 * The spellings of ICAO 9303-3, ELOT 743 and the further letters and scripts, and those of the State that issued the
 * document: in a machine-readable zone of that State, or anywhere.
 */
export const spellingsOf = (issuingState: string | null, where: 'everywhere' | 'inMrz' = 'everywhere'): Spellings =>
  byState.get(issuingState ?? '')?.[where] ?? everySpelling;
