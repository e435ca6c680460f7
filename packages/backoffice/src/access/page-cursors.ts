import type { ListPosition } from '../ports/list-store.ts';
import type { QueuePosition } from '../ports/review-queue.ts';

const queuePattern = /^w\.([0-9a-z]{1,9})\.([a-z0-9]{15})$/;

/** Encodes where a page of the queue of reviews ends. No list of profiles takes it. */
export const encodeQueueCursor = ({ id, since }: QueuePosition): string =>
  `w.${since === '' ? '0' : Date.parse(since).toString(36)}.${id}`;

/** The position that a cursor of the queue names, or `null` for any other text. */
export const decodeQueueCursor = (cursor: string): QueuePosition | null => {
  const [, millis, id] = queuePattern.exec(cursor) ?? [];
  if (millis === undefined || id === undefined) return null;
  return { since: millis === '0' ? '' : new Date(Number.parseInt(millis, 36)).toISOString(), id };
};

const listPattern = /^l\.([0-9a-z]{1,9})\.([a-z0-9]{15})$/;

/** Encodes where a page of the entries of lists ends. No list of profiles takes it. */
export const encodeListCursor = ({ addedAt, id }: ListPosition): string =>
  `l.${addedAt === null ? '0' : Date.parse(addedAt).toString(36)}.${id}`;

/** The position that a cursor of the entries of lists names, or `null` for any other text. */
export const decodeListCursor = (cursor: string): ListPosition | null => {
  const [, millis, id] = listPattern.exec(cursor) ?? [];
  if (millis === undefined || id === undefined) return null;
  return { addedAt: millis === '0' ? null : new Date(Number.parseInt(millis, 36)).toISOString(), id };
};
