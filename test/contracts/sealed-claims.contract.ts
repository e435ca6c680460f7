import { aReviewClaim } from '@portcullis/contracts/builders';
import { expect } from 'chai';
import { rowIn } from '#contracts/drivers/driver-under-test';
import { changeRow, type OpenRecordDatabase, useRecordDatabase } from '../support/records/record-database.ts';
import { storesWith } from '../support/records/stored-records.ts';
import { mustSucceed } from '../support/run.ts';

/** Tests that whoever can read or write the database, and has no key, neither learns who reviews nor changes it. */
export const sealedClaimsContract = (name: string, open: OpenRecordDatabase): void => {
  describe(`sealed claims: ${name}`, function () {
    this.timeout(60_000);
    const database = useRecordDatabase(open);
    const sealed = () => storesWith(database(), 'a');
    const claim = aReviewClaim();
    const { profileId: id } = claim;
    const row = () => rowIn(database(), 'review_claims', id);
    const nobodys = { holder: null, heldUntil: '' };

    it("do not say who has a profile, and are nobody's in clear", async () => {
      await mustSucceed(sealed().reviewClaims.replace(null, claim));
      expect(JSON.stringify(await row())).to.not.include('Keller');
      expect(await mustSucceed(sealed().reviewClaims.of([id]))).to.deep.equal([claim]);
      await changeRow(database(), 'review_claims', id, {
        data: JSON.stringify({ staff_id: 'staff-1', name: 'Keller' }),
      });
      expect(await mustSucceed(sealed().reviewClaims.of([id]))).to.deep.equal([{ ...claim, ...nobodys }]);
    });

    it("are nobody's where somebody has changed them, hide no other, and are replaced by the next one", async () => {
      const stores = sealed();
      await mustSucceed(stores.keys.prepare);
      const other = aReviewClaim({ profileId: 'q1w2e3r4t5y6u7i' });
      for (const one of [claim, other]) await mustSucceed(stores.reviewClaims.replace(null, one));
      await changeRow(database(), 'review_claims', id, { data: String((await row())['data']).slice(0, -4) });
      const changed = { ...claim, ...nobodys };
      expect(await mustSucceed(stores.reviewClaims.of([id, other.profileId]))).to.have.deep.members([changed, other]);
      expect(await mustSucceed(stores.reviewClaims.held(claim.tenant, '2026-01-01T00:00:00.000Z'))).to.deep.equal([
        other,
      ]);
      const next = { ...claim, generation: claim.generation + 1 };
      expect(await mustSucceed(stores.reviewClaims.replace(changed, next))).to.equal(true);
      expect(await mustSucceed(stores.reviewClaims.of([id]))).to.deep.equal([next]);
    });

    it('open with no other time, generation or tenant', async () => {
      const stores = sealed();
      await mustSucceed(stores.keys.prepare);
      await mustSucceed(stores.reviewClaims.replace(null, claim));
      for (const [column, value] of [
        ['held_until', '2026-05-01T23:00:00.000Z'],
        ['generation', 7],
        ['partner_key', 'globex'],
      ] as const) {
        const before = await row();
        await changeRow(database(), 'review_claims', id, { [column]: value });
        const [found] = await mustSucceed(stores.reviewClaims.of([id]));
        expect(found, column).to.include(nobodys);
        await changeRow(database(), 'review_claims', id, { [column]: before[column] });
      }
      expect(await mustSucceed(stores.reviewClaims.of([id]))).to.deep.equal([claim]);
      await changeRow(database(), 'review_claims', id, { partner_key: 'globex' });
      const next = { ...claim, generation: claim.generation + 1 };
      expect(await mustSucceed(stores.reviewClaims.replace({ ...claim, ...nobodys }, next))).to.equal(true);
      expect(await mustSucceed(stores.reviewClaims.of([id]))).to.deep.equal([next]);
    });
  });
};
