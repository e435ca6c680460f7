import fc from 'fast-check';

/** The code points of halves of pairs, which are no characters by themselves. */
const firstSurrogate = 0xd800;
const surrogates = 0x800;

const characterAt = (n: number): string => String.fromCodePoint(n < firstSurrogate ? n : n + surrogates);

const indexOf = (value: unknown): number => {
  const codePoint = typeof value === 'string' ? value.codePointAt(0) : undefined;
  const n = codePoint === undefined || codePoint < firstSurrogate ? codePoint : codePoint - surrogates;
  if (n === undefined || n < 0 || characterAt(n) !== value) throw new Error('this is not one character');
  return n;
};

const anyCharacter = fc.nat({ max: 0x10ffff - surrogates }).map(characterAt, indexOf);

/**
 * Draws texts of any characters, the same ones as the unit `binary` of fast-check does. That unit lists all of its
 * million characters for each process that uses it, which takes a second of the processor and 100 MiB.
 */
export const unicodeText = (constraints: Omit<fc.StringConstraints, 'unit'> = {}): fc.Arbitrary<string> =>
  fc.string({ ...constraints, unit: anyCharacter });
