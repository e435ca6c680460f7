import { timestamp } from '@portcullis/domain/serialization';

/** A time of a row that does not open; `null` where it is none. */
export const parseTimestamp = (text: string): string | null => (timestamp.is(text) ? text : null);
