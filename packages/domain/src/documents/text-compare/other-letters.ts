import type { SpellingTable } from './state-spellings.ts';

/**
 * Latin letters that ICAO 9303-3 does not list and that are more than a letter with a mark (CLDR, transform
 * Latin-ASCII), as Hausa and other languages of Africa write them, and the turned E for a schwa.
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
  H: 'Ⱨ',
  HV: 'Ƕ',
  I: 'ƖƗ',
  J: 'Ɉ',
  K: 'ƘⱩꝀꝂꝄ',
  L: 'ȽⱠⱢꝆꝈ',
  LL: 'Ỻ',
  M: 'Ɱ',
  N: 'ƝȠ',
  O: 'ꝊꝌ',
  OI: 'Ƣ',
  OO: 'Ꝏ',
  P: 'ƤⱣꝐꝒꝔ',
  'Q|K': 'ĸ',
  Q: 'ꝖꝘ',
  R: 'ɌⱤ',
  S: 'Ȿ',
  T: 'ƬƮȾ',
  TH: 'ꝤꝦ',
  U: 'Ʉ',
  V: 'ƲỼꝞ',
  VY: 'Ꝡ',
  W: 'Ⱳ',
  Y: 'ƳɎỾ',
  Z: 'ƵȤⱫⱿ',
};

/**
 * Cyrillic letters of Kazakh, Kyrgyz, Mongolian, Tajik, Uzbek, Tatar and Bashkir, which ICAO 9303-3, section 6 B does
 * not list: as their States write them in passports, and by BGN/PCGN (CLDR, transforms Kazakh-Latin-BGN,
 * Kirghiz-Latin-BGN, Mongolian-Latin-BGN and Uzbek-Latin-BGN; for Tajik the agreement of 1994). Ө is O in Kazakhstan
 * and Kyrgyzstan, and O or U in Mongolia.
 */
export const otherCyrillic: SpellingTable = {
  'A|E|AE': 'ӘӒ',
  'G|GH': 'ҒҔ',
  'K|Q': 'ҚҠ',
  'N|NG': 'ҢҤӇ',
  'O|U|OE': 'ӨӦ',
  'U|UE': 'Ү',
  U: 'Ұ',
  'U|O': 'Ӯ',
  'I|Y': 'Ӣ',
  H: 'Ҳ',
  'J|DZH|ZH': 'ҶҖ',
  'Z|DH': 'Ҙ',
  'S|TH': 'Ҫ',
};
