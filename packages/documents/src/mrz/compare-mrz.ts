/**
 * Characters of OCR-B that readers confuse. No digit is listed with another digit, because a changed digit is a sign of
 * alteration.
 */
const confusable = ['0ODQ', '1IL', '2Z', '5S', '6G', '8B', 'CG', 'EF', 'MN', 'PR', 'UV', 'VY', '<CKL'];

/** A reader makes at most this many errors in an MRZ that it read well. */
const maxMisreadCharacters = 2;

/** Readers miscount fillers: only the difference between one filler and several counts, and not their number. */
const normalizeLines = (lines: readonly string[]): readonly string[] =>
  lines.map((line) => line.toUpperCase().replace(/\s/g, '').replace(/<{2,}/g, '<<').replace(/<+$/, ''));

const areConfusable = (one: string, other: string): boolean =>
  confusable.some((some) => some.includes(one) && some.includes(other));

/**
 * Compares the same MRZ as two readers saw it, whether the check digits are valid or not: it is the same, the same
 * except for at most two characters that readers confuse, or different.
 */
export const compareMrzLines = (one: readonly string[], other: readonly string[]): 'same' | 'alike' | 'different' => {
  const ones = normalizeLines(one);
  const others = normalizeLines(other);
  const hasSameLayout = ones.length === others.length && ones.every((line, row) => line.length === others[row]?.length);
  if (!hasSameLayout) return 'different';
  const text = ones.join('');
  const otherText = others.join('');
  const misread = [...text].flatMap((char, at) =>
    char === otherText[at] ? [] : [[char, otherText[at] ?? ''] as const],
  );
  if (misread.length === 0) return 'same';
  return misread.length <= maxMisreadCharacters && misread.every(([a, b]) => areConfusable(a, b))
    ? 'alike'
    : 'different';
};
