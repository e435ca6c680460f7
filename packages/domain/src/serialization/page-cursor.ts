import type { ProfileId } from '../kernel/ids.ts';
import type { Profile } from '../profile/profile.ts';

/** The last position of a page: the next page begins after it. */
export type PagePosition = { readonly createdAt: string; readonly id: ProfileId };

const cursorPattern = /^([0-9a-z]{1,9})\.([a-z0-9]{15})$/;

/**
 * Encodes where a page ends, in a form that needs no escaping in a URL. It names a position and not a row, so it never
 * becomes invalid.
 */
export const encodeCursor = ({ createdAt, id }: Profile): string => `${Date.parse(createdAt).toString(36)}.${id}`;

/** The position that a cursor names, or `null` for a cursor that we did not make. */
export const decodeCursor = (cursor: string): PagePosition | null => {
  const [, millis, id] = cursorPattern.exec(cursor) ?? [];
  if (millis === undefined || id === undefined) return null;
  return { createdAt: new Date(Number.parseInt(millis, 36)).toISOString(), id };
};
