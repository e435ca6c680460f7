import { knownWords } from './known-words.ts';

/**
 * What the estimate of a secret that signs tokens must come to, and of a key at rest: whoever holds one token can guess it
 * offline, as fast as machines can. A random UUID holds 122 bits, and is estimated above this in every case.
 */
export const signingBits = 96;

/** The same for the secret of a client, which can only be guessed by asking: sixteen random letters and digits come to 64. */
export const clientBits = 48;

const separator = /[\s\-_.,:;/+=|]/;
/** A word out of a list that dice could choose from, such as Diceware's 7776; and one such as "the" or "is". */
const wordBits = 13;
const shortWordBits = 6;
const shortWord = 3;
const knownBits = 6;
const repeatBits = 8;
const shortestRepeat = 5;
/** Of one and the same character, and of any other sequence. */
const shortestRun = 4;
const shortestSequence = 5;
const longestWord = 14;

/** How many characters from here on were there before, at once after one another. */
const repeated = (text: string, from: number): number => {
  let length = 0;
  while (from + length < text.length && text.slice(0, from + length).includes(text.slice(from, from + length + 1))) {
    length += 1;
  }
  return length < shortestRepeat ? 0 : length;
};

/** How many characters from here on are all the same, or each the next or the one before: aaaa, 12345, edcba. */
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

/** What a group of hex digits can be by chance: a group of a UUID is no word. */
const digits = /^[a-f]+$/i;

/** A word as people write one, or a number as they do, from one separator to the next. */
const word = (text: string, from: number): number => {
  if (from > 0 && !separator.test(text.charAt(from - 1))) return 0;
  const found = wordForm.exec(text.slice(from, from + longestWord + 1))?.[0] ?? '';
  const length = digits.test(found) ? 0 : found.length;
  const ends = from + length === text.length || separator.test(text.charAt(from + length));
  return length > 1 && length <= longestWord && ends ? length : 0;
};

/**
 * What a character is worth that nothing else is known of. Ten different ones and more are taken for digits out of
 * sixteen at least: the few of a short secret do not show all that it was drawn from.
 */
const bitsOfEach = (text: string): number => {
  const different = new Set(text).size;
  return different < 10 ? Math.log2(different) : Math.max(4, Math.log2(different));
};

type Piece = { readonly length: number; readonly bits: number };

/** The longest thing that begins here and is worth less than its characters, and how many bits it is worth. */
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

/** The estimate of a text as it stands. */
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

/** What bytes say when they are a text of words, runs and repeats for the most part; those that a machine has drawn never are. */
const typed = (bytes: Uint8Array): readonly string[] => {
  try {
    const text = utf8.decode(bytes).replace(/[\r\n]+$/, '');
    const isChance = bitsOf(text) * 2 >= bitsOfEach(text) * text.length;
    return text === '' || isChance || /\p{C}/u.test(text) ? [] : [text];
  } catch {
    return [];
  }
};

/** What the secret is a spelling of: base64 (as of `echo changeme | base64`) and hex hide nothing. */
const spelt = (secret: string): readonly string[] => [
  ...(/^[A-Za-z0-9+/_-]+={0,2}$/.test(secret) ? typed(Buffer.from(secret, 'base64')) : []),
  ...(/^([0-9a-f]{2})+$/i.test(secret) ? typed(Buffer.from(secret, 'hex')) : []),
];

/** Letters of other widths and forms as the plain ones (UAX #15), without what cannot be seen. */
const plain = (secret: string): string => secret.normalize('NFKC').replace(/\p{Cf}/gu, '');

/**
 * An estimate of how many bits of chance a secret holds, by how it could be described: what was there before, runs, words
 * and names of secrets are worth a few bits each, every other character as much as the number of different ones tells. A
 * secret that a machine has made comes out near what it holds; what a person has thought of comes out far too high still,
 * but for what people type into such a variable to be rid of it. What is spelt in base64 or hex is worth what it says.
 */
export const secretBits = (secret: string): number =>
  Math.min(...[secret, plain(secret), ...spelt(secret)].map(bitsOf));
