import type { ProfileId } from '../kernel/ids.ts';

/** The last position of a page: the next page begins after it. */
export type PagePosition = { readonly createdAt: string; readonly id: ProfileId };

/** The same in a list by when profiles were changed. */
export type UpdatePosition = { readonly updatedAt: string; readonly id: ProfileId };

const updatePattern = /^u\.([0-9a-z]{1,9})\.([a-z0-9]{15})$/;
const cursorPattern = /^([0-9a-z]{1,9})\.([a-z0-9]{15})$/;

/**
 * Encodes where a page ends, in a form that needs no escaping in a URL. It names a position and not a row, so it never
 * becomes invalid.
 */
export const encodeCursor = ({ createdAt, id }: PagePosition): string => `${Date.parse(createdAt).toString(36)}.${id}`;

/** The position that a cursor names, or `null` for a cursor that we did not make. */
export const decodeCursor = (cursor: string): PagePosition | null => {
  const [, millis, id] = cursorPattern.exec(cursor) ?? [];
  if (millis === undefined || id === undefined) return null;
  return { createdAt: new Date(Number.parseInt(millis, 36)).toISOString(), id };
};

/** Encodes where a page of a list by `updated_at` ends. No other list takes it. */
export const encodeUpdateCursor = ({ id, updatedAt }: UpdatePosition): string =>
  `u.${Date.parse(updatedAt).toString(36)}.${id}`;

/** The position that a cursor of a list by `updated_at` names, or `null` for any other text. */
export const decodeUpdateCursor = (cursor: string): UpdatePosition | null => {
  const [, millis, id] = updatePattern.exec(cursor) ?? [];
  if (millis === undefined || id === undefined) return null;
  return { updatedAt: new Date(Number.parseInt(millis, 36)).toISOString(), id };
};
