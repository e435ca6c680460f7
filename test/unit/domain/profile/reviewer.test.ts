import { aReviewer } from '@portcullis/contracts/builders';
import { expect } from 'chai';
import type { Reviewer } from '#domain/profile/reviewer';
import { applyAction, expectRejection, inState } from '../../../support/builders/profile-states.ts';

const reviews = [
  { type: 'review_approved', reason: 'seen', note: 'n' },
  { type: 'review_declined', reason: 'seen', note: 'n' },
  { type: 'input_requested', steps: ['liveness'], note: 'n' },
] as const;

describe('a review', () => {
  for (const review of reviews) {
    it(`names its reviewer: ${review.type}`, () => {
      const by = (reviewer: Reviewer | null) => expectRejection(inState.in_review, { ...review, reviewer });
      expect(by(null)).to.deep.equal({
        _tag: 'Invalid',
        faults: [{ pointer: '/reviewer', message: 'required for this event' }],
      });
      for (const id of ['', 'anna', 'Anna Eriksson 1', 'a.eriksson1', 'a1@example.org', `s${'1'.repeat(64)}`]) {
        expect(by({ id, name: null }), id).to.deep.include({ _tag: 'Invalid' });
      }
    });

    it(`names no member of staff from a server, which staff do at the console: ${review.type}`, () => {
      for (const id of ['staff_7c2k9d4m1x0p', '_staff--7c2k9d4m1x0p-'])
        expect(expectRejection(inState.in_review, { ...review, reviewer: { id, name: null } }), id).to.deep.include({
          _tag: 'Invalid',
        });
      for (const id of ['staff-7c2k9d4m1x0p', 'STAFF-7C2K9D4M1X0P', 'Staff-000000000002']) {
        const named = { ...review, reviewer: { id, name: null } };
        expect(expectRejection(inState.in_review, named), id).to.deep.include({ _tag: 'Invalid' });
        const actor = { type: 'reviewer', id } as const;
        expect(applyAction(inState.in_review, named, { actor }).entries[0]?.data, id).to.include({ reviewer: id });
      }
      for (const id of ['staff-0217', 'staff-7c2k9d4m1x0', 'staff-7c2k9d4m1x0pq', 'my-staff-7c2k9d4m1x0p'])
        applyAction(inState.in_review, { ...review, reviewer: { id, name: null } });
    });

    it(`gives its reviewer no name that is the id of a member of staff: ${review.type}`, () => {
      const by = (name: string) => ({ ...review, reviewer: { id: 'reviewer-1', name } });
      for (const name of [
        'staff-7c2k9d4m1x0p',
        'Rosa (STAFF – 7c2k9d4m1x0p)',
        'ｓｔａｆｆ-7c2k9d4m1x0p',
        'staff_7c2k9d4m1x0p',
      ])
        expect(expectRejection(inState.in_review, by(name)), name).to.deep.include({ _tag: 'Invalid' });
      for (const name of ['M. Staffordshire', 'Staff Sergeant Featherstone', 'Falstaff 1597'])
        applyAction(inState.in_review, by(name));
    });

    it(`leaves the reviewer's id in the hashed part of its entry, and the name in what is erased: ${review.type}`, () => {
      const { entries } = applyAction(inState.in_review, { ...review, reviewer: aReviewer });
      const { personal, ...hashed } = entries[0] ?? expect.fail('no entry');
      expect(hashed.data['reviewer']).to.equal('staff-0217');
      expect(JSON.stringify(hashed)).not.to.include('Keller');
      expect(personal?.['reviewer_name']).to.equal('M. Keller');
    });
  }
});
