/**
 * From spellings, separated by a bar where there are several, the recommended one first, to the letters that have them.
 */
export type SpellingTable = Readonly<Record<string, string>>;

/** The letters of Bulgarian names, by the Transliteration Act (State Gazette 19/2009), and by ICAO 9303-3 before it. */
const bulgarian: SpellingTable = {
  'A|U|IE': 'Ъ',
  'YU|IU': 'Ю',
  'YA|IA': 'Я',
  'Y|I': 'Й',
  'Y|': 'Ь',
  'H|KH': 'Х',
};
const bulgarianPairs: SpellingTable = { 'IA|IYA|IIA': 'ИЯ' };

/** In passports of China the Ü of pinyin is YU; older ones, and keyboards, have V in its place. */
const pinyin: SpellingTable = { 'UE|UXX|U|YU|V': 'Ü', 'V|YU|U': 'V' };

const german: SpellingTable = { AE: 'Ä', OE: 'Ö', UE: 'Ü' };
const swedish: SpellingTable = { AA: 'Å', AE: 'Ä', OE: 'Ö' };
const danish: SpellingTable = { AA: 'Å', OE: 'Ø' };

/** Đ and Ђ are DJ in passports of Serbia, Croatia, Bosnia and Herzegovina, Montenegro and their neighbours too. */
const dj: SpellingTable = { 'D|DJ': 'ĐЂ' };

/**
 * Ukrainian names by BGN/PCGN 1965 and its successors (interscript.org, map odni-ukr of 2015): who had them so before
 * resolution 55/2010 of the Cabinet of Ministers may keep them. The resolution writes ЗГ so that it is no Ж.
 */
const ukrainian: SpellingTable = { 'IE|YE': 'Є', 'I|YI': 'Ї', 'I|Y': 'Й', 'IU|YU': 'Ю', 'IA|YA': 'Я' };
const ukrainianPairs: SpellingTable = { 'ZGH|ZG|ZH': 'ЗГ', 'YI|YY|Y': 'ИЙ' };

/**
 * Russian and Belarusian names by the rules before those of ICAO 9303-3, which a holder may keep: order no. 310 of the
 * Ministry of the Interior of Russia (1997) has Y, YU and YA, order no. 26 of the Federal Migration Service (2010) has
 * TC for Ц.
 */
const russian: SpellingTable = {
  'E|YE|IE': 'Е',
  'E|IO|YO': 'Ё',
  'I|Y': 'ЙИІ',
  'TS|TC': 'Ц',
  'IU|YU': 'Ю',
  'IA|YA': 'Я',
  'IE|': 'Ъ',
};
/** Belarusian names also by instruction 288 of the Ministry of the Interior of Belarus (2008), with J and W. */
const belarusian: SpellingTable = {
  ...russian,
  'E|IE|YE|JE': 'Е',
  'E|IO|YO|JO': 'Ё',
  'IU|YU|JU': 'Ю',
  'IA|YA|JA': 'Я',
  'U|W': 'Ў',
};
const russianPairs: SpellingTable = { 'II|IY|Y|I': 'ИЙ ІЙ', 'YI|Y|YY': 'ЫЙ' };

/**
 * Cyrillic letters as the States of Central Asia write them in passports, which is nearer to English than ICAO 9303-3:
 * KAIRAT, YULIYA and JANYBEK, KASSYM with two S between vowels, and by ICAO 9303-3 as well.
 */
const centralAsian: SpellingTable = {
  'E|YE': 'Е',
  'E|IO|YO': 'Ё',
  'ZH|J|Z': 'Ж',
  'I|Y': 'ЙИІ',
  'S|SS': 'С',
  'KH|H|X': 'Х',
  'IU|YU|JU': 'Ю',
  'IA|YA|JA': 'Я',
  'Y|I': 'Ы',
  'I|E|': 'Ъ',
};

/** Mongolian by MNS 5217, in which Ы is also II, and Ь and Ъ are I. */
const mongolian: SpellingTable = {
  ...centralAsian,
  'Y|II|I': 'Ы',
  'I|': 'ЬЪ',
  'V|W': 'В',
  'SH|SHCH': 'Щ',
  'YE|E': 'Е',
};

/** In Uzbek Ў is an O with a mark, and the sign after Gʻ is left out; X is KH for readers of English. */
const uzbek: SpellingTable = { ...centralAsian, 'U|O': 'Ў', 'G|GH': 'G', 'X|KH|H': 'X', 'H|KH': 'H' };

/** A long vowel of Japanese has one letter by the Hepburn system, and OH where the holder has asked for it. */
const hepburn: SpellingTable = { 'O|OH|OO|OU': 'Ō', 'U|UU': 'Ū' };

/**
 * Azerbaijani names as passports spell them for readers of English: Cəfərov is JAFAROV, Xəlilov KHALILOV and Qasımov
 * GASIMOV; the letters themselves are written as well.
 */
const azerbaijani: SpellingTable = {
  'A|E|AE': 'ƏƎ',
  'C|J': 'C',
  'C|CH': 'Ç',
  'G|GH': 'Ğ',
  'J|ZH': 'J',
  'Q|G|K': 'Q',
  'S|SH': 'Ş',
  'X|KH|H': 'X',
  'J|Y': 'Ј',
};

/** Turkmen names as passports spell them for readers of English: BERDIMUHAMEDOV and CHARYYEV. */
const turkmen: SpellingTable = {
  ...centralAsian,
  'C|CH': 'Ç',
  'S|SH': 'Ş',
  'Z|ZH': 'Ž',
  'N|NG': 'Ň',
  'W|V': 'W',
};

/** How the names of documents of a State are spelt, where that is not what ICAO 9303-3 says of every State. */
type StateSpellings = {
  /** The spellings of a letter, or of two that are spelt together, anywhere. */
  readonly everywhere?: SpellingTable;
  readonly pairs?: SpellingTable;
  /**
   * The spellings of a letter in a machine-readable zone of this State, where ICAO 9303-3, section 6 A leaves a choice:
   * a person with the letter does not have the one without its mark there.
   */
  readonly inMrz?: SpellingTable;
};

export const stateSpellings: Readonly<Record<string, StateSpellings>> = {
  BGR: { everywhere: bulgarian, pairs: bulgarianPairs },
  CHN: { everywhere: pinyin, inMrz: { 'YU|V': 'Ü' } },
  ...Object.fromEntries(['DEU', 'AUT', 'CHE', 'LIE', 'EST'].map((state) => [state, { inMrz: german }])),
  ...Object.fromEntries(['SWE', 'FIN'].map((state) => [state, { inMrz: swedish }])),
  ...Object.fromEntries(['DNK', 'NOR'].map((state) => [state, { inMrz: danish }])),
  ISL: { inMrz: { OE: 'Ö' } },
  ...Object.fromEntries(['SRB', 'HRV', 'BIH', 'MNE', 'RKS', 'MKD', 'SVN'].map((state) => [state, { everywhere: dj }])),
  UKR: { everywhere: ukrainian, pairs: ukrainianPairs },
  RUS: { everywhere: russian, pairs: russianPairs },
  BLR: { everywhere: belarusian, pairs: russianPairs },
  TKM: { everywhere: turkmen },
  ...Object.fromEntries(
    ['KAZ', 'KGZ', 'TJK'].map((state) => [state, { everywhere: centralAsian, pairs: russianPairs }]),
  ),
  MNG: { everywhere: mongolian },
  UZB: { everywhere: uzbek },
  JPN: { everywhere: hepburn },
  AZE: { everywhere: azerbaijani },
};
