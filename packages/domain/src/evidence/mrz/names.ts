import { type Layout, textAt } from './layout.ts';
import type { Mrz } from './mrz.ts';

/** A name is `undefined` if the MRZ does not have it, or if it has a digit in it. */
export type Names = {
  readonly last: string | undefined;
  readonly first: string | undefined;
  readonly truncated: Mrz['truncated'];
  readonly absent: Mrz['absent'];
};

/**
 * The components of a name. A name cannot have a digit (9303-3, 4.6), and nobody can say which letter it was, so there
 * are none where a digit was read.
 */
const componentsOf = (text: string): string | undefined =>
  /[0-9]/.test(text) ? undefined : text.split('<').filter(Boolean).join(' ') || undefined;

const isFull = (field: string): boolean => /[A-Z]$/.test(field);

/** A holder who has one name has the other one nowhere. An MRZ without any name identifies nobody and was not read. */
const absentIn = (last: string, first: string): Mrz['absent'] => {
  const [hasLast, hasFirst] = [last, first].map((name) => /[^<]/.test(name));
  return { last: hasFirst === true && !hasLast, first: hasLast === true && !hasFirst };
};

const inOneField = (field: string): Names => {
  const end = field.indexOf('<<');
  const [primary, secondary] = end < 0 ? [field, ''] : [field.slice(0, end), field.slice(end)];
  const [last, first] = [componentsOf(primary), componentsOf(secondary)];
  // Either name may have been shortened to make room for the other (9303-4 to 9303-7, 4.2.3).
  const truncated = { last: isFull(field), first: isFull(field) && end >= 0 };
  return { last, first, truncated, absent: absentIn(primary, secondary) };
};

/**
 * The names of the holder: they stand before and after two fillers, with one filler between components (9303-3, 4.6).
 * The French card has a field for each name, with two fillers between first names, and the French licence has one for
 * the family name.
 */
export const namesIn = ({ fields, format }: Layout, text: string): Names => {
  const [last, first] = [textAt(text, fields.get('lastName')), textAt(text, fields.get('firstName'))];
  if (format !== 'FRENCH_NATIONAL_ID' && format !== 'FRENCH_DRIVING_LICENSE') return inOneField(last);
  return {
    last: componentsOf(last),
    first: componentsOf(first),
    truncated: { last: isFull(last), first: isFull(first) },
    // The licence has no room for first names, even if the holder has one.
    absent: format === 'FRENCH_NATIONAL_ID' ? absentIn(last, first) : { last: false, first: false },
  };
};
