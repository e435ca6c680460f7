import type { ReviewClaim, ReviewClaims } from '@portcullis/backoffice/ports';
import type { LedgerEntry } from '@portcullis/domain';
import { memoryDriver } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { memoryTables } from '#record-store/memory/tables';
import { storesWith } from '../../../support/records/stored-records.ts';
import { mustFail, mustSucceed } from '../../../support/run.ts';
import { aReviewDesk, aStaffMember, type ReviewDesk } from '../../../support/services/review-desk.ts';

const rosa = aStaffMember(1);
const karl = aStaffMember(2);
const senior = aStaffMember(3, ['senior']);
const free = { policy: { id: 'strict', version: '3' } };
const fourEyed = { policy: { id: 'strict', version: '2' } };
const nothing = { reason: null, note: null, steps: null };

type Decided = Parameters<ReviewDesk['decide']>[0];

const claimed = async (desk: ReviewDesk, over = {}, caller = rosa) => {
  const profile = await desk.add(10, over);
  await mustSucceed(desk.claim({ caller, id: profile.id, takeOver: false }));
  return { ...nothing, caller, id: profile.id, expectedVersion: profile.version } satisfies Partial<Decided>;
};

const partOf = ({ actor, data, personal, reasons, type }: LedgerEntry) => ({ type, actor, reasons, personal, data });

describe('a decision about a review', () => {
  it('declines in the name of the reviewer, whose name is what can be erased, and ends the claim', async () => {
    const desk = aReviewDesk();
    const asked = await claimed(desk);
    const { entry, profileStatus, review } = await mustSucceed(
      desk.decide({ ...asked, outcome: 'decline', note: 'The portrait was replaced.' }),
    );
    expect([profileStatus, review.waitingSince, review.claim]).to.deep.equal(['declined', null, null]);
    expect(partOf(entry)).to.deep.include({
      type: 'review_declined',
      actor: { type: 'reviewer', id: rosa.staffId },
      reasons: ['review_declined'],
      personal: { reviewer_name: rosa.name, note: 'The portrait was replaced.' },
    });
    expect(entry.data).to.include({ reviewer: rosa.staffId, reason: 'review_declined' });
    expect(JSON.stringify(entry.data)).to.not.include(rosa.name);
    const [claim] = await mustSucceed(desk.stores.reviewClaims.of([asked.id]));
    expect(claim?.holder).to.equal(null);
  });

  it('needs a claim of one’s own that has not ended', async () => {
    const desk = aReviewDesk();
    const asked = await claimed(desk);
    const decline = { ...asked, outcome: 'decline', note: 'No.' } as const;
    expect(await mustFail(desk.decide({ ...decline, caller: karl }))).to.deep.equal({ _tag: 'ClaimRequired' });
    desk.clock.advance(15 * 60_000);
    expect(await mustFail(desk.decide(decline))).to.deep.equal({ _tag: 'ClaimRequired' });
    expect((await mustSucceed(desk.get({ caller: rosa, id: asked.id }))).profile.status).to.equal('in_review');
  });

  it('answers the claim of somebody who was faster than its end', async () => {
    const stores = storesWith({ driver: memoryDriver(memoryTables()) });
    let taken: ReviewClaim | null = null;
    const replace: ReviewClaims['replace'] = (seen, next) => async () => {
      if (seen !== null && next.holder === null) {
        const { name, staffId } = karl;
        taken = { ...seen, generation: seen.generation + 1, holder: { name, staffId } };
        await mustSucceed(stores.reviewClaims.replace(seen, taken));
      }
      return stores.reviewClaims.replace(seen, next)();
    };
    const desk = aReviewDesk({ ...stores, reviewClaims: { ...stores.reviewClaims, replace } });
    const { review } = await mustSucceed(desk.decide({ ...(await claimed(desk, fourEyed)), outcome: 'approve' }));
    expect(review.claim).to.include({ staffId: karl.staffId });
    expect(taken).to.not.equal(null);
  });

  it('is refused at another version than was seen', async () => {
    const desk = aReviewDesk();
    const asked = await claimed(desk);
    const stale = desk.decide({
      ...asked,
      outcome: 'decline',
      note: 'No.',
      expectedVersion: asked.expectedVersion + 1,
    });
    expect(await mustFail(stale)).to.deep.equal({ _tag: 'VersionConflict' });
    expect((await mustSucceed(desk.get({ caller: rosa, id: asked.id }))).claim?.isMine).to.equal(true);
  });

  it('needs no note for an approval over checks that all have passed, and one for everything else', async () => {
    const desk = aReviewDesk();
    const asked = await claimed(desk, free);
    for (const [outcome, steps] of [
      ['decline', null],
      ['request_input', ['document_front']],
    ] as const) {
      const refused = await mustFail(desk.decide({ ...asked, outcome, steps }));
      expect(refused).to.deep.include({
        _tag: 'Invalid',
        faults: [{ pointer: '/note', message: 'required for this event' }],
      });
    }
    const { entry, profileStatus } = await mustSucceed(desk.decide({ ...asked, outcome: 'approve' }));
    expect([profileStatus, entry.personal]).to.deep.equal(['approved', { reviewer_name: rosa.name }]);
  });

  it('is not made with steps that nobody would be asked for', async () => {
    const desk = aReviewDesk();
    const asked = await claimed(desk, free);
    for (const outcome of ['approve', 'decline'] as const) {
      const refused = await mustFail(desk.decide({ ...asked, outcome, note: 'No.', steps: ['document_front'] }));
      expect(refused).to.deep.include({
        _tag: 'Invalid',
        faults: [{ pointer: '/steps', message: 'expected only with request_input' }],
      });
    }
    expect((await mustSucceed(desk.get({ caller: rosa, id: asked.id }))).profile.status).to.equal('in_review');
  });

  it('does not approve over a biometric check that has not passed', async () => {
    const desk = aReviewDesk();
    const asked = await claimed(desk);
    const refused = await mustFail(desk.decide({ ...asked, outcome: 'approve', note: 'I know her.' }));
    expect(refused._tag).to.be.oneOf(['BiometricsNotPassed', 'ConsentRequired']);
  });

  it('asks for steps again', async () => {
    const desk = aReviewDesk();
    const asked = await claimed(desk);
    const again = { outcome: 'request_input', note: 'Too dark.', steps: ['document_front'] } as const;
    const { profileStatus, review } = await mustSucceed(desk.decide({ ...asked, ...again }));
    expect([profileStatus, review.profile.askedSteps, review.profile.waitingSince]).to.deep.equal([
      'requires_input',
      ['document_front'],
      null,
    ]);
  });

  it('needs two people under a policy that says so, and lets the second one claim it at once', async () => {
    const desk = aReviewDesk();
    const asked = await claimed(desk, fourEyed);
    const first = await mustSucceed(desk.decide({ ...asked, outcome: 'approve' }));
    expect([first.profileStatus, first.review.approvals, first.review.claim]).to.deep.equal([
      'in_review',
      { needed: 2, given: 1 },
      null,
    ]);
    expect(first.review.waitingSince).to.equal('2026-05-04T09:20:00.000Z');
    const { version } = first.review.profile;
    await mustSucceed(desk.claim({ caller: rosa, id: asked.id, takeOver: false }));
    const twice = desk.decide({ ...asked, outcome: 'approve', expectedVersion: version });
    expect(await mustFail(twice)).to.include({ _tag: 'Invalid' });
    await mustSucceed(desk.release({ caller: rosa, id: asked.id }));
    await mustSucceed(desk.claim({ caller: karl, id: asked.id, takeOver: false }));
    const second = desk.decide({ ...asked, caller: karl, outcome: 'approve', expectedVersion: version });
    expect((await mustSucceed(second)).profileStatus).to.equal('approved');
  });

  it('opens what is settled without a claim, for those alone who may, and it waits from then on', async () => {
    const desk = aReviewDesk();
    const { id, version } = await desk.add(60, { status: 'declined', waitingSince: null });
    const reopen = { ...nothing, id, outcome: 'reopen', note: 'A mistake.', expectedVersion: version } as const;
    expect(await mustFail(desk.decide({ ...reopen, caller: rosa }))).to.deep.equal({
      _tag: 'InsufficientPermission',
      permission: 'reviews:override',
    });
    const { entry, review } = await mustSucceed(desk.decide({ ...reopen, caller: senior }));
    expect([entry.actor, review.waitingSince]).to.deep.equal([
      { type: 'reviewer', id: senior.staffId },
      '2026-05-04T09:30:00.000Z',
    ]);
  });

  it('is answered once more to a request that is repeated, although its claim has ended', async () => {
    const desk = aReviewDesk();
    const asked = await claimed(desk);
    const decline = { ...asked, outcome: 'decline', note: 'No.' } as const;
    const once = await mustSucceed(desk.decide({ ...decline, operation: { id: 'op1', isRetry: false } }));
    const again = await mustSucceed(desk.decide({ ...decline, operation: { id: 'op1', isRetry: true } }));
    expect(again.entry).to.deep.equal(once.entry);
  });
});
