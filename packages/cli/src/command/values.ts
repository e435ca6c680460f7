import { isDay } from '@portcullis/documents';
import { oneOf } from '@portcullis/domain/kernel';
import { type EventType, eventTypes } from '@portcullis/events/ports';
import { parseUrl } from '@portcullis/http';
import { parsedBy } from './command-line.ts';

const profilePattern = /^[a-z0-9]{15}$/;

/** A file or a folder. */
export const parsePath = parsedBy((text) => text || null, 'It must be a path.');

/** The id of a profile, an endpoint, or another thing of the service. */
export const parseId = parsedBy((text) => (profilePattern.test(text) ? text : null), 'It must be 15 of a-z and 0-9.');

/**
 * Whether a text is a day, or a time with its zone (ISO 8601). `Date.parse` alone takes the 30th of February for a day
 * in March.
 */
export const isTime = (text: string): boolean =>
  /^.{10}(T\d{2}:\d{2}(:[\d.]+)?(Z|[+-]\d{2}:\d{2}))?$/.test(text) &&
  isDay(text.slice(0, 10)) &&
  !Number.isNaN(Date.parse(text));

/** A day, from its start in UTC, or a time with its zone, in the form in which times are stored. */
export const parseTime = parsedBy(
  (text) => (isTime(text) ? new Date(text).toISOString() : null),
  'It must be a day, or a time with its zone, such as 2027-01-31T12:00:00Z.',
);

const isEventType = oneOf(eventTypes).is;

/** A list of types of events, separated by commas. */
export const parseTypes = parsedBy(
  (text): readonly EventType[] | null => {
    const types = text.split(',').map((type) => type.trim());
    return types.every(isEventType) ? [...new Set(types)] : null;
  },
  `It must be a list, separated by commas, of ${eventTypes.join(', ')}.`,
);

/** Whether a text is an http or https address without credentials. */
export const isHttpUrl = (text: string): boolean => {
  const url = parseUrl(text);
  if (url === null) return false;
  const { password, protocol, username } = url;
  return ['http:', 'https:'].includes(protocol) && username === '' && password === '';
};

/** An address to which requests are sent. */
export const parseAddress = parsedBy(
  (text) => (isHttpUrl(text) ? text : null),
  'It must be an http or https address without credentials, such as http://localhost:3000/hooks.',
);

/** Whether a text may be a cursor of the feed. Whether it is one is for the service to say. */
export const isCursor = (text: string): boolean => /^[\w.-]{1,64}$/.test(text);

/** A cursor of the feed. */
export const parseCursor = parsedBy(
  (text) => (isCursor(text) ? text : null),
  'It must be a cursor of the feed, as events tail prints it.',
);

/** Where reading of the feed begins: at a cursor, behind the newest event, or with the oldest that is kept. */
export type FeedStart = { readonly after: string } | 'now' | 'oldest';

/** The help text of a place where reading begins. */
export const startHelp = 'a cursor, now (behind the newest event), or oldest (all events that are kept)';

export const parseStart = (text: string): FeedStart =>
  text === 'now' || text === 'oldest' ? text : { after: parseCursor(text) };
