import { type Day, isDay } from '../terms/days.ts';

/**
 * Adds whole years to a day; a negative number subtracts them. 29 February becomes 28 February in a year that is not a
 * leap year.
 */
export const addYears = (day: Day, years: number): Day => {
  const year = String(Number(day.slice(0, 4)) + years).padStart(4, '0');
  const same = `${year}${day.slice(4)}`;
  return isDay(same) ? same : `${year}-02-28`;
};

const monthAfter = (day: Day, months: number): string => {
  const at = 12 * Number(day.slice(0, 4)) + Number(day.slice(5, 7)) - 1 + months;
  return `${String(Math.floor(at / 12)).padStart(4, '0')}-${String((at % 12) + 1).padStart(2, '0')}`;
};

/** Adds whole months to a day; a day that the month does not have becomes the first one of the next. */
export const addMonths = (day: Day, months: number): Day => {
  const same = `${monthAfter(day, months)}${day.slice(7)}`;
  return isDay(same) ? same : `${monthAfter(day, months + 1)}-01`;
};

/** A date of a document and the limit against which it was checked. */
export type CheckedDate = {
  readonly name: 'date_of_birth' | 'date_of_issue' | 'date_of_expiry';
  readonly value: Day;
  readonly limit: Day;
  readonly isWithinLimit: boolean;
};

const checkDate = (
  name: CheckedDate['name'],
  value: Day | undefined,
  limit: Day | undefined,
  isWithinLimit: (value: Day, limit: Day) => boolean,
): readonly CheckedDate[] =>
  value && limit ? [{ name, value, limit, isWithinLimit: isWithinLimit(value, limit) }] : [];

const notAfter = (value: Day, limit: Day): boolean => value <= limit;
const notBefore = (value: Day, limit: Day): boolean => value >= limit;
const after = (value: Day, limit: Day): boolean => value > limit;

type Dates = { readonly born?: Day | undefined; readonly issued?: Day | undefined; readonly expires?: Day | undefined };

/**
 * Checks each date of one document against today and against the other dates. A birth or an issue cannot be in the
 * future, an issue cannot precede the birth, and the validity must be positive and end on `latest` at the latest
 * (`null`: no limit).
 */
export const checkDates = (
  { born, expires, issued }: Dates,
  today: Day,
  latest: Day | null,
): readonly CheckedDate[] => [
  ...checkDate('date_of_birth', born, today, notAfter),
  ...checkDate('date_of_issue', issued, today, notAfter),
  ...checkDate('date_of_issue', issued, born, notBefore),
  ...checkDate('date_of_expiry', expires, born, after),
  ...checkDate('date_of_expiry', expires, issued, after),
  ...checkDate('date_of_expiry', expires, latest ?? undefined, notAfter),
];
