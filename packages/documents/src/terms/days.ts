/** A calendar day as `YYYY-MM-DD`; days are compared as texts. */
export type Day = string;

const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/**
 * Whether the text is a day that the calendar has. It is computed by arithmetic, because a decision calls this often
 * and `Date` is slow.
 */
export const isDay = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const year = Number(text.slice(0, 4));
  const month = Number(text.slice(5, 7));
  const day = Number(text.slice(8));
  const last = month === 2 && isLeap(year) ? 29 : (monthDays[month - 1] ?? 0);
  return day >= 1 && day <= last;
};

/** The day of an instant, in UTC. */
export const dayOf = (instant: string): Day => instant.slice(0, 10);

/**
 * The age in whole years on a day. Somebody born on 29 February is a year older on 1 March in years without a 29
 * February.
 */
export const ageOn = (born: Day, day: Day): number => {
  const years = Number(day.slice(0, 4)) - Number(born.slice(0, 4));
  return day.slice(5) < born.slice(5) ? years - 1 : years;
};

const isUnknown = (part: string): boolean => part === '<<' || part === '00';

/**
 * The latest possible date of birth where an MRZ states only the year, or the year and the month, in `YYMMDD` (ICAO
 * 9303-3, 4.8: `<<`, or `00` as some States write it). `null` where the year is unknown, or nothing is unknown.
 */
export const latestBirthDate = (yymmdd: string, today: Day): Day | null => {
  const [, year = '', month = '', day = ''] = /^(\d\d)(\d\d|<<)(\d\d|<<)$/.exec(yymmdd) ?? [];
  if (year === '' || !(isUnknown(month) || isUnknown(day))) return null;
  const [first, last] = isUnknown(month) ? ['01', '12'] : [month, month];
  const century = Math.floor(Number(today.slice(0, 4)) / 100);
  const hundreds = `${century}${year}-${first}-01` <= today ? century : century - 1;
  const end = ['31', '30', '29', '28'].map((date) => `${hundreds}${year}-${last}-${date}`).find(isDay);
  if (end === undefined) return null;
  return end < today ? end : today;
};

/** How far from today an expiry may be: half of the hundred years that two digits can distinguish. */
const nearYears = 50;

/**
 * Parses a date of a machine-readable zone (`YYMMDD`), whose century ICAO 9303-3, 4.8 leaves to the reader. A birth is
 * in the past: it is the last such day that is not after `today`, so that nobody is a hundred or older. An expiry is
 * near: it is the last such day that is at most fifty years ahead, which is the one nearest to `today`. No document is
 * valid for fifty years, so a day that would be farther ahead is in the past, and a doubt never makes a document valid.
 * It answers `null` where a part is unknown (`<`, or `00` as some States write it) or the calendar has no such day.
 */
export const parseMrzDate = (yymmdd: string, kind: 'birth' | 'expiry', today: Day): Day | null => {
  if (!/^\d{6}$/.test(yymmdd)) return null;
  const year = Number(today.slice(0, 4));
  const latest = kind === 'birth' ? today : `${year + nearYears}${today.slice(4)}`;
  const century = Math.floor(year / 100);
  const rest = `${yymmdd.slice(0, 2)}-${yymmdd.slice(2, 4)}-${yymmdd.slice(4, 6)}`;
  const day = [century + 1, century].map((hundreds) => `${hundreds}${rest}`).find((one) => one <= latest);
  const found = day ?? `${century - 1}${rest}`;
  return isDay(found) ? found : null;
};
