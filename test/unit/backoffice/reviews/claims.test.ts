import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { maxClaims, type ReviewClaim, type ReviewClaims } from '@portcullis/backoffice/ports';
import { E, pipe, postStatusEvent, TE } from '@portcullis/domain';
import { addMs } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { claimNext } from '#backoffice/reviews/claim-next';
import { claimReview } from '#backoffice/reviews/claim-review';
import { listReviews } from '#backoffice/reviews/list-reviews';
import { reviewSummary } from '#backoffice/reviews/review-summary';
import { mustFail, mustSucceed } from '../../../support/run.ts';
import { partner } from '../../../support/services/memory-service.ts';
import { aReviewDesk, aStaffMember } from '../../../support/services/review-desk.ts';

const rosa = aStaffMember(1);
const karl = aStaffMember(2);
const senior = aStaffMember(3, ['senior']);
const minute = 60_000;

describe('a claim on a review', () => {
  it('lasts for fifteen minutes, and is renewed by claiming again', async () => {
    const desk = aReviewDesk();
    const { id } = await desk.add(10);
    const first = await mustSucceed(desk.claim({ caller: rosa, id, takeOver: false }));
    expect(first.claim).to.deep.equal({
      staffId: rosa.staffId,
      name: rosa.name,
      until: '2026-05-04T09:45:00.000Z',
      isMine: true,
    });
    desk.clock.advance(10 * minute);
    const second = await mustSucceed(desk.claim({ caller: rosa, id, takeOver: false }));
    expect(second.claim?.until).to.equal('2026-05-04T09:55:00.000Z');
    desk.clock.advance(15 * minute - 1);
    expect((await mustSucceed(desk.get({ caller: karl, id }))).claim?.isMine).to.equal(false);
    desk.clock.advance(1);
    expect((await mustSucceed(desk.get({ caller: karl, id }))).claim).to.equal(null);
  });

  it('keeps others out until it ends, and then anybody may have it', async () => {
    const desk = aReviewDesk();
    const { id } = await desk.add(10);
    await mustSucceed(desk.claim({ caller: rosa, id, takeOver: false }));
    expect(await mustFail(desk.claim({ caller: karl, id, takeOver: false }))).to.deep.equal({
      _tag: 'ReviewClaimed',
      until: '2026-05-04T09:45:00.000Z',
    });
    desk.clock.advance(15 * minute);
    expect((await mustSucceed(desk.claim({ caller: karl, id, takeOver: false }))).claim?.name).to.equal(karl.name);
  });

  it('is taken over by those alone who may', async () => {
    const desk = aReviewDesk();
    const { id } = await desk.add(10);
    await mustSucceed(desk.claim({ caller: rosa, id, takeOver: false }));
    expect(await mustFail(desk.claim({ caller: karl, id, takeOver: true }))).to.deep.equal({
      _tag: 'InsufficientPermission',
      permission: 'reviews:override',
    });
    expect(await mustFail(desk.claim({ caller: senior, id, takeOver: false }))).to.include({ _tag: 'ReviewClaimed' });
    const taken = await mustSucceed(desk.claim({ caller: senior, id, takeOver: true }));
    expect(taken.claim?.staffId).to.equal(senior.staffId);
    expect(await mustFail(desk.release({ caller: rosa, id }))).to.deep.equal({ _tag: 'ClaimRequired' });
  });

  it('is given back by whoever has it, and by nobody else', async () => {
    const desk = aReviewDesk();
    const { id } = await desk.add(10);
    expect(await mustFail(desk.release({ caller: rosa, id }))).to.deep.equal({ _tag: 'ClaimRequired' });
    await mustSucceed(desk.claim({ caller: rosa, id, takeOver: false }));
    expect(await mustFail(desk.release({ caller: karl, id }))).to.deep.equal({ _tag: 'ClaimRequired' });
    expect((await mustSucceed(desk.release({ caller: rosa, id }))).claim).to.equal(null);
    expect((await mustSucceed(desk.claim({ caller: karl, id, takeOver: false }))).claim?.isMine).to.equal(true);
  });

  it('is refused on a profile that does not wait, or that another tenant has', async () => {
    const desk = aReviewDesk();
    const settled = await desk.add(10, { status: 'declined', waitingSince: null });
    const foreign = await desk.add(20, { tenant: { partnerId: 'globex', teamId: null } });
    expect(await mustFail(desk.claim({ caller: rosa, id: settled.id, takeOver: false }))).to.deep.equal({
      _tag: 'InvalidTransition',
      event: 'claim',
      status: 'declined',
      allowed: ['input_requested', 'reopened'],
    });
    const { id } = foreign;
    expect(await mustFail(desk.claim({ caller: rosa, id, takeOver: false }))).to.deep.equal({ _tag: 'NotFound' });
    expect(await mustFail(desk.release({ caller: rosa, id }))).to.deep.equal({ _tag: 'NotFound' });
    expect(await mustFail(desk.get({ caller: rosa, id }))).to.deep.equal({ _tag: 'NotFound' });
  });

  it('is had by one of twenty who take the next one at once, and all of them have another', async () => {
    const desk = aReviewDesk();
    for (let n = 1; n <= 20; n += 1) await desk.add(n);
    const everybody = Array.from({ length: 20 }, (_, n) => aStaffMember(n + 1));
    const claimed = await Promise.all(everybody.map((caller) => mustSucceed(desk.next({ caller }))));
    const ids = claimed.map((review) => review?.profile.id);
    expect(new Set(ids).size).to.equal(20);
    expect(ids).to.not.include(undefined);
    expect(await mustSucceed(desk.next({ caller: aStaffMember(21) }))).to.equal(null);
  });

  it('is one of ten at most that somebody has, at any number of instances, and a renewal is not one more', async () => {
    const desk = aReviewDesk();
    const ids: string[] = [];
    for (let n = 0; n < 14; n += 1) ids.push((await desk.add(100 - n)).id);
    const [first = ''] = ids;
    const instances = [desk.claim, claimReview(desk.deps), claimReview(desk.deps)];
    const tries = ids.map((id, n) => (instances[n % 3] ?? desk.claim)({ caller: rosa, id, takeOver: false })());
    const refused = (await Promise.all(tries)).filter(E.isLeft).map(({ left }) => left);
    for (const refusal of refused) expect(refusal).to.deep.equal({ _tag: 'ClaimLimitReached', limit: 10 });
    const held = async () => (await mustSucceed(desk.summary({ caller: rosa }))).mine.value;
    expect(await held()).to.be.within(1, 10);
    for (const id of ids) await desk.claim({ caller: rosa, id, takeOver: false })();
    expect(await held()).to.equal(10);
    expect(await mustFail(desk.next({ caller: rosa }))).to.deep.equal({ _tag: 'ClaimLimitReached', limit: 10 });
    const all = await mustSucceed(desk.list({ caller: rosa, filter: { limit: 20, claimed: 'mine' } }));
    const [own = first] = all.items.map(({ profile }) => profile.id);
    expect((await mustSucceed(desk.claim({ caller: rosa, id: own, takeOver: false }))).claim?.isMine).to.equal(true);
    expect(await mustSucceed(desk.next({ caller: karl }))).to.not.equal(null);
    await mustSucceed(desk.release({ caller: rosa, id: own }));
    expect((await mustSucceed(desk.next({ caller: rosa })))?.claim?.isMine).to.equal(true);
    desk.clock.advance(15 * minute);
    expect((await mustSucceed(desk.next({ caller: rosa })))?.claim?.isMine).to.equal(true);
  });

  /** A desk at which somebody has so many profiles; `more` are those that nobody has. */
  const deskWith = async (caller: typeof rosa, held: number, others: number) => {
    const desk = aReviewDesk();
    const ids: string[] = [];
    for (let n = 0; n < held + others; n += 1) ids.push((await desk.add(100 - n)).id);
    const own = ids.slice(0, held);
    for (const id of own) await mustSucceed(desk.claim({ caller, id, takeOver: false }));
    const more = ids.slice(held);
    const [next = ''] = more;
    return { desk, own, more, next };
  };

  it('does not count for the limit once a server of the partner has ended what it is on', async () => {
    const { desk, next, own } = await deskWith(rosa, 10, 2);
    expect(await mustFail(desk.claim({ caller: rosa, id: next, takeOver: false }))).to.include({ limit: 10 });
    const post = postStatusEvent({ ...desk.deps, ids: sequentialIds('posts'), ledgerReader: desk.stores.ledgerReader });
    const declined = { event: 'review_declined', reason: 'document_forged', note: 'No.', steps: null } as const;
    const reviewer = { id: 'clerk-7', name: null };
    const by = { caller: partner, reviewer, expectedVersion: null };
    await mustSucceed(post({ ...declined, ...by, id: own[4] ?? '' }));
    expect((await mustSucceed(desk.claim({ caller: rosa, id: next, takeOver: false }))).claim?.isMine).to.equal(true);
    expect(await mustFail(desk.next({ caller: rosa }))).to.include({ limit: 10 });
  });

  it('is one that somebody gets who asks for the next one several times at once', async () => {
    const { desk, next } = await deskWith(rosa, 9, 5);
    const asked = await Promise.all(Array.from({ length: 8 }, () => mustSucceed(desk.next({ caller: rosa }))));
    expect(new Set(asked.map((review) => review?.profile.id))).to.deep.equal(new Set([next]));
  });

  it('is counted and listed however many others of the partner have', async () => {
    const { desk, next, own } = await deskWith(rosa, 10, 1);
    const until = addMs(new Date(desk.clock.now()).toISOString(), 5 * minute);
    // Most of them end together, and none behind those of the reviewer.
    const others = Array.from(
      { length: 2 * maxClaims + 1 },
      (_, n): ReviewClaim => ({
        profileId: `o${String(n).padStart(14, '0')}`,
        tenant: rosa.tenant,
        generation: 1,
        holder: { staffId: karl.staffId, name: karl.name },
        heldUntil: addMs(until, n % 700 === 0 ? 1 : 0),
      }),
    );
    const held: ReviewClaims['held'] = (viewer, now) =>
      pipe(
        desk.deps.reviewClaims.held(viewer, now),
        TE.map((claims) =>
          [...others, ...claims]
            .filter(({ heldUntil }) => heldUntil > now)
            .toSorted((a, b) => (a.heldUntil < b.heldUntil ? -1 : 1))
            .slice(0, maxClaims),
        ),
      );
    const deps = { ...desk.deps, reviewClaims: { ...desk.deps.reviewClaims, held } };
    expect(await mustFail(claimReview(deps)({ caller: rosa, id: next, takeOver: false }))).to.include({ limit: 10 });
    const mine = await mustSucceed(listReviews(deps)({ caller: rosa, filter: { limit: 20, claimed: 'mine' } }));
    expect(mine.items.map(({ profile }) => profile.id)).to.deep.equal(own);
  });

  it('goes back to whom it was taken from where it turns out to be one too many', async () => {
    const { desk, more, next } = await deskWith(senior, 9, 2);
    const before = await mustSucceed(desk.claim({ caller: karl, id: next, takeOver: false }));
    desk.clock.advance(minute);
    const { reviewClaims } = desk.deps;
    // Another instance claims one for the same person between the count and the write.
    const replace: ReviewClaims['replace'] = (seen, claim) => async () => {
      if (claim.profileId === next && claim.holder?.staffId === senior.staffId)
        await mustSucceed(desk.claim({ caller: senior, id: more[1] ?? '', takeOver: false }));
      return reviewClaims.replace(seen, claim)();
    };
    const here = claimReview({ ...desk.deps, reviewClaims: { ...reviewClaims, replace } });
    expect(await mustFail(here({ caller: senior, id: next, takeOver: true }))).to.include({ limit: 10 });
    const after = await mustSucceed(desk.get({ caller: karl, id: next }));
    expect(after.claim).to.deep.equal(before.claim);
    expect((await mustSucceed(desk.release({ caller: karl, id: next }))).claim).to.equal(null);
  });

  it('takes whoever waits longest first, and nobody whom the same reviewer has approved', async () => {
    const desk = aReviewDesk();
    const approvals = [{ reviewer: rosa.staffId, evidenceCount: 0, attempt: 1, at: '2026-05-04T09:00:00.000Z' }];
    const oldest = await desk.add(90, { policy: { id: 'strict', version: '2' }, approvals });
    const older = await desk.add(60);
    await desk.add(30);
    expect((await mustSucceed(desk.next({ caller: rosa })))?.profile.id).to.equal(older.id);
    const second = await mustSucceed(desk.next({ caller: karl }));
    expect([second?.profile.id, second?.approvals]).to.deep.equal([oldest.id, { needed: 2, given: 1 }]);
  });

  it('is neither made nor counted while the clock is not believed', async () => {
    const desk = aReviewDesk();
    await desk.add(10);
    const clock = { ...desk.clock, isTrusted: () => false };
    const stopped = { ...desk.deps, clock };
    for (const ask of [
      claimNext(stopped)({ caller: rosa }),
      listReviews(stopped)({ caller: rosa, filter: { limit: 5 } }),
      reviewSummary(stopped)({ caller: rosa }),
    ])
      expect(await mustFail(ask)).to.include({ _tag: 'Unavailable', service: 'clock' });
  });
});
