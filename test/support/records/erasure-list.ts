import type { Profile } from '@portcullis/domain';

/** The line of a list of erasures that names a profile. */
export const erasureLine = ({ id }: Pick<Profile, 'id'>): string =>
  `${JSON.stringify({ id, requested_at: '2027-01-31T12:00:00.000Z', because: 'requested' })}\n`;
