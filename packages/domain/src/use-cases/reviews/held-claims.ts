import { addMs } from '../../kernel/dates.ts';
import type { Unavailable } from '../../kernel/errors.ts';
import { E, type TaskEither } from '../../kernel/fp.ts';
import type { ProfileId } from '../../kernel/ids.ts';
import type { StaffPrincipal } from '../../kernel/principal.ts';
import { maxClaims, type ReviewClaim } from '../../ports/stores/review-claims.ts';
import { isoNow } from '../access/change-profile.ts';
import type { ReviewDeps } from './review-view.ts';

/** All claims of now on profiles that somebody sees, however many there are: a store answers `maxClaims` at a time. */
export const heldClaims =
  (
    { clock, reviewClaims }: Pick<ReviewDeps, 'clock' | 'reviewClaims'>,
    caller: StaffPrincipal,
  ): TaskEither<Unavailable, readonly ReviewClaim[]> =>
  async () => {
    const held = new Map<ProfileId, ReviewClaim>();
    for (let after = isoNow(clock); ; ) {
      const page = await reviewClaims.held(caller.tenant, after)();
      if (E.isLeft(page)) return page;
      for (const claim of page.right) held.set(claim.profileId, claim);
      const last = page.right.at(-1);
      if (last === undefined || page.right.length < maxClaims) return E.right([...held.values()]);
      // Claims that end together with the last one may stand behind it.
      const before = addMs(last.heldUntil, -1);
      after = before > after ? before : last.heldUntil;
    }
  };
