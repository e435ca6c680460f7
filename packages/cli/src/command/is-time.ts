import { isDay } from '@portcullis/domain/kernel';

/**
 * Whether a text is a day, or a time with its zone (ISO 8601). `Date.parse` alone takes the 30th of February for a day
 * in March.
 */
export const isTime = (text: string): boolean =>
  /^.{10}(T\d{2}:\d{2}(:[\d.]+)?(Z|[+-]\d{2}:\d{2}))?$/.test(text) &&
  isDay(text.slice(0, 10)) &&
  !Number.isNaN(Date.parse(text));
