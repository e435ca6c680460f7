import { maxAmong, type QueuePage, type QueuePosition, type ReviewClaim } from '@portcullis/backoffice/ports';
import { E, type Profile } from '@portcullis/domain';
import type { RecordStore } from '@portcullis/record-store';
import { expect } from 'chai';
import { acme, aNew } from '../support/builders/profiles.ts';
import { aReviewClaim } from '../support/builders/review-claims.ts';
import { mustSucceed } from '../support/run.ts';

const at = (minute: number): string => `2026-05-01T10:${String(minute).padStart(2, '0')}:00.000Z`;
const north = { partnerId: 'acme', teamId: 'north' };
const globex = { partnerId: 'globex', teamId: null };

const erased = {
  reference: '',
  current: false,
  salt: '',
  redaction: { requestedAt: at(1), by: { type: 'machine', id: 'acme' }, because: 'requested', completedAt: null },
} as const satisfies Partial<Profile>;

/** Tests what the stores of reviews promise: the queue of profiles that wait, and the claims on them. */
export const reviewStoresContract = (name: string, open: () => Promise<RecordStore>): void => {
  describe(`Review stores contract: ${name}`, function () {
    this.timeout(60_000);

    /** Stores profiles; those that have nothing else are in review. */
    const store = async ({ profiles }: RecordStore, overs: readonly Partial<Profile>[]): Promise<readonly string[]> => {
      const ids: string[] = [];
      for (const [n, over] of overs.entries()) {
        const added = aNew({ reference: `customer-${n}`, status: 'in_review', ...over });
        await mustSucceed(profiles.insert(added, null));
        ids.push(added.profile.id);
      }
      return ids;
    };

    it('answers a queue in the order in which its profiles began to wait, in pages, and each once', async () => {
      const stores = await open();
      const ids = await store(stores, [
        { waitingSince: at(9), updatedAt: at(9) },
        { waitingSince: at(5), updatedAt: at(50) },
        { waitingSince: at(5), updatedAt: at(5), tenant: north },
        { waitingSince: at(7), status: 'in_review', tenant: north },
      ]);
      const [first = '', second = '', third = '', fourth = ''] = ids;
      const seen: string[] = [];
      let after: QueuePosition | null = null;
      do {
        const { next, queued }: QueuePage = await mustSucceed(stores.reviewQueue.page(acme, after, 1));
        seen.push(...queued.map(({ profile }) => profile.id));
        expect(queued.map(({ position }) => position)).to.deep.equal(next === null ? [] : [next]);
        after = next;
      } while (after !== null);
      expect(seen).to.deep.equal([...[second, third].toSorted(), fourth, first]);
      const ofTeam = await mustSucceed(stores.reviewQueue.page(north, null, 10));
      expect(ofTeam.queued.map(({ profile }) => profile.id)).to.deep.equal([third, fourth]);
    });

    it('answers those of some ids alone, in the order of the queue, and nobody for an id that does not wait', async () => {
      const stores = await open();
      const ids = await store(stores, [
        { waitingSince: at(9) },
        { waitingSince: at(5) },
        { waitingSince: at(7) },
        { status: 'approved', lapsesAt: at(59) },
        { waitingSince: at(1), tenant: globex },
      ]);
      const [first = '', , third = '', ...others] = ids;
      const among = [first, third, ...others, 'nobody000000001', 'no/id'];
      const whole = await mustSucceed(stores.reviewQueue.page(acme, null, 10, among));
      expect(whole.queued.map(({ profile }) => profile.id)).to.deep.equal([third, first]);
      const { next, queued } = await mustSucceed(stores.reviewQueue.page(acme, null, 1, among));
      expect(queued.map(({ profile }) => profile.id)).to.deep.equal([third]);
      const last = await mustSucceed(stores.reviewQueue.page(acme, next, 2, among));
      expect([last.queued.map(({ profile }) => profile.id), last.next]).to.deep.equal([[first], null]);
      const most = Array.from({ length: maxAmong }, (_, n) => `p${String(n).padStart(14, '0')}`);
      expect(await mustSucceed(stores.reviewQueue.page(north, null, 10, most))).to.deep.equal({
        queued: [],
        next: null,
      });
      expect((await mustSucceed(stores.reviewQueue.page(acme, null, 10, ['no/id']))).queued).to.deep.equal([]);
    });

    it('has nobody in the queue who does not wait, is to be erased, or is of another partner', async () => {
      const stores = await open();
      await store(stores, [
        { status: 'approved', lapsesAt: at(59) },
        { status: 'declined', waitingSince: null },
        { ...erased, waitingSince: at(1) },
        { tenant: globex, waitingSince: at(2) },
      ]);
      expect(await mustSucceed(stores.reviewQueue.page(acme, null, 10))).to.deep.equal({ queued: [], next: null });
      expect(await mustSucceed(stores.reviewQueue.count(acme, null))).to.equal(0);
      expect(await mustSucceed(stores.reviewQueue.measure(at(59)))).to.deep.equal({
        waiting: 1,
        overdue: 1,
        since: at(2),
      });
    });

    it('counts who waits, and who has waited since a time or longer', async () => {
      const stores = await open();
      await store(stores, [
        { waitingSince: at(3) },
        { waitingSince: at(4), tenant: north },
        { waitingSince: at(5) },
        { waitingSince: at(2), tenant: globex },
      ]);
      const { count, measure } = stores.reviewQueue;
      expect(await mustSucceed(count(acme, null))).to.equal(3);
      expect(await mustSucceed(count(acme, at(4)))).to.equal(2);
      expect(await mustSucceed(count(north, null))).to.equal(1);
      expect(await mustSucceed(measure(at(3)))).to.deep.equal({ waiting: 4, overdue: 2, since: at(2) });
    });

    it('keeps a claim as it is, with a name in every script, and lets a release of it say nothing', async () => {
      const { reviewClaims } = await open();
      const claim = aReviewClaim({
        tenant: { partnerId: 'acme', teamId: 'north/1' },
        holder: { staffId: 'staff-0217', name: `"M" 'K' \\ Ω 漢 100%; {{x}}` },
      });
      expect(await mustSucceed(reviewClaims.of([claim.profileId]))).to.deep.equal([]);
      expect(await mustSucceed(reviewClaims.replace(null, claim))).to.equal(true);
      expect(await mustSucceed(reviewClaims.of([claim.profileId, 'no/id']))).to.deep.equal([claim]);
      const released = { ...claim, generation: 2, holder: null, heldUntil: '' };
      expect(await mustSucceed(reviewClaims.replace(claim, released))).to.equal(true);
      expect(await mustSucceed(reviewClaims.of([claim.profileId]))).to.deep.equal([released]);
    });

    it('answers the claims that a viewer sees and that have not ended, those that end first before', async () => {
      const { reviewClaims } = await open();
      const claims = [
        aReviewClaim({ profileId: 'p00000000000001', heldUntil: at(20) }),
        aReviewClaim({ profileId: 'p00000000000002', heldUntil: at(15), tenant: north }),
        aReviewClaim({ profileId: 'p00000000000003', heldUntil: at(10) }),
        aReviewClaim({ profileId: 'p00000000000004', heldUntil: at(30), tenant: globex }),
        aReviewClaim({ profileId: 'p00000000000005', heldUntil: '', holder: null }),
      ];
      for (const claim of claims) await mustSucceed(reviewClaims.replace(null, claim));
      const [one, two] = claims;
      expect(await mustSucceed(reviewClaims.held(acme, at(10)))).to.deep.equal([two, one]);
      expect(await mustSucceed(reviewClaims.held(north, at(10)))).to.deep.equal([two]);
    });

    it('lets one of fifty who claim at once have the profile, the first time and any other', async () => {
      const { reviewClaims } = await open();
      const byEach = (generation: number): readonly ReviewClaim[] =>
        Array.from({ length: 50 }, (_, n) =>
          aReviewClaim({ generation, holder: { staffId: `staff-${n}`, name: `Person ${n}` } }),
        );
      let seen: ReviewClaim | null = null;
      for (const generation of [1, 2]) {
        const claims = byEach(generation);
        const before: ReviewClaim | null = seen;
        const results = await Promise.all(claims.map((claim) => reviewClaims.replace(before, claim)()));
        const answers = results.map((one) => E.isRight(one) && one.right);
        const won = claims.filter((_, n) => answers[n] === true);
        expect(won).to.have.lengthOf(1);
        const [stored] = await mustSucceed(reviewClaims.of([aReviewClaim().profileId]));
        expect(stored).to.deep.equal(won[0]);
        seen = stored ?? null;
      }
    });

    it('removes the claim with the profile, and finds one that somebody put there after that', async () => {
      const stores = await open();
      const [id = ''] = await store(stores, [{}]);
      const claim = aReviewClaim({ profileId: id });
      const remains = () => mustSucceed(stores.eraser.remainsOf(id));
      await mustSucceed(stores.reviewClaims.replace(null, claim));
      expect(await remains()).to.include('review_claims');
      await mustSucceed(stores.eraser.eraseBeside(id));
      expect(await mustSucceed(stores.reviewClaims.of([id]))).to.deep.equal([]);
      expect(await remains()).to.not.include('review_claims');
      expect(await mustSucceed(stores.reviewClaims.replace(claim, { ...claim, generation: 2 }))).to.equal(false);
    });
  });
};
