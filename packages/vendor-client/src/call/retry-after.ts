import type { IncomingHttpHeaders } from 'node:http';
import { timeOfHeader } from '@portcullis/domain/ports';

/** The longest wait that a caller gets as an answer, whatever the provider asks for. */
const maxVendorSeconds = 3600;

const secondsForm = /^\d+(\.\d+)?$/;

const dateOf = (value: string): number => timeOfHeader(value) ?? Number.NaN;

/**
 * `Retry-After` (RFC 9110, section 10.2.3) in milliseconds: seconds, or a date relative to the response's own, so that
 * our clock is not used; at most `maxSeconds`. `null` when it is neither.
 */
export const retryAfterOf = (
  { 'retry-after': value, date = '' }: IncomingHttpHeaders,
  maxSeconds = maxVendorSeconds,
): number | null => {
  if (value === undefined) return null;
  const seconds = secondsForm.test(value) ? Number(value) : (dateOf(value) - dateOf(date)) / 1000;
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 0), maxSeconds) * 1000;
};
