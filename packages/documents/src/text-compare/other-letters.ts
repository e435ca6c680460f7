import type { SpellingTable } from './state-spellings.ts';

/**
 * Latin letters that ICAO 9303-3 does not list and that are more than a letter with a mark (CLDR, transform
 * Latin-ASCII; for Ɔ, Ɣ, Ʃ and Ʒ github.com/avian2/unidecode, x001.py), as Hausa, Akan, Ewe and other languages of
 * Africa write them, and the turned E for a schwa.
 */
export const otherLatin: SpellingTable = {
  A: 'Ⱥ',
  AA: 'Ꜳ',
  AO: 'Ꜵ',
  AU: 'Ꜷ',
  AV: 'ꜸꜺ',
  AY: 'Ꜽ',
  B: 'ƁƂɃ',
  C: 'ƇȻ',
  D: 'ƉƊƋ',
  E: 'ƐɆ',
  'E|A': 'Ǝ',
  F: 'Ƒ',
  G: 'ƓǤ',
  'G|GH': 'Ɣ',
  H: 'Ⱨ',
  HV: 'Ƕ',
  I: 'ƖƗ',
  J: 'Ɉ',
  K: 'ƘⱩꝀꝂꝄ',
  L: 'ȽⱠⱢꝆꝈ',
  LL: 'Ỻ',
  M: 'Ɱ',
  N: 'ƝȠ',
  O: 'ƆꝊꝌ',
  OI: 'Ƣ',
  OO: 'Ꝏ',
  P: 'ƤⱣꝐꝒꝔ',
  'Q|K': 'ĸ',
  Q: 'ꝖꝘ',
  R: 'ɌⱤ',
  S: 'Ȿ',
  SH: 'Ʃ',
  T: 'ƬƮȾ',
  TH: 'ꝤꝦ',
  U: 'Ʉ',
  V: 'ƲỼꝞ',
  VY: 'Ꝡ',
  W: 'Ⱳ',
  Y: 'ƳɎỾ',
  Z: 'ƵȤⱫⱿ',
  'ZH|Z': 'Ʒ',
};

/**
 * Cyrillic letters of Kazakh, Kyrgyz, Mongolian, Tajik, Uzbek, Azerbaijani, Tatar and Bashkir, which ICAO 9303-3,
 * section 6 B does not list: as their States write them in passports, and by BGN/PCGN (CLDR, transforms
 * Kazakh-Latin-BGN, Kirghiz-Latin-BGN, Mongolian-Latin-BGN and Uzbek-Latin-BGN; for Tajik the agreement of 1994) and
 * ICS-630-01 (interscript.org, maps odni-kaz, odni-kir, odni-tgk, odni-uzb and odni-aze of 2015). Ө is O in Kazakhstan
 * and Kyrgyzstan, and O or U in Mongolia. Ғ is G, and GJ as Ѓ is, in whose row ICAO 9303-3 has it.
 */
export const otherCyrillic: SpellingTable = {
  'A|E|AE': 'ӘӒ',
  'C|H': 'Һ',
  'G|GH|GJ': 'ҒҔ',
  G: 'Ҝ',
  'K|Q': 'ҚҠ',
  'N|NG': 'ҢҤӇ',
  'O|U|OE': 'ӨӦ',
  'U|UE': 'Ү',
  U: 'Ұ',
  'U|O': 'Ӯ',
  'I|Y': 'Ӣ',
  H: 'Ҳ',
  'J|DZH|ZH': 'ҶҖҸ',
  'Z|DH': 'Ҙ',
  'S|TH': 'Ҫ',
};

/**
 * Georgian letters by the national system of 2002 (State Department of Geodesy and Cartography and Institute of
 * Linguistics; transliteration.eki.ee/pdf/Georgian.pdf), without its apostrophes. The last ones are not in use.
 */
export const georgian: SpellingTable = {
  A: 'ა',
  B: 'ბ',
  G: 'გ',
  D: 'დ',
  E: 'ეჱ',
  V: 'ვ',
  Z: 'ზ',
  T: 'თტ',
  I: 'ი',
  K: 'კქ',
  L: 'ლ',
  M: 'მ',
  N: 'ნ',
  O: 'ო',
  P: 'პფ',
  ZH: 'ჟ',
  R: 'რ',
  S: 'ს',
  U: 'უ',
  GH: 'ღ',
  'Q|K': 'ყჴ',
  SH: 'შ',
  CH: 'ჩჭ',
  TS: 'ცწ',
  DZ: 'ძ',
  KH: 'ხ',
  J: 'ჯ',
  H: 'ჰ',
  Y: 'ჲ',
  W: 'ჳ',
};

/**
 * Armenian letters by BGN/PCGN 1981 (gov.uk, “Romanization of Armenian”), without its apostrophes, and with the simpler
 * spellings of passports and of ISO 9985: Ռ is R, Ը often has none, and Յ is I in names that end in IAN.
 */
export const armenian: SpellingTable = {
  A: 'Ա',
  B: 'Բ',
  G: 'Գ',
  D: 'Դ',
  'E|YE': 'Ե',
  Z: 'Զ',
  E: 'Է',
  'Y|E|': 'Ը',
  T: 'ԹՏ',
  ZH: 'Ժ',
  I: 'Ի',
  L: 'Լ',
  KH: 'Խ',
  TS: 'ԾՑ',
  K: 'ԿՔ',
  H: 'Հ',
  DZ: 'Ձ',
  GH: 'Ղ',
  CH: 'ՃՉ',
  M: 'Մ',
  'Y|I|H': 'Յ',
  N: 'Ն',
  SH: 'Շ',
  O: 'ՈՕ',
  P: 'ՊՓ',
  J: 'Ջ',
  'R|RR': 'Ռ',
  S: 'Ս',
  'V|W': 'ՎՒ',
  R: 'Ր',
  F: 'Ֆ',
};

/** An Armenian name begins with VO where it begins with Ո. */
export const armenianInitials: SpellingTable = { VO: 'Ո' };

export const armenianPairs: SpellingTable = { U: 'ՈՒ', 'EV|YEV': 'ԵՒ ԵՎ' };
