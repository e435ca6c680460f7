import type { MachineCaller } from '../access/caller.ts';
import type { NotFound, Unavailable } from '../errors.ts';
import type { TaskEither } from '../fp.ts';
import type { ProfileFilter } from '../ports/profile-store.ts';
import type { ProfileView } from '../profile/view.ts';

/** What the caller sees, newest first; `next` is the cursor of the page after, `null` on the last one. */
export type ListProfiles = (input: {
  readonly caller: MachineCaller;
  readonly filter: ProfileFilter;
}) => TaskEither<NotFound | Unavailable, { readonly items: readonly ProfileView[]; readonly next: string | null }>;
