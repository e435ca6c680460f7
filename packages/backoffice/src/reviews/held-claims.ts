import {
  addMs,
  E,
  type ProfileId,
  type StaffPrincipal,
  type TaskEither,
  type Unavailable,
} from '@portcullis/domain/kernel';
import { isoNow } from '@portcullis/domain/use-cases';
import { maxClaims, type ReviewClaim } from '../ports/review-claims.ts';
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
