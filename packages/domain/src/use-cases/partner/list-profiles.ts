import type { MachineCaller } from '../../access/caller.ts';
import { profilesFor } from '../../access/records.ts';
import type { NotFound, Unavailable } from '../../errors.ts';
import { pipe, type TaskEither, TE } from '../../fp.ts';
import type { ProfileFilter } from '../../ports/stores/profile-store.ts';
import { applyTime } from '../../profile/execute.ts';
import type { Profile } from '../../profile/profile.ts';
import type { ProfileView } from '../../profile/view.ts';
import { viewProfile } from '../../profile/view-profile.ts';
import { type ChangeNeeds, nowOf, policyOf } from '../running/change-profile.ts';
import { inOrder } from '../running/in-order.ts';

/** Lists what the caller may access, newest first; `next` is the cursor of the page after, `null` on the last one. */
export type ListProfiles = (input: {
  readonly caller: MachineCaller;
  readonly filter: ProfileFilter;
}) => TaskEither<NotFound | Unavailable, { readonly items: readonly ProfileView[]; readonly next: string | null }>;

const viewed = (needs: ChangeNeeds, profile: Profile): TaskEither<Unavailable, ProfileView> => {
  const now = nowOf(needs.clock);
  return pipe(
    policyOf(needs, profile),
    TE.map((policy) => viewProfile(policy, applyTime(policy, profile, now).profile, now)),
  );
};

export const listProfiles =
  (needs: ChangeNeeds): ListProfiles =>
  ({ caller, filter }) =>
    pipe(
      TE.Do,
      TE.bindW('page', () => profilesFor(needs, caller, filter)),
      TE.bindW('items', ({ page }) => inOrder(page.items, (profile) => viewed(needs, profile))),
      TE.map(({ page, items }) => ({ items, next: page.next })),
    );
