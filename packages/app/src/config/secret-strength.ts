import { guessableWords } from './guessable-words.ts';

/**
 * The minimum estimate for a signing secret and for an encryption key at rest: whoever holds one token can guess the
 * secret offline, at machine speed. A random UUID has 122 bits, and its estimate is above this minimum in every case.
 */
export const minSigningBits = 96;

/**
 * The minimum for a client's secret, which can only be guessed online: sixteen random letters and digits have 64 bits.
 */
export const minClientBits = 48;

const separator = /[\s\-_.,:;/+=|]/;
/** The bits of a word out of a list such as Diceware's 7776 words, and those of a short word such as "the" or "is". */
const wordBits = 13;
const shortWordBits = 6;
const maxShortWordLength = 3;
const guessableWordBits = 6;
const patternBits = 8;
const minRepeatLength = 5;
/** The minimum length of a run of one character, and of any other sequence. */
const minRunLength = 4;
const minSequenceLength = 5;
const maxWordLength = 14;

/** How many characters from here on repeat an earlier part of the text. */
const repeatLength = (text: string, from: number): number => {
  let length = 0;
  while (from + length < text.length && text.slice(0, from + length).includes(text.slice(from, from + length + 1))) {
    length += 1;
  }
  return length < minRepeatLength ? 0 : length;
};

/** How many characters from here on are all the same, or each one above or below the one before: aaaa, 12345, edcba. */
const sequenceLength = (text: string, from: number): number => {
  const step = text.charCodeAt(from + 1) - text.charCodeAt(from);
  if (Math.abs(step) > 1) return 0;
  let end = from + 1;
  while (end < text.length && text.charCodeAt(end) - text.charCodeAt(end - 1) === step) end += 1;
  return end - from < (step === 0 ? minRunLength : minSequenceLength) ? 0 : end - from;
};

const guessableWordLength = (text: string, from: number): number =>
  guessableWords.find((word) => text.startsWith(word, from))?.length ?? 0;

const wordForm = /^(\p{Ll}+|\p{Lu}\p{Ll}*|\p{Lu}+|\d{1,4})(?![\p{L}\d])/u;

/** A group of hex digits can look like a word by chance, but a group of a UUID is no word. */
const hexDigits = /^[a-f]+$/i;

/** The length of a word or a number as people write it, from one separator to the next. */
const wordLength = (text: string, from: number): number => {
  if (from > 0 && !separator.test(text.charAt(from - 1))) return 0;
  const found = wordForm.exec(text.slice(from, from + maxWordLength + 1))?.[0] ?? '';
  const length = hexDigits.test(found) ? 0 : found.length;
  const ends = from + length === text.length || separator.test(text.charAt(from + length));
  return length > 1 && length <= maxWordLength && ends ? length : 0;
};

/**
 * The bits of a character that belongs to no pattern. From ten different characters on, the alphabet is assumed to have
 * at least sixteen: the few characters of a short secret do not show the whole alphabet that it was drawn from.
 */
const bitsPerCharacter = (text: string): number => {
  const different = new Set(text).size;
  return different < 10 ? Math.log2(different) : Math.max(4, Math.log2(different));
};

type Segment = { readonly length: number; readonly bits: number };

/** The longest pattern that begins here and has fewer bits than its characters, with its bits. */
const segmentAt = (text: string, lower: string, from: number, characterBits: number): Segment => {
  const words = wordLength(text, from);
  const found = [
    { length: separator.test(text.charAt(from)) ? 1 : 0, bits: 1 },
    { length: repeatLength(lower, from), bits: patternBits },
    { length: sequenceLength(lower, from), bits: patternBits },
    { length: guessableWordLength(lower, from), bits: guessableWordBits },
    { length: words, bits: words <= maxShortWordLength ? shortWordBits : wordBits },
  ];
  const longest = found.reduce((best, one) => (one.length > best.length ? one : best));
  const length = Math.max(1, longest.length);
  return { length, bits: longest.length === 0 ? characterBits : Math.min(longest.bits, length * characterBits) };
};

/** The estimate of a text without decoding it. */
const textBits = (text: string): number => {
  const lower = text.toLowerCase();
  const characterBits = bitsPerCharacter(text);
  let bits = 0;
  for (let at = 0; at < text.length; ) {
    const piece = segmentAt(text, lower, at, characterBits);
    bits += piece.bits;
    at += piece.length;
  }
  return bits;
};

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The text in the bytes, where most of it is words, runs and repeats; random bytes are never such a text. */
const readableTexts = (bytes: Uint8Array): readonly string[] => {
  try {
    const text = utf8.decode(bytes).replace(/[\r\n]+$/, '');
    const isChance = textBits(text) * 2 >= bitsPerCharacter(text) * text.length;
    return text === '' || isChance || /\p{C}/u.test(text) ? [] : [text];
  } catch {
    return [];
  }
};

/** The texts that the secret encodes: base64 (as of `echo changeme | base64`) and hex add no randomness. */
const encodedTexts = (secret: string): readonly string[] => [
  ...(/^[A-Za-z0-9+/_-]+={0,2}$/.test(secret) ? readableTexts(Buffer.from(secret, 'base64')) : []),
  ...(/^([0-9a-f]{2})+$/i.test(secret) ? readableTexts(Buffer.from(secret, 'hex')) : []),
];

/**
 * Replaces letters of other widths and forms by their compatibility forms (UAX #15), and removes invisible characters.
 */
const normalized = (secret: string): string => secret.normalize('NFKC').replace(/\p{Cf}/gu, '');

/**
 * Estimates the entropy of a secret in bits, by how shortly it could be described: repeats, runs, words and typical
 * names of secrets count a few bits each, every other character as much as the number of different characters suggests.
 * The estimate is close for secrets from a random generator. It is far too high for what people make up, except for
 * typical placeholder values. A secret in base64 or hex counts no more than the text that it encodes.
 */
export const estimateSecretBits = (secret: string): number =>
  Math.min(...[secret, normalized(secret), ...encodedTexts(secret)].map(textBits));
