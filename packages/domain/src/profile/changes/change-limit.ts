import { type ChangeLimitReached, changeLimitReached } from '../../kernel/errors.ts';
import type { Profile } from '../profile.ts';
import { isOpen } from '../transitions.ts';

/**
 * The number of changes from which on a profile takes no more from its partner and its person, so that nobody makes it
 * grow without end. An ordinary verification has fewer than fifty. Legal holds are set and released by others, and do
 * not count.
 */
const maxChanges = 500;

/** Why a profile takes no more from its partner and its person; `null` if it does. */
export const changeLimitOf = ({ expiresAt, holdChanges = 0, status, version }: Profile): ChangeLimitReached | null =>
  version - holdChanges < maxChanges ? null : changeLimitReached(maxChanges, isOpen(status) ? expiresAt : null);
