import { type Day, isDay } from '../../evidence/dates.ts';

/** The same day that many years later, or earlier when negative; 28 February where that year has no 29th. */
export const yearsFrom = (day: Day, years: number): Day => {
  const year = String(Number(day.slice(0, 4)) + years).padStart(4, '0');
  const same = `${year}${day.slice(4)}`;
  return isDay(same) ? same : `${year}-02-28`;
};

/** A date of a document and the day that it was held to. */
export type HeldDate = {
  readonly name: 'date_of_birth' | 'date_of_issue' | 'date_of_expiry';
  readonly value: Day;
  readonly limit: Day;
  readonly holds: boolean;
};

const held = (
  name: HeldDate['name'],
  value: Day | undefined,
  limit: Day | undefined,
  holds: (value: Day, limit: Day) => boolean,
): readonly HeldDate[] => (value && limit ? [{ name, value, limit, holds: holds(value, limit) }] : []);

const notAfter = (value: Day, limit: Day): boolean => value <= limit;
const notBefore = (value: Day, limit: Day): boolean => value >= limit;
const after = (value: Day, limit: Day): boolean => value > limit;

type Dates = { readonly born?: Day | undefined; readonly issued?: Day | undefined; readonly expires?: Day | undefined };

/**
 * The dates of one document, each held to today and to the others: nobody is born tomorrow, and no document is issued
 * tomorrow, before its holder is born, for no time at all, or for more than `maxYears` (`null`: however many). One whose
 * day of issue is not known was issued today at the latest.
 */
export const heldDates = (
  { born, expires, issued }: Dates,
  today: Day,
  maxYears: number | null,
): readonly HeldDate[] => [
  ...held('date_of_birth', born, today, notAfter),
  ...held('date_of_issue', issued, today, notAfter),
  ...held('date_of_issue', issued, born, notBefore),
  ...held('date_of_expiry', expires, born, after),
  ...held('date_of_expiry', expires, issued, after),
  ...(maxYears === null ? [] : held('date_of_expiry', expires, yearsFrom(issued ?? today, maxYears), notAfter)),
];
