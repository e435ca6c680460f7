import type { Day } from '@portcullis/documents';

/** An hour in milliseconds. */
export const hourMs = 3_600_000;

/** The milliseconds of a day. */
export const dayMs = 86_400_000;

/** By how many milliseconds the clock of this machine may differ from another one that it is compared with. */
export const maxSkewMs = 60_000;

/** The instant `ms` milliseconds later (earlier when negative). */
export const addMs = (instant: string, ms: number): string => new Date(Date.parse(instant) + ms).toISOString();

/** The day `days` later (earlier when negative). */
export const addDays = (day: Day, days: number): Day => addMs(`${day}T00:00:00.000Z`, days * dayMs).slice(0, 10);
