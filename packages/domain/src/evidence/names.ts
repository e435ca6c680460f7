/** Letters whose transliteration is not just the letter without its mark (ICAO 9303-3, section 6). */
const special: Readonly<Record<string, string>> = {
  ß: 'SS',
  Æ: 'AE',
  Œ: 'OE',
  Ø: 'OE',
  Å: 'AA',
  Ä: 'AE',
  Ö: 'OE',
  Ü: 'UE',
  Đ: 'D',
  Ł: 'L',
  Þ: 'TH',
  Ð: 'D',
  Ñ: 'N',
  İ: 'I',
  ı: 'I',
};

const stripped = (text: string): string =>
  text
    .replace(/['’ʼ`]/g, '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Z]+/g, ' ')
    .trim();

const words = (text: string): readonly string[] => (text === '' ? [] : text.split(' '));

/** The ways in which a name may stand in a machine-readable zone: transliterated as ICAO says, or with its marks dropped. */
const spellings = (name: string): readonly (readonly string[])[] => {
  const upper = name.normalize('NFC').toUpperCase();
  const icao = [...upper].map((letter) => special[letter] ?? letter).join('');
  return [words(stripped(icao)), words(stripped(upper.replaceAll('Ø', 'O').replaceAll('ẞ', 'SS')))];
};

const contained = (some: readonly string[], all: readonly string[]): boolean =>
  some.length > 0 && some.every((word) => all.includes(word));

/**
 * Whether two names can be one person's: every word of the shorter one stands in the longer one, in any order,
 * so that a middle name may be missing on either side. A name without a letter A to Z matches nothing.
 */
export const namesAgree = (one: string, other: string): boolean =>
  spellings(one).some((a) => spellings(other).some((b) => (a.length <= b.length ? contained(a, b) : contained(b, a))));

/** Whether a full name names this part of it: with one word of it at least. */
export const mentions = (full: string, part: string): boolean =>
  spellings(full).some((all) => spellings(part).some((some) => some.some((word) => all.includes(word))));

/** A document number or code without spaces and signs, in capitals. */
export const plainNumber = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '');
