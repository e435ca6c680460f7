import type { ProfileId } from '../ids.ts';
import type { Profile } from '../profile/profile.ts';

/** The last place of a page: the next one begins behind it. */
export type PagePlace = { readonly createdAt: string; readonly id: ProfileId };

const form = /^([0-9a-z]{1,9})\.([a-z0-9]{15})$/;

/** Where a page ends, in a form that may stand in a URL as it is. It names a place and not a row, so it never goes stale. */
export const cursorOf = ({ createdAt, id }: Profile): string => `${Date.parse(createdAt).toString(36)}.${id}`;

/** The place that a cursor names, or `null` for one that we did not make. */
export const readCursor = (cursor: string): PagePlace | null => {
  const [, millis, id] = form.exec(cursor) ?? [];
  if (millis === undefined || id === undefined) return null;
  return { createdAt: new Date(Number.parseInt(millis, 36)).toISOString(), id };
};
