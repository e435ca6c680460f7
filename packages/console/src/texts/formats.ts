import type { Language } from './languages.ts';

/** A time of the API (ISO 8601), in the language and the time zone of the reader. */
export const timeIn = (language: Language, iso: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));

/** A time with its seconds, where many follow each other. */
export const timeWithSecondsIn = (language: Language, iso: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(iso));

/** The time of the day alone. */
export const clockIn = (language: Language, iso: string): string =>
  new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(new Date(iso));

export const numberIn = (language: Language, value: number): string =>
  new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(value);

type Unit = 'day' | 'hour' | 'minute' | 'second';

const unitsOf = (seconds: number): readonly (readonly [number, Unit])[] => {
  if (seconds < 60) return [[seconds, 'second']];
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return [[minutes, 'minute']];
  const hours = Math.floor(minutes / 60);
  if (hours < 24)
    return [
      [hours, 'hour'],
      [minutes % 60, 'minute'],
    ];
  return [
    [Math.floor(hours / 24), 'day'],
    [hours % 24, 'hour'],
  ];
};

/** A span of milliseconds in at most two units, such as "1 day 3 hr"; the smaller unit is left out where it is 0. */
export const spanIn = (language: Language, milliseconds: number): string =>
  unitsOf(Math.max(0, Math.floor(milliseconds / 1000)))
    .filter(([value], index) => index === 0 || value > 0)
    .map(([value, unit]) =>
      new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(value),
    )
    .join(' ');
