import { knownWords } from './known-words.ts';

/**
 * The minimum estimate for a signing secret and for an encryption key at rest: whoever holds one token can guess the
 * secret offline, at machine speed. A random UUID has 122 bits, and its estimate is above this minimum in every case.
 */
export const signingBits = 96;

/**
 * The minimum for a client's secret, which can only be guessed online: sixteen random letters and digits have 64 bits.
 */
export const clientBits = 48;

const separator = /[\s\-_.,:;/+=|]/;
/** The bits of a word out of a list such as Diceware's 7776 words, and those of a short word such as "the" or "is". */
const wordBits = 13;
const shortWordBits = 6;
const shortWord = 3;
const knownBits = 6;
const repeatBits = 8;
const shortestRepeat = 5;
/** The minimum length of a run of one character, and of any other sequence. */
const shortestRun = 4;
const shortestSequence = 5;
const longestWord = 14;

/** How many characters from here on repeat an earlier part of the text. */
const repeated = (text: string, from: number): number => {
  let length = 0;
  while (from + length < text.length && text.slice(0, from + length).includes(text.slice(from, from + length + 1))) {
    length += 1;
  }
  return length < shortestRepeat ? 0 : length;
};

/** How many characters from here on are all the same, or each one above or below the one before: aaaa, 12345, edcba. */
const sequence = (text: string, from: number): number => {
  const step = text.charCodeAt(from + 1) - text.charCodeAt(from);
  if (Math.abs(step) > 1) return 0;
  let end = from + 1;
  while (end < text.length && text.charCodeAt(end) - text.charCodeAt(end - 1) === step) end += 1;
  return end - from < (step === 0 ? shortestRun : shortestSequence) ? 0 : end - from;
};

const known = (text: string, from: number): number =>
  knownWords.find((word) => text.startsWith(word, from))?.length ?? 0;

const wordForm = /^(\p{Ll}+|\p{Lu}\p{Ll}*|\p{Lu}+|\d{1,4})(?![\p{L}\d])/u;

/** A group of hex digits can look like a word by chance, but a group of a UUID is no word. */
const digits = /^[a-f]+$/i;

/** The length of a word or a number as people write it, from one separator to the next. */
const word = (text: string, from: number): number => {
  if (from > 0 && !separator.test(text.charAt(from - 1))) return 0;
  const found = wordForm.exec(text.slice(from, from + longestWord + 1))?.[0] ?? '';
  const length = digits.test(found) ? 0 : found.length;
  const ends = from + length === text.length || separator.test(text.charAt(from + length));
  return length > 1 && length <= longestWord && ends ? length : 0;
};

/**
 * The bits of a character that belongs to no pattern. From ten different characters on, the alphabet is assumed to have
 * at least sixteen: the few characters of a short secret do not show the whole alphabet that it was drawn from.
 */
const bitsOfEach = (text: string): number => {
  const different = new Set(text).size;
  return different < 10 ? Math.log2(different) : Math.max(4, Math.log2(different));
};

type Piece = { readonly length: number; readonly bits: number };

/** The longest pattern that begins here and has fewer bits than its characters, with its bits. */
const pieceAt = (text: string, lower: string, from: number, bitsEach: number): Piece => {
  const words = word(text, from);
  const found = [
    { length: separator.test(text.charAt(from)) ? 1 : 0, bits: 1 },
    { length: repeated(lower, from), bits: repeatBits },
    { length: sequence(lower, from), bits: repeatBits },
    { length: known(lower, from), bits: knownBits },
    { length: words, bits: words <= shortWord ? shortWordBits : wordBits },
  ];
  const longest = found.reduce((best, one) => (one.length > best.length ? one : best));
  const length = Math.max(1, longest.length);
  return { length, bits: longest.length === 0 ? bitsEach : Math.min(longest.bits, length * bitsEach) };
};

/** The estimate of a text without decoding it. */
const bitsOf = (text: string): number => {
  const lower = text.toLowerCase();
  const bitsEach = bitsOfEach(text);
  let bits = 0;
  for (let at = 0; at < text.length; ) {
    const piece = pieceAt(text, lower, at, bitsEach);
    bits += piece.bits;
    at += piece.length;
  }
  return bits;
};

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The text in the bytes, where most of it is words, runs and repeats; random bytes are never such a text. */
const typed = (bytes: Uint8Array): readonly string[] => {
  try {
    const text = utf8.decode(bytes).replace(/[\r\n]+$/, '');
    const isChance = bitsOf(text) * 2 >= bitsOfEach(text) * text.length;
    return text === '' || isChance || /\p{C}/u.test(text) ? [] : [text];
  } catch {
    return [];
  }
};

/** The texts that the secret encodes: base64 (as of `echo changeme | base64`) and hex add no randomness. */
const spelt = (secret: string): readonly string[] => [
  ...(/^[A-Za-z0-9+/_-]+={0,2}$/.test(secret) ? typed(Buffer.from(secret, 'base64')) : []),
  ...(/^([0-9a-f]{2})+$/i.test(secret) ? typed(Buffer.from(secret, 'hex')) : []),
];

/**
 * Replaces letters of other widths and forms by their compatibility forms (UAX #15), and removes invisible characters.
 */
const plain = (secret: string): string => secret.normalize('NFKC').replace(/\p{Cf}/gu, '');

/**
 * Estimates the entropy of a secret in bits, by how shortly it could be described: repeats, runs, words and typical
 * names of secrets count a few bits each, every other character as much as the number of different characters suggests.
 * The estimate is close for secrets from a random generator. It is far too high for what people make up, except for
 * typical placeholder values. A secret in base64 or hex counts no more than the text that it encodes.
 */
export const secretBits = (secret: string): number =>
  Math.min(...[secret, plain(secret), ...spelt(secret)].map(bitsOf));
