import {
  type ProfileId,
  pipe,
  type StaffPrincipal,
  sequential,
  type TaskEither,
  TE,
  type Unavailable,
} from '@portcullis/domain/kernel';
import type { ProfileStore } from '@portcullis/domain/ports';
import { otherProfileFor } from '@portcullis/domain/use-cases';
import type { ListEntryView } from './list-view.ts';

type Deps = { readonly profiles: ProfileStore };

/** Whether nothing may lead to a profile any more, as where it is not found. */
const isErased = (deps: Deps, caller: StaffPrincipal, id: ProfileId): TaskEither<Unavailable, boolean> =>
  pipe(
    otherProfileFor(deps, caller, id),
    TE.map((profile) => profile === null || profile.redaction !== undefined),
  );

/**
 * Entries without what leads to a profile that is being erased: the rows keep its id and the note until its data are
 * removed. It reads each profile that is shown once, at most one for each entry.
 */
export const hideErased = (
  deps: Deps,
  caller: StaffPrincipal,
  entries: readonly ListEntryView[],
): TaskEither<Unavailable, readonly ListEntryView[]> => {
  const ids = [...new Set(entries.flatMap(({ profileId }) => profileId ?? []))];
  return pipe(
    sequential(ids, (id) => isErased(deps, caller, id)),
    TE.map((erased) => {
      const hidden = new Set(ids.filter((_, index) => erased[index]));
      return entries.map((entry) =>
        entry.profileId !== null && hidden.has(entry.profileId) ? { ...entry, profileId: null, note: null } : entry,
      );
    }),
  );
};
