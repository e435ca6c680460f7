import { aReviewer } from '@portcullis/contracts/builders';
import type { Profile, Step } from '@portcullis/domain';
import { expect } from 'chai';
import { viewProfile } from '#domain/profile/view-profile';
import {
  applyAction,
  applyActions,
  consent,
  front,
  inState,
  observeAction,
  policy,
  reading,
  result,
  supplyAction,
} from '../../../support/builders/profile-states.ts';

const proven = (profile: Profile) => {
  const { document, face, liveness } = viewProfile(policy, profile, profile.updatedAt).assurance;
  return [document, liveness, face];
};

/** What is proven once a reviewer has asked for these steps. */
const asked = (...steps: readonly Step[]): Profile =>
  applyAction(inState.in_review, { type: 'input_requested', reviewer: aReviewer, note: 'n', steps }).profile;

describe('the assurance of a profile whose steps were asked for again', () => {
  it('says only what still counts', () => {
    expect(proven(inState.in_review)).to.deep.equal(['zone', true, true]);
    expect(proven(asked('liveness'))).to.deep.equal(['zone', false, false]);
    expect(proven(asked('document_front'))).to.deep.equal(['none', true, false]);
    expect(proven(asked('document_front', 'liveness'))).to.deep.equal(['none', false, false]);
    expect(proven(asked('device'))).to.deep.equal(['zone', true, true]);
  });

  it('says nothing of what was supplied since and not judged: a failed session does not count as the one before it', () => {
    const attack = applyActions(asked('liveness'), observeAction(2, result({ confidence: 3, sessionId: 'second' })));
    expect([attack.status, proven(attack)]).to.deep.equal(['processing', ['zone', false, false]]);
    const other = applyActions(asked('document_front'), supplyAction(front('front0000000002')));
    expect(proven(other)).to.deep.equal(['none', true, false]);
    const [read, options] = observeAction(2, reading({}, { frontFileId: 'front0000000002' }));
    expect(proven(applyAction(other, read, options).profile)).to.deep.equal(['none', true, false]);
  });

  it('says nothing of a face once consent was withdrawn, or is asked for again', () => {
    expect(proven(applyActions(inState.in_review, supplyAction(consent(false))))).to.deep.equal(['zone', false, false]);
    expect(proven(asked('consent'))).to.deep.equal(['zone', false, false]);
  });

  it('says nothing of a lapsed approval that begins anew', () => {
    expect(proven(inState.lapsed)).to.deep.equal(['zone', true, true]);
    expect(proven(applyAction(inState.lapsed, { type: 'renewed', note: null }).profile)).to.deep.equal([
      'none',
      false,
      false,
    ]);
  });

  it('stays as it was stored once the profile is erased', () => {
    expect(proven(applyAction(inState.approved, { type: 'erase', because: 'requested' }).profile)).to.deep.equal([
      'zone',
      true,
      true,
    ]);
  });
});
