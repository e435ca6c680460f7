import { type ChangeLimitReached, changeLimitReached } from '../../kernel/errors.ts';
import type { Profile } from '../profile.ts';
import { isOpen } from '../transitions.ts';

/**
 * The version from which on a profile takes no more from its partner and its person, so that nobody makes it grow
 * without end. An ordinary verification has fewer than fifty.
 */
const maxVersion = 500;

/** Why a profile takes no more from its partner and its person; `null` if it does. */
export const changeLimitOf = ({ expiresAt, status, version }: Profile): ChangeLimitReached | null =>
  version < maxVersion ? null : changeLimitReached(maxVersion, isOpen(status) ? expiresAt : null);
