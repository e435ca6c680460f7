import type { IncomingHttpHeaders } from 'node:http';

/** Nobody is told to come back later than this, whatever the provider says. */
const longestSeconds = 3600;

const inSeconds = /^\d+(\.\d+)?$/;
/** The form that RFC 9110, section 5.6.7 wants sent. `Date.parse` alone would find a date in almost anything. */
const asDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

const dateOf = (value: string): number => (asDate.test(value) ? Date.parse(value) : Number.NaN);

/**
 * `Retry-After` (RFC 9110, section 10.2.3) in milliseconds: seconds, or a date counted from the answer's own, so that
 * our clock has no part in it. `null` for what is neither.
 */
export const retryAfterOf = ({ 'retry-after': value, date = '' }: IncomingHttpHeaders): number | null => {
  if (value === undefined) return null;
  const seconds = inSeconds.test(value) ? Number(value) : (dateOf(value) - dateOf(date)) / 1000;
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 0), longestSeconds) * 1000;
};
