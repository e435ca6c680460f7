import { type Layout, layoutOf, textAt } from './layout.ts';
import type { Mrz } from './mrz.ts';

/** A name is `undefined` if the MRZ does not have it, or if it has a digit in it. */
export type MrzNames = {
  readonly last: string | undefined;
  readonly first: string | undefined;
  readonly truncated: Mrz['truncated'];
  readonly absent: Mrz['absent'];
  readonly noRoomForFirst?: true;
};

/**
 * The components of a name. A name cannot have a digit (9303-3, 4.6), and nobody can say which letter it was, so there
 * are none where a digit was read.
 */
const componentsOf = (text: string): string | undefined =>
  /[0-9]/.test(text) ? undefined : text.split('<').filter(Boolean).join(' ') || undefined;

const fillsField = (field: string): boolean => /[A-Z]$/.test(field);

/** A holder who has one name has the other one nowhere. An MRZ without any name identifies nobody and was not read. */
const absentNames = (last: string, first: string): Mrz['absent'] => {
  const [hasLast, hasFirst] = [last, first].map((name) => /[^<]/.test(name));
  return { last: hasFirst === true && !hasLast, first: hasLast === true && !hasFirst };
};

/** Two fillers and the first letter of the given names have to fit in behind a last name. */
const hasRoomForFirst = (last: string): boolean => last.length - last.replace(/<+$/, '').length > 2;

const splitNames = (field: string): MrzNames => {
  const end = field.indexOf('<<');
  const [primary, secondary] = end < 0 ? [field, ''] : [field.slice(0, end), field.slice(end)];
  const last = componentsOf(primary);
  const first = componentsOf(secondary);
  // Either name may have been shortened to make room for the other (9303-4 to 9303-7, 4.2.3).
  const truncated = { last: fillsField(field), first: fillsField(field) && end >= 0 };
  const isFull = last !== undefined && first === undefined && !hasRoomForFirst(field);
  return { last, first, truncated, absent: absentNames(primary, secondary), ...(isFull && { noRoomForFirst: true }) };
};

/**
 * The names of the holder: they stand before and after two fillers, with one filler between components (9303-3, 4.6).
 * The French card has a field for each name, with two fillers between first names, and the French licence has one for
 * the family name. `transliterate` is for a document that writes names in characters of its own.
 */
export const mrzNames = (
  { fields, format }: Layout,
  text: string,
  transliterate: (field: string) => string = (field) => field,
): MrzNames => {
  const last = textAt(text, fields.get('lastName'));
  const first = textAt(text, fields.get('firstName'));
  if (format !== 'FRENCH_NATIONAL_ID' && format !== 'FRENCH_DRIVING_LICENSE') return splitNames(transliterate(last));
  return {
    last: componentsOf(last),
    first: componentsOf(first),
    truncated: { last: fillsField(last), first: fillsField(first) },
    // The licence has no room for first names, even if the holder has one.
    absent: format === 'FRENCH_NATIONAL_ID' ? absentNames(last, first) : { last: false, first: false },
  };
};

/** Whether the MRZ has room for another given name, or for the filler and the first letter of one. */
export const hasRoomForName = ({ format, lines }: Pick<Mrz, 'format' | 'lines'>): boolean => {
  const field = layoutOf(lines)?.fields.get(format === 'FRENCH_NATIONAL_ID' ? 'firstName' : 'lastName');
  return textAt(lines.join(''), field).endsWith('<<');
};
