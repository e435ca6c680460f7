import { expect } from 'chai';
import { type Draft, emptyDraft, faultsOf, needsNote, outcomesFor, reasonsFor } from '#console/model/decision';
import { type Explanation, outcomes, type Permission, type Review, type StaffMember } from '#console/model/wire';
import { permissionRoles, staffPermissions } from '#domain/kernel/staff-permissions';

const explained = (requirement: string, status: string): Explanation => ({
  outcome: 'review',
  reasons: [],
  nearest_change: null,
  checks: [{ name: 'liveness', status, requirement, reasons: [] }],
});

const draft = (given: Partial<Draft>): Draft => ({ ...emptyDraft('approve'), ...given });

const member = (...permissions: readonly string[]): StaffMember => ({
  id: 'staff-1',
  name: 'Rosa',
  roles: [],
  permissions,
  search_by: [],
  session: { expires_at: '', idle_expires_at: '' },
});

const review = (status: string): Review => ({
  profile_id: 'case00000000001',
  reference: 'customer-1',
  status,
  is_waiting: status === 'in_review',
  status_reasons: [],
  policy: { id: 'standard', version: '1' },
  attempt: { number: 1, max: 3 },
  waiting_since: null,
  due_at: null,
  is_overdue: false,
  claim: null,
  approvals: { needed: 1, given: 0 },
  version: 1,
  created_at: '',
  updated_at: '',
});

describe('a decision in the making', () => {
  it('needs a note for all but an approval, and for one that overrides a check', () => {
    expect(outcomes.map((outcome) => needsNote(outcome, null))).to.deep.equal([false, true, true, true]);
    expect(needsNote('approve', explained('required', 'failed'))).to.equal(true);
    expect(needsNote('approve', explained('required', 'unavailable'))).to.equal(true);
    expect(needsNote('approve', explained('optional', 'failed'))).to.equal(true);
    expect(needsNote('approve', explained('optional', 'unavailable'))).to.equal(false);
    expect(needsNote('approve', explained('required', 'passed'))).to.equal(false);
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
    for (const status of ['approved', 'declined'])
      expect(outcomesFor(senior, review(status))).to.deep.equal(['reopen']);
    expect(outcomesFor(senior, review('expired'))).to.deep.equal([]);
  });
});

describe('the permissions that the console asks for', () => {
  it('are those of the service, which the compiler compares both ways', () => {
    const known: readonly Permission[] = staffPermissions;
    const granted: Readonly<Record<Permission, readonly string[]>> = permissionRoles;
    expect(Object.keys(granted)).to.deep.equal(known);
  });
});
