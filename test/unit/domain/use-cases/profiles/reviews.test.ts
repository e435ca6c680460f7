import { expect } from 'chai';
import { passportLines, printedFields } from '../../../../support/builders/readings.ts';
import { mustSucceed } from '../../../../support/run.ts';
import {
  aPerson,
  aService,
  type Person,
  partner,
  type ServiceChanges,
  stored,
} from '../../../../support/services/memory-service.ts';
import { submitEverything } from '../../../../support/services/submit-everything.ts';

const post = ({ id, service }: Person, event: 'review_approved' | 'review_declined' | 'reopened', reviewer: string) =>
  service.post({
    caller: { ...partner, behindReviews: [] },
    id,
    event,
    reviewer: { id: reviewer, name: null },
    reason: 'seen',
    note: 'n',
    steps: null,
    expectedVersion: null,
  });

const inReview = async (policy: ServiceChanges['policy'] = {}): Promise<Person> => {
  const person = await aPerson(aService({ scenario: 'review_face_borderline', policy }));
  await submitEverything(person);
  return person;
};

const assuranceOf = async ({ id, service }: Person) =>
  (await mustSucceed(service.get({ caller: partner, id }))).assurance;

describe('the assurance of a profile', () => {
  it('is empty before anything was judged', async () => {
    expect(await assuranceOf(await aPerson(aService()))).to.deep.equal({
      path: null,
      withoutProvider: [],
      document: 'none',
      liveness: false,
      face: false,
      review: { state: 'none', reviewers: [], overridden: [] },
      earlierDeclines: { reference: 0, document: null },
    });
  });

  it('names what passed, and by what the document was proven', async () => {
    const person = await aPerson(aService());
    await submitEverything(person);
    expect(await assuranceOf(person)).to.deep.include({
      document: 'zone',
      liveness: true,
      face: true,
      review: { state: 'none', reviewers: [], overridden: [] },
    });
  });

  it('does not call a face proven that a reviewer approved over', async () => {
    const person = await inReview();
    await mustSucceed(post(person, 'review_approved', 'staff-1'));
    expect(await assuranceOf(person)).to.deep.include({
      liveness: true,
      face: false,
      review: { state: 'approved', reviewers: ['staff-1'], overridden: ['face_match'] },
    });
  });

  it('calls print what only a reader of print saw', async () => {
    const reading = { mrzLines: null, fields: printedFields(passportLines()) };
    const person = await aPerson(aService({ reading, policy: { actions: { mrz_missing: 'review' } } }));
    await submitEverything(person);
    expect((await assuranceOf(person)).document).to.equal('print');
  });

  it('of a new profile counts the declines of the reference, whoever forced it and however often', async () => {
    const service = aService({ scenario: 'decline_face_mismatch' });
    const declinesOf = async (person: Person) => (await assuranceOf(person)).earlierDeclines.reference;
    const first = await aPerson(service);
    await submitEverything(first);
    expect([(await stored(service, first.id)).status, await declinesOf(first)]).to.deep.equal(['declined', 0]);
    const second = await aPerson(service, { forceNew: true });
    expect(await declinesOf(second)).to.equal(1);
    await submitEverything(second);
    const third = await aPerson(service, { forceNew: true, scenario: 'approve' });
    await submitEverything(third);
    expect([(await stored(service, third.id)).status, await declinesOf(third)]).to.deep.equal(['approved', 2]);
  });

  it('counts other profiles that showed the same document and were declined, under whatever reference', async () => {
    const service = aService({ scenario: 'decline_face_mismatch' });
    const first = await aPerson(service, { reference: 'customer-7' });
    await submitEverything(first);
    expect((await assuranceOf(first)).earlierDeclines).to.deep.equal({ reference: 0, document: 0 });
    const second = await aPerson(service, { reference: 'customer-8', scenario: 'approve' });
    await submitEverything(second);
    expect((await stored(service, second.id)).status).to.equal('approved');
    expect((await assuranceOf(second)).earlierDeclines).to.deep.equal({ reference: 0, document: 1 });
  });

  it('of a declined profile that was opened again counts the decline', async () => {
    const person = await inReview();
    await mustSucceed(post(person, 'review_declined', 'staff-1'));
    expect((await assuranceOf(person)).earlierDeclines.reference).to.equal(0);
    expect((await assuranceOf(person)).review.state).to.equal('declined');
    await mustSucceed(post(person, 'reopened', 'staff-1'));
    expect((await assuranceOf(person)).earlierDeclines.reference).to.equal(1);
    await mustSucceed(post(person, 'review_approved', 'staff-2'));
    expect((await assuranceOf(person)).earlierDeclines.reference).to.equal(1);
  });
});
