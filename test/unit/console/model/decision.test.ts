import { expect } from 'chai';
import { type Draft, emptyDraft, faultsOf, needsNote, outcomesFor, reasonsFor } from '#console/model/decision';
import type { Permission, Review, StaffMember } from '#console/model/wire';
import { outcomes } from '#console/model/words';
import { aMember, aReview, explained } from '../../../support/http/console-bodies.ts';

const judged = (requirement: 'required' | 'optional', status: 'passed' | 'failed' | 'unavailable') =>
  explained({ requirement, status });

const draft = (given: Partial<Draft>): Draft => ({ ...emptyDraft('approve'), ...given });

const member = (...permissions: readonly Permission[]): StaffMember => ({ ...aMember, permissions });

const review = (status: Review['status']): Review => ({ ...aReview, status, is_waiting: status === 'in_review' });

describe('a decision in the making', () => {
  it('needs a note for all but an approval, and for one that overrides a check', () => {
    expect(outcomes.map((outcome) => needsNote(outcome, null))).to.deep.equal([false, true, true, true]);
    expect(needsNote('approve', judged('required', 'failed'))).to.equal(true);
    expect(needsNote('approve', judged('required', 'unavailable'))).to.equal(true);
    expect(needsNote('approve', judged('optional', 'failed'))).to.equal(true);
    expect(needsNote('approve', judged('optional', 'unavailable'))).to.equal(false);
    expect(needsNote('approve', judged('required', 'passed'))).to.equal(false);
  });

  it('is not sent with a note of blanks, or one that is too long in characters', () => {
    expect(faultsOf(draft({ outcome: 'decline', note: ' \n ' }), null)).to.deep.equal(['note_needed']);
    expect(faultsOf(draft({ outcome: 'decline', note: '😀'.repeat(2000) }), null)).to.deep.equal([]);
    expect(faultsOf(draft({ note: 'x'.repeat(2001) }), null)).to.deep.equal(['note_long']);
  });

  it('asks again for at least one step', () => {
    const asking = draft({ outcome: 'request_input', note: 'Please.' });
    expect(faultsOf(asking, null)).to.deep.equal(['steps_needed']);
    expect(faultsOf({ ...asking, steps: ['document_front'] }, null)).to.deep.equal([]);
  });

  it('begins with a reason of its kind', () => {
    for (const outcome of outcomes) expect(reasonsFor[outcome]).to.include(emptyDraft(outcome).reason);
  });

  it('is offered by status and permission', () => {
    const reviewer = member('reviews:decide');
    const senior = member('reviews:decide', 'reviews:override');
    expect(outcomesFor(reviewer, review('in_review'))).to.deep.equal(['approve', 'decline', 'request_input']);
    expect(outcomesFor(member(), review('in_review'))).to.deep.equal([]);
    expect(outcomesFor(reviewer, review('declined'))).to.deep.equal([]);
    for (const status of ['approved', 'declined'] as const)
      expect(outcomesFor(senior, review(status))).to.deep.equal(['reopen']);
    expect(outcomesFor(senior, review('expired'))).to.deep.equal([]);
  });
});
