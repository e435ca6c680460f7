import type { ReviewFilter } from '@portcullis/backoffice';
import type { ReviewQueue } from '@portcullis/backoffice/ports';
import { attemptFingerprints } from '@portcullis/contracts/builders';
import { pipe, TE } from '@portcullis/domain';
import { documentDigest } from '@portcullis/domain/evidence';
import { expect } from 'chai';
import { listReviews, mostLooked } from '#backoffice/reviews/list-reviews';
import { reviewSummary } from '#backoffice/reviews/review-summary';
import { mustSucceed } from '../../../support/run.ts';
import { aReviewDesk, aStaffMember, type ReviewDesk } from '../../../support/services/review-desk.ts';

const rosa = aStaffMember(1);
const karl = aStaffMember(2);
const ofBerlin = { ...aStaffMember(4), tenant: { partnerId: 'acme', teamId: 'berlin' } };
const day = 24 * 60;

const idsOf = async (
  desk: ReviewDesk,
  filter: Partial<ReviewFilter> = {},
  caller = rosa,
): Promise<readonly string[]> => {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await mustSucceed(
      desk.list({ caller, filter: { limit: 2, ...filter, ...(cursor !== undefined && { cursor }) } }),
    );
    ids.push(...page.items.map(({ profile }) => profile.id));
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return ids;
};

describe('the queue of reviews', () => {
  it('shows who waits longest first, in pages, with when each is to be judged', async () => {
    const desk = aReviewDesk();
    const late = await desk.add(2 * day);
    const soon = await desk.add(60);
    const now = await desk.add(5);
    await desk.add(99, { tenant: { partnerId: 'globex', teamId: null } });
    await desk.add(98, { status: 'approved', waitingSince: null, lapsesAt: '2999-01-01T00:00:00.000Z' });
    expect(await idsOf(desk)).to.deep.equal([late.id, soon.id, now.id]);
    const [first, second] = (await mustSucceed(desk.list({ caller: rosa, filter: { limit: 5 } }))).items;
    expect([first?.waitingSince, first?.dueAt, first?.isOverdue]).to.deep.equal([
      '2026-05-02T09:30:00.000Z',
      '2026-05-03T09:30:00.000Z',
      true,
    ]);
    expect([second?.isOverdue, second?.approvals]).to.deep.equal([false, { needed: 1, given: 0 }]);
  });

  it('goes on behind those of a page that cannot be shown', async () => {
    const desk = aReviewDesk();
    const people = [await desk.add(50), await desk.add(40), await desk.add(30), await desk.add(20)];
    const hidden = people.slice(0, 3).map(({ id }) => id);
    const reviewQueue: ReviewQueue = {
      ...desk.deps.reviewQueue,
      page: (...asked) =>
        pipe(
          desk.deps.reviewQueue.page(...asked),
          TE.map(({ next, queued }) => ({
            queued: queued.filter(({ profile }) => !hidden.includes(profile.id)),
            next,
          })),
        ),
    };
    const list = listReviews({ ...desk.deps, reviewQueue });
    const { items } = await mustSucceed(list({ caller: rosa, filter: { limit: 2 } }));
    expect(items.map(({ profile }) => profile.id)).to.deep.equal([people[3]?.id]);
  });

  it('is narrowed by the claim, the reason, the policy and the term', async () => {
    const desk = aReviewDesk();
    const mine = await desk.add(2 * day);
    const others = await desk.add(60, { statusReasons: ['face_match_borderline'] });
    const nobodys = await desk.add(5, { policy: { id: 'strict', version: '2' } });
    await mustSucceed(desk.claim({ caller: rosa, id: mine.id, takeOver: false }));
    await mustSucceed(desk.claim({ caller: karl, id: others.id, takeOver: false }));
    expect(await idsOf(desk, { claimed: 'mine' })).to.deep.equal([mine.id]);
    expect(await idsOf(desk, { claimed: 'others' })).to.deep.equal([others.id]);
    expect(await idsOf(desk, { claimed: 'none' })).to.deep.equal([nobodys.id]);
    expect(await idsOf(desk, { overdue: true })).to.deep.equal([mine.id]);
    expect(await idsOf(desk, { overdue: false })).to.deep.equal([others.id, nobodys.id]);
    expect(await idsOf(desk, { reason: 'face_match_borderline' })).to.deep.equal([others.id]);
    expect(await idsOf(desk, { policy: 'other' })).to.deep.equal([]);
    expect(await idsOf(desk, { policy: 'strict', limit: 1 })).to.deep.equal([mine.id, others.id, nobodys.id]);
  });

  it('finds what is not overdue without a look at all that is', async () => {
    const desk = aReviewDesk();
    for (let n = 0; n < 30; n += 1) await desk.add(2 * day + n);
    const first = await desk.add(60);
    const second = await desk.add(5);
    let looked = 0;
    const reviewQueue: ReviewQueue = {
      ...desk.deps.reviewQueue,
      page: (...asked) =>
        pipe(
          desk.deps.reviewQueue.page(...asked),
          TE.map((page) => {
            looked += page.queued.length;
            return page;
          }),
        ),
    };
    const list = listReviews({ ...desk.deps, reviewQueue });
    const { items, next } = await mustSucceed(list({ caller: rosa, filter: { limit: 2, overdue: false } }));
    expect(items.map(({ profile }) => profile.id)).to.deep.equal([first.id, second.id]);
    expect([looked, next]).to.deep.equal([5, null]);
  });

  it('looks at 200 for one page where a filter leaves some out, says so, and goes on behind them', async () => {
    const desk = aReviewDesk();
    for (let n = 0; n < mostLooked + 5; n += 1) await desk.add(1000 - n, { reference: `customer-${n}` });
    const rare = await desk.add(1, { reference: 'rare', statusReasons: ['face_match_borderline'] });
    const filter = { limit: 50, reason: 'face_match_borderline' } as const;
    const first = await mustSucceed(desk.list({ caller: rosa, filter }));
    expect([first.items, first.looked]).to.deep.equal([[], mostLooked]);
    const second = await mustSucceed(desk.list({ caller: rosa, filter: { ...filter, cursor: first.next ?? '' } }));
    expect(second.items.map(({ profile }) => profile.id)).to.deep.equal([rare.id]);
    expect([second.next, second.looked]).to.deep.equal([null, 6]);
  });

  it('looks at nothing but the claims where it is narrowed by who has one', async () => {
    const desk = aReviewDesk();
    for (let n = 0; n < 8; n += 1) await desk.add(100 - n);
    const mine = await desk.add(1);
    const none = { items: [], next: null, looked: 0 };
    for (const claimed of ['mine', 'others'] as const)
      expect(await mustSucceed(desk.list({ caller: rosa, filter: { limit: 5, claimed } }))).to.deep.equal(none);
    await mustSucceed(desk.claim({ caller: rosa, id: mine.id, takeOver: false }));
    const { items, looked, next } = await mustSucceed(
      desk.list({ caller: rosa, filter: { limit: 5, claimed: 'mine' } }),
    );
    expect([items.map(({ profile }) => profile.id), looked, next]).to.deep.equal([[mine.id], 1, null]);
    expect(await mustSucceed(desk.list({ caller: rosa, filter: { limit: 5, claimed: 'others' } }))).to.deep.equal(none);
  });

  it('shows a member of a team that team alone', async () => {
    const desk = aReviewDesk();
    const own = await desk.add(10, { tenant: ofBerlin.tenant });
    await desk.add(20, { tenant: { partnerId: 'acme', teamId: 'paris' } });
    expect(await idsOf(desk, {}, ofBerlin)).to.deep.equal([own.id]);
    expect((await mustSucceed(desk.summary({ caller: ofBerlin }))).waiting.value).to.equal(1);
  });

  it('counts who waits, is late and is claimed, and says since when the first waits', async () => {
    const desk = aReviewDesk();
    const late = await desk.add(2 * day);
    await desk.add(60);
    await mustSucceed(desk.claim({ caller: karl, id: late.id, takeOver: false }));
    const none = { value: 0, atLeast: false };
    expect(await mustSucceed(desk.summary({ caller: rosa }))).to.deep.equal({
      waiting: { value: 2, atLeast: false },
      overdue: { value: 1, atLeast: false },
      claimed: { value: 1, atLeast: false },
      mine: none,
      oldestWaitingSince: '2026-05-02T09:30:00.000Z',
    });
    expect((await mustSucceed(desk.summary({ caller: karl }))).mine.value).to.equal(1);
  });

  it('says since when the first waits that can be shown, where those before it cannot', async () => {
    const desk = aReviewDesk();
    const hidden = new Set<string>();
    for (let n = 0; n < 25; n += 1) hidden.add((await desk.add(3 * day + n)).id);
    await desk.add(2 * day);
    const reviewQueue: ReviewQueue = {
      ...desk.deps.reviewQueue,
      page: (...asked) =>
        pipe(
          desk.deps.reviewQueue.page(...asked),
          TE.map(({ next, queued }) => ({
            queued: queued.filter(({ profile }) => !hidden.has(profile.id)),
            next,
          })),
        ),
    };
    const summary = () => mustSucceed(reviewSummary({ ...desk.deps, reviewQueue })({ caller: rosa }));
    expect((await summary()).oldestWaitingSince).to.equal('2026-05-02T09:30:00.000Z');
    for (let n = 0; n < 80; n += 1) hidden.add((await desk.add(4 * day + n)).id);
    expect((await summary()).oldestWaitingSince).to.equal(null);
  });
});

describe('a search of staff', () => {
  it('finds a profile of any status by its id and by its reference, and none of another tenant', async () => {
    const desk = aReviewDesk();
    const { id } = await desk.add(10, { status: 'declined', waitingSince: null, reference: 'customer-x' });
    const foreign = await desk.add(20, {
      tenant: { partnerId: 'globex', teamId: null },
      reference: 'customer-y',
    });
    const found = async (search: Parameters<ReviewDesk['search']>[0]['search']) =>
      (await mustSucceed(desk.search({ caller: rosa, search }))).items.map(({ profile }) => profile.id);
    expect(await found({ by: 'profile', id })).to.deep.equal([id]);
    expect(await found({ by: 'reference', reference: 'customer-x' })).to.deep.equal([id]);
    expect(await found({ by: 'profile', id: foreign.id })).to.deep.equal([]);
    expect(await found({ by: 'reference', reference: 'customer-y' })).to.deep.equal([]);
    expect(await found({ by: 'profile', id: 'nobody000000001' })).to.deep.equal([]);
  });

  it('finds who has shown a document by its number, whoever issued it, as it is written on it', async () => {
    const desk = aReviewDesk();
    const { duplicateIndex } = desk.stores;
    const { id } = await desk.add(10);
    await desk.add(20);
    for (const [partnerId, issuer] of [
      ['acme', 'US-CA'],
      ['globex', 'DEU'],
    ] as const) {
      const key = await mustSucceed(duplicateIndex.partnerKey(partnerId));
      const digests = { document: [documentDigest(key, 'C01X00T47', issuer)], person: [], image: [], device: [] };
      const shown = { partnerId, profileId: partnerId === 'acme' ? id : 'p0000000globex1', digests };
      await mustSucceed(duplicateIndex.record({ ...attemptFingerprints(shown), ...shown }, 86_400));
    }
    const found = async (number: string) =>
      (await mustSucceed(desk.search({ caller: rosa, search: { by: 'document', number } }))).items.map(
        ({ profile }) => profile.id,
      );
    expect(await found('c01x 00t47')).to.deep.equal([id]);
    expect(await found('C01X00T48')).to.deep.equal([]);
  });
});
