/** Characters of OCR-B that readers take for each other. No digit is taken for another digit: that is what somebody alters. */
const confusable = ['0ODQ', '1IL', '2Z', '5S', '6G', '8B', 'CG', 'EF', 'MN', 'PR', 'UV', 'VY', '<CKL'];

/** As many slips one reader makes in a zone that it read well. */
const mostSlips = 2;

/** Fillers are miscounted by whoever does not measure: how many there are in a row says nothing, one or more than one does. */
const written = (lines: readonly string[]): readonly string[] =>
  lines.map((line) => line.toUpperCase().replace(/\s/g, '').replace(/<{2,}/g, '<<').replace(/<+$/, ''));

const areAlike = (one: string, other: string): boolean =>
  confusable.some((some) => some.includes(one) && some.includes(other));

/**
 * What two readers saw of one zone, as they saw it, check digits right or wrong: the same, the same but for at most two
 * characters that readers take for each other, or something else.
 */
export const zonesCompared = (one: readonly string[], other: readonly string[]): 'same' | 'alike' | 'different' => {
  const [ones, others] = [written(one), written(other)];
  const isLaidAlike = ones.length === others.length && ones.every((line, row) => line.length === others[row]?.length);
  if (!isLaidAlike) return 'different';
  const [text, otherText] = [ones.join(''), others.join('')];
  const slips = [...text].flatMap((char, at) => (char === otherText[at] ? [] : [[char, otherText[at] ?? ''] as const]));
  if (slips.length === 0) return 'same';
  return slips.length <= mostSlips && slips.every(([a, b]) => areAlike(a, b)) ? 'alike' : 'different';
};
