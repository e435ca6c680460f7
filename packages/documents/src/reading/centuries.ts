import type { BarcodeFacts } from '../aamva/parse-barcode.ts';
import type { Mrz } from '../mrz/mrz.ts';
import { rawDate } from '../mrz/raw-dates.ts';
import { ageOn, type Day } from '../terms/days.ts';
import type { DocumentType } from '../terms/document-terms.ts';
import { parseCountry } from '../text-compare/countries.ts';
import { parseDay } from '../text-compare/normalize.ts';
import { addYears } from './date-limits.ts';
import { latestLawfulExpiry, validitiesOf } from './validity.ts';

/** The days that other sources on a document have, as they are written there. */
export type DaysElsewhere = { readonly birth: readonly string[]; readonly expiry: readonly string[] };

/** In whole years. The longest life that is known was one of 122 years (grg-supercentenarians.org). */
const longestLifeYears = 125;

/**
 * Whether a day of birth is the one that was read but for an earlier century, which two digits of a year leave open,
 * and who was born then may live.
 */
export const isEarlierCentury = (day: string, read: Day, today: Day): boolean => {
  const parsed = parseDay(day);
  if (parsed === null || parsed >= read || parsed.slice(2) !== read.slice(2)) return false;
  return ageOn(parsed, today) <= longestLifeYears;
};

/**
 * In whole years. A few hundred people live who are older than 110 (grg-supercentenarians.org), and children of fewer
 * years than this hardly come to be verified alone.
 */
const centenarianYears = 11;

/**
 * Whether a person who seems to be a child may be a hundred years older: a machine-readable zone has two digits of the
 * year, and no barcode has four. Print often has two as well, and its reader then makes four of them.
 */
export const seemsCentenarian = (born: Day, barcode: BarcodeFacts | null, today: Day): boolean =>
  ageOn(born, today) < centenarianYears && barcode?.fields.date_of_birth !== born;

/** A year 9999 in print is none, in whatever order its date is written. */
export const isYearOfNever = (text: string): boolean => /^9999|9999$/.test(text);

/** In whole years. An expiry in the year 99 may be one that never comes if it was longer ago than this. */
const longExpiredYears = 20;

/**
 * Whether an MRZ states that its document never expires: nines alone, or the year 99, which States write for 9999. With
 * 1999 in print it is that year.
 */
const isEndless = (mrz: Mrz, { expiry }: DaysElsewhere, today: Day): boolean => {
  const stated = rawDate(mrz, 'expirationDate');
  const read = mrz.fields.date_of_expiry;
  if (stated === '999999') return true;
  return (
    read?.slice(2, 4) === '99' &&
    read < addYears(today, -longExpiredYears) &&
    !expiry.some((day) => parseDay(day) === read)
  );
};

type Resolved = Pick<Mrz, 'fields' | 'neverExpires' | 'openCenturies'>;

/** A day of birth in an earlier century, where print or a barcode has it: nobody is born a hundred years later. */
const withBirth = ({ fields }: Pick<Mrz, 'fields'>, { birth }: DaysElsewhere, today: Day): Resolved => {
  const read = fields.date_of_birth;
  const earlier = birth.find((day) => read !== undefined && isEarlierCentury(day, read, today));
  const day = earlier === undefined ? null : parseDay(earlier);
  return day === null ? { fields } : { fields: { ...fields, date_of_birth: day }, openCenturies: ['date_of_birth'] };
};

/**
 * An expiry that seems past, of a document that its State issues for so long that it may be a century later. It is that
 * where the State issued none that expired then; otherwise the century is open, and print says which one is shown.
 */
const withExpiry = (resolved: Resolved, type: DocumentType, { expiry }: DaysElsewhere, today: Day): Resolved => {
  const { fields, openCenturies = [] } = resolved;
  const { date_of_birth: born, date_of_expiry: read, issuing_country: country = '' } = fields;
  if (read === undefined || read >= today) return resolved;
  const later = addYears(read, 100);
  const issue = { type, states: [parseCountry(country) ?? ''], born, issued: undefined, today };
  const latest = latestLawfulExpiry(issue);
  if (latest === null || later > latest || expiry.some((day) => parseDay(day) === read)) return resolved;
  const isImpossible = validitiesOf(issue).some(({ since }) => since !== undefined && read < since);
  const isPrinted = expiry.some((day) => parseDay(day) === later);
  return {
    ...resolved,
    fields: isImpossible || isPrinted ? { ...fields, date_of_expiry: later } : fields,
    ...(!isImpossible && { openCenturies: [...openCenturies, 'date_of_expiry' as const] }),
  };
};

/** The MRZ with its dates in the century that the rest of the document and its kind leave to them. */
export const withCenturies = (mrz: Mrz, type: DocumentType, elsewhere: DaysElsewhere, today: Day): Mrz => {
  const born = withBirth(mrz, elsewhere, today);
  if (!isEndless(mrz, elsewhere, today)) return { ...mrz, ...withExpiry(born, type, elsewhere, today) };
  const { date_of_expiry: _, ...fields } = born.fields;
  return { ...mrz, ...born, fields, neverExpires: true };
};
