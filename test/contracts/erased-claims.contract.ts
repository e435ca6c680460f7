import { aNew, aReviewClaim } from '@portcullis/contracts/builders';
import type { RecordStore } from '@portcullis/record-store';
import { expect } from 'chai';
import { mustSucceed } from '../support/run.ts';

/** Tests that the claim on a review goes with its profile. */
export const erasedClaimsContract = (name: string, open: () => Promise<RecordStore>): void => {
  describe(`erased claims: ${name}`, () => {
    it('removes the claim with the profile, and finds one that somebody put there after that', async () => {
      const { eraser, profiles, reviewClaims } = await open();
      const added = aNew({ status: 'in_review' });
      await mustSucceed(profiles.insert(added, null));
      const { id } = added.profile;
      const claim = aReviewClaim({ profileId: id });
      const remains = () => mustSucceed(eraser.remainsOf(id));
      await mustSucceed(reviewClaims.replace(null, claim));
      expect(await remains()).to.include('review_claims');
      await mustSucceed(eraser.eraseBeside(id));
      expect(await mustSucceed(reviewClaims.of([id]))).to.deep.equal([]);
      expect(await remains()).to.not.include('review_claims');
      expect(await mustSucceed(reviewClaims.replace(claim, { ...claim, generation: 2 }))).to.equal(false);
    });
  });
};
