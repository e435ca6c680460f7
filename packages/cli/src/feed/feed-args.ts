import { E, type Either } from '@portcullis/domain';
import { oneOf } from '@portcullis/domain/kernel';
import { type EventType, eventTypes } from '@portcullis/domain/ledger';

/** Where reading begins: at a cursor, behind the newest event, or with the oldest that is kept. */
export type FeedStart = { readonly after: string } | 'now' | 'oldest';

/** The help text of a place where reading begins. */
export const startUsage = 'a cursor, now (behind the newest event), or oldest (all events that are kept)';

const startPattern = /^[\w.-]{1,64}$/;

/** Reads where reading begins. Whether a cursor is one is for the service to say. */
export const parseStart = (option: string, text: string): Either<string, FeedStart> => {
  if (text === 'now' || text === 'oldest') return E.right(text);
  return startPattern.test(text) ? E.right({ after: text }) : E.left(`${option} is ${startUsage}.`);
};

const isEventType = oneOf(eventTypes).is;

/** Reads a list of event types; `null` where none is given. */
export const parseTypes = (text: string | undefined): Either<string, readonly EventType[] | null> => {
  if (text === undefined) return E.right(null);
  const types = text.split(',').map((type) => type.trim());
  return types.every(isEventType)
    ? E.right([...new Set(types)])
    : E.left(`--types is a list, separated by commas, of ${eventTypes.join(', ')}.`);
};
