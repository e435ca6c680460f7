import { sequential } from '../../kernel/concurrency/sequential.ts';
import type { Invalid, NotFound, Unavailable } from '../../kernel/errors.ts';
import { pipe, type TaskEither, TE } from '../../kernel/fp.ts';
import type { MachinePrincipal, StaffPrincipal } from '../../kernel/principal.ts';
import type { ProfileFilter } from '../../ports/stores/profile-store.ts';
import { withTrustedClock } from '../../ports/trusted-clock.ts';
import { applyElapsedTime } from '../../profile/changes/execute.ts';
import type { Profile } from '../../profile/profile.ts';
import type { ProfileView } from '../../profile/view.ts';
import { viewProfile } from '../../profile/view-profile.ts';
import { type ChangeDeps, isoNow, policyOf } from '../access/change-profile.ts';
import { damagedCount, profilesFor } from '../access/records.ts';
import { changePorts, useCase } from '../access/use-case.ts';

/**
 * Lists what the caller may access, newest first; `next` is the cursor of the page after, `null` on the last one.
 * `damaged` counts what is left out because its row does not open, where there is any.
 */
export type ListProfiles = (input: {
  readonly caller: MachinePrincipal | StaffPrincipal;
  readonly filter: ProfileFilter;
}) => TaskEither<
  Invalid | NotFound | Unavailable,
  { readonly items: readonly ProfileView[]; readonly next: string | null; readonly damaged?: number }
>;

const viewed = (deps: ChangeDeps, profile: Profile): TaskEither<Unavailable, ProfileView> => {
  const now = isoNow(deps.clock);
  return pipe(
    policyOf(deps, profile),
    TE.map((policy) => viewProfile(policy, applyElapsedTime(policy, profile, now).profile, now)),
  );
};

export const listProfiles = useCase('listProfiles', changePorts, (deps: ChangeDeps): ListProfiles => {
  return ({ caller, filter }) =>
    pipe(
      TE.Do,
      TE.bindW('page', () => profilesFor(deps, caller, filter)),
      TE.bindW('items', ({ page }) =>
        withTrustedClock(
          deps.clock,
          sequential(page.items, (profile) => viewed(deps, profile)),
        ),
      ),
      TE.map(({ page, items }) => ({ items, next: page.next, ...damagedCount(page.damaged?.length ?? 0) })),
    );
});
