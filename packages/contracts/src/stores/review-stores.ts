import assert from 'node:assert/strict';
import type { ReviewClaims, ReviewQueue } from '@portcullis/backoffice/ports';
import { maxAmong, type QueuePage, type QueuePosition, type ReviewClaim } from '@portcullis/backoffice/ports';
import type { ProfileStore } from '@portcullis/domain';
import { E, type Profile } from '@portcullis/domain';
import { acme, aNew } from '../builders/profiles.ts';
import { aReviewClaim } from '../builders/review-claims.ts';
import { type Runner, resultOf } from '../shared/runner.ts';

const at = (minute: number): string => `2026-05-01T10:${String(minute).padStart(2, '0')}:00.000Z`;
const north = { partnerId: 'acme', teamId: 'north' };
const globex = { partnerId: 'globex', teamId: null };

const erased = {
  reference: '',
  current: false,
  salt: '',
  redaction: { requestedAt: at(1), by: { type: 'machine', id: 'acme' }, because: 'requested', completedAt: null },
} as const satisfies Partial<Profile>;

type Stores = {
  readonly profiles: ProfileStore;
  readonly reviewQueue: ReviewQueue;
  readonly reviewClaims: ReviewClaims;
};

/** Tests what the stores of reviews promise: the queue of profiles that wait, and the claims on them. */
export const reviewStoresContract = ({ describe, it }: Runner, name: string, open: () => Promise<Stores>): void => {
  describe(`Review stores contract: ${name}`, () => {
    /** Stores profiles; those that have nothing else are in review. */
    const store = async ({ profiles }: Stores, overs: readonly Partial<Profile>[]): Promise<readonly string[]> => {
      const ids: string[] = [];
      for (const [n, over] of overs.entries()) {
        const added = aNew({ reference: `customer-${n}`, status: 'in_review', ...over });
        await resultOf(profiles.insert(added, null));
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
        const { next, queued }: QueuePage = await resultOf(stores.reviewQueue.page(acme, after, 1));
        seen.push(...queued.map(({ profile }) => profile.id));
        assert.deepEqual(
          queued.map(({ position }) => position),
          next === null ? [] : [next],
        );
        after = next;
      } while (after !== null);
      assert.deepEqual(seen, [...[second, third].toSorted(), fourth, first]);
      const ofTeam = await resultOf(stores.reviewQueue.page(north, null, 10));
      assert.deepEqual(
        ofTeam.queued.map(({ profile }) => profile.id),
        [third, fourth],
      );
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
      const whole = await resultOf(stores.reviewQueue.page(acme, null, 10, among));
      assert.deepEqual(
        whole.queued.map(({ profile }) => profile.id),
        [third, first],
      );
      const { next, queued } = await resultOf(stores.reviewQueue.page(acme, null, 1, among));
      assert.deepEqual(
        queued.map(({ profile }) => profile.id),
        [third],
      );
      const last = await resultOf(stores.reviewQueue.page(acme, next, 2, among));
      assert.deepEqual([last.queued.map(({ profile }) => profile.id), last.next], [[first], null]);
      const most = Array.from({ length: maxAmong }, (_, n) => `p${String(n).padStart(14, '0')}`);
      assert.deepEqual(await resultOf(stores.reviewQueue.page(north, null, 10, most)), {
        queued: [],
        next: null,
      });
      assert.deepEqual((await resultOf(stores.reviewQueue.page(acme, null, 10, ['no/id']))).queued, []);
    });

    it('has nobody in the queue who does not wait, is to be erased, or is of another partner', async () => {
      const stores = await open();
      await store(stores, [
        { status: 'approved', lapsesAt: at(59) },
        { status: 'declined', waitingSince: null },
        { ...erased, waitingSince: at(1) },
        { tenant: globex, waitingSince: at(2) },
      ]);
      assert.deepEqual(await resultOf(stores.reviewQueue.page(acme, null, 10)), { queued: [], next: null });
      assert.equal(await resultOf(stores.reviewQueue.count(acme, null)), 0);
      assert.deepEqual(await resultOf(stores.reviewQueue.measure(at(59))), {
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
      assert.equal(await resultOf(count(acme, null)), 3);
      assert.equal(await resultOf(count(acme, at(4))), 2);
      assert.equal(await resultOf(count(north, null)), 1);
      assert.deepEqual(await resultOf(measure(at(3))), { waiting: 4, overdue: 2, since: at(2) });
    });

    it('keeps a claim as it is, with a name in every script, and lets a release of it say nothing', async () => {
      const { reviewClaims } = await open();
      const claim = aReviewClaim({
        tenant: { partnerId: 'acme', teamId: 'north/1' },
        holder: { staffId: 'staff-0217', name: `"M" 'K' \\ Ω 漢 100%; {{x}}` },
      });
      assert.deepEqual(await resultOf(reviewClaims.of([claim.profileId])), []);
      assert.equal(await resultOf(reviewClaims.replace(null, claim)), true);
      assert.deepEqual(await resultOf(reviewClaims.of([claim.profileId, 'no/id'])), [claim]);
      const released = { ...claim, generation: 2, holder: null, heldUntil: '' };
      assert.equal(await resultOf(reviewClaims.replace(claim, released)), true);
      assert.deepEqual(await resultOf(reviewClaims.of([claim.profileId])), [released]);
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
      for (const claim of claims) await resultOf(reviewClaims.replace(null, claim));
      const [one, two] = claims;
      assert.deepEqual(await resultOf(reviewClaims.held(acme, at(10))), [two, one]);
      assert.deepEqual(await resultOf(reviewClaims.held(north, at(10))), [two]);
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
        const results: readonly Awaited<ReturnType<ReturnType<ReviewClaims['replace']>>>[] = await Promise.all(
          claims.map((claim) => reviewClaims.replace(before, claim)()),
        );
        const answers: readonly boolean[] = results.map((one) => E.isRight(one) && one.right);
        const won = claims.filter((_, n) => answers[n] === true);
        assert.equal(won.length, 1);
        const [stored] = await resultOf(reviewClaims.of([aReviewClaim().profileId]));
        assert.deepEqual(stored, won[0]);
        seen = stored ?? null;
      }
    });
  });
};
