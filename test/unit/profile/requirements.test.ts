import { type Profile, requirements } from '@portcullis/domain';
import { expect } from 'chai';
import { aSession } from '../../support/evidence.ts';
import { signalled } from '../../support/readings.ts';
import {
  back,
  completes,
  consent,
  created,
  does,
  front,
  inState,
  match,
  now,
  observes,
  onward,
  opens,
  policy,
  reading,
  result,
  session,
  submitted,
  supplies,
} from './states.ts';

/** Each requirement as one line: the step, its state, and why. */
const of = (profile: Profile): readonly string[] =>
  requirements(policy, profile, now).map(({ reasons, state, step }) => [step, state, ...reasons].join(' '));

const opened = onward(created(), opens, supplies(consent()));
const fruitless = result({ status: 'expired', confidence: null, referenceFileId: null });

describe('what is asked of the person', () => {
  it('is every step of the policy, in its order, while nothing is there', () => {
    expect(requirements(policy, created(), now)).to.deep.equal([
      { step: 'consent', state: 'missing', reasons: [] },
      { step: 'document_front', state: 'missing', reasons: [] },
      { step: 'liveness', state: 'missing', reasons: [] },
    ]);
  });

  it('is present when it was supplied, and accepted when it was judged and nothing is wrong', () => {
    expect(of(onward(opened, supplies(front())))).to.deep.equal([
      'consent accepted',
      'document_front present',
      'liveness missing',
    ]);
    expect(of(onward(opened, supplies(front()), observes(1, reading())))).to.deep.equal([
      'consent accepted',
      'document_front accepted',
      'liveness missing',
    ]);
    expect(of(submitted())).to.deep.equal(['consent accepted', 'document_front present', 'liveness present']);
    expect(of(inState.approved)).to.deep.equal(['consent accepted', 'document_front accepted', 'liveness accepted']);
  });

  it('is rejected as soon as something is wrong with it that the person can mend', () => {
    const blurred = observes(1, reading({ signals: signalled('document_blurry', 'document_glare') }));
    expect(of(onward(opened, supplies(front()), blurred))).to.deep.equal([
      'consent accepted',
      'document_front rejected document_blurry document_glare',
      'liveness missing',
    ]);
  });

  it('does not show what only a reviewer may know', () => {
    const forged = observes(1, reading({ signals: signalled('document_tampered') }));
    expect(of(onward(opened, supplies(front()), forged))).to.deep.equal([
      'consent accepted',
      'document_front accepted',
      'liveness missing',
    ]);
  });

  it('is rejected, with the reasons of the attempt before, when it is asked again', () => {
    expect(of(inState.requires_input)).to.deep.equal([
      'consent accepted',
      'document_front accepted',
      'liveness rejected liveness_low_score',
    ]);
  });

  it('is rejected without a reason when a reviewer asks again', () => {
    const asked = does(inState.in_review, { type: 'input_requested', steps: ['liveness', 'device'], note: 'n' });
    expect(of(asked.profile)).to.deep.equal([
      'consent accepted',
      'document_front accepted',
      'liveness rejected',
      'device rejected',
    ]);
  });

  it('is still missing after a session that gave nothing, and says why', () => {
    const ran = onward(opened, supplies(session(aSession().sessionId)), observes(1, fruitless));
    expect(of(ran)).to.deep.equal([
      'consent accepted',
      'document_front missing',
      'liveness missing liveness_session_expired',
    ]);
    const imageless = onward(opened, observes(1, result({ referenceFileId: null })));
    expect(of(imageless).at(-1)).to.equal('liveness missing liveness_no_reference_image');
  });

  it('says both why it was asked again and why the session since gave nothing', () => {
    expect(of(onward(inState.requires_input, observes(2, fruitless))).at(-1)).to.equal(
      'liveness rejected liveness_session_expired liveness_low_score',
    );
  });

  it('shows an optional step once something was supplied for it', () => {
    const device = { kind: 'device_event', eventId: 'event-1' } as const;
    expect(of(onward(opened, supplies(back, device)))).to.deep.equal([
      'consent accepted',
      'document_front missing',
      'liveness missing',
      'document_back present',
      'device present',
    ]);
  });

  it('is nothing more after consent was declined', () => {
    const declined = onward(created(), opens, supplies(consent(false)), completes);
    expect(of(declined)).to.deep.equal(['consent accepted']);
    expect(declined.status).to.equal('in_review');
  });

  it('is the whole again when a lapsed approval is renewed', () => {
    expect(
      of(does(inState.lapsed, { type: 'renewed', note: null }, { at: inState.lapsed.updatedAt }).profile),
    ).to.deep.equal(['consent rejected', 'document_front rejected', 'liveness rejected']);
  });

  it('is rejected for a face that the camera saw badly', () => {
    const poor = onward(submitted(), observes(1, reading(), match({ outcome: 'selfie_too_poor', similarity: null })));
    expect(of(poor)).to.deep.equal([
      'consent accepted',
      'document_front accepted',
      'liveness rejected selfie_low_quality',
    ]);
  });
});
