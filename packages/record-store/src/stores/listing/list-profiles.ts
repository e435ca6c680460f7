import type { ProfileStore } from '@portcullis/domain';
import type { ProfileFilter } from '@portcullis/domain/ports';
import { mergeStatuses, newestFirst } from './newest-profiles.ts';
import type { ProfileRows } from './profile-rows.ts';
import { walkProfiles } from './walk-profiles.ts';

/** Whether the index of the list does not select everything that the filter does, so that rows are left out. */
const needsWalk = ({ metadata = {}, order }: ProfileFilter): boolean =>
  order === 'updated_at' || Object.keys(metadata).length > 0;

/**
 * Lists profiles. A list of the newest has an index for what selects its rows, several statuses are as many of them,
 * and everything else is found by a walk.
 */
export const listProfilesOver =
  (rows: ProfileRows): ProfileStore['list'] =>
  (viewer, filter) => {
    if (needsWalk(filter)) return walkProfiles(rows, viewer, filter);
    const { statuses, ...rest } = filter;
    return statuses === undefined ? newestFirst(rows, viewer, rest) : mergeStatuses(rows, viewer, rest, statuses);
  };
