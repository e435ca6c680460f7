import { aReviewer, aSession } from '@portcullis/contracts/builders';
import type { Profile } from '@portcullis/domain';
import { expect } from 'chai';
import { requirements } from '#domain/profile/requirements';
import {
  applyAction,
  applyActions,
  back,
  completeAction,
  consent,
  created,
  front,
  inState,
  match,
  now,
  observeAction,
  openAction,
  policy,
  reading,
  result,
  session,
  submitted,
  supplyAction,
} from '../../../support/builders/profile-states.ts';
import { confidentSignals, passportLines } from '../../../support/builders/readings.ts';

/** Each requirement as one line: the step, its state, and the reasons. */
const of = (profile: Profile): readonly string[] =>
  requirements(policy, profile, now).map(({ reasons, state, step }) => [step, state, ...reasons].join(' '));

const opened = applyActions(created(), openAction, supplyAction(consent()));
const fruitless = result({ status: 'expired', confidence: null, referenceFileId: null });

describe('the requirements of a person', () => {
  it('are all steps of the policy, in its order, while nothing is there', () => {
    expect(requirements(policy, created(), now)).to.deep.equal([
      { step: 'consent', state: 'missing', reasons: [] },
      { step: 'document_front', state: 'missing', reasons: [] },
      { step: 'liveness', state: 'missing', reasons: [] },
    ]);
  });

  it('are present when supplied, and accepted when the checks found no fault', () => {
    expect(of(applyActions(opened, supplyAction(front())))).to.deep.equal([
      'consent accepted',
      'document_front present',
      'liveness missing',
    ]);
    expect(of(applyActions(opened, supplyAction(front()), observeAction(1, reading())))).to.deep.equal([
      'consent accepted',
      'document_front accepted',
      'liveness missing',
    ]);
    expect(of(submitted())).to.deep.equal(['consent accepted', 'document_front present', 'liveness present']);
    expect(of(inState.approved)).to.deep.equal(['consent accepted', 'document_front accepted', 'liveness accepted']);
  });

  it('are rejected as soon as they have a fault that the person can remedy', () => {
    const blurred = observeAction(1, reading({ signals: confidentSignals('document_damaged', 'document_glare') }));
    expect(of(applyActions(opened, supplyAction(front()), blurred))).to.deep.equal([
      'consent accepted',
      'document_front rejected document_damaged document_glare',
      'liveness missing',
    ]);
  });

  it('do not show reasons that are for reviewers only', () => {
    const forged = observeAction(1, reading({ signals: confidentSignals('document_tampered') }));
    expect(of(applyActions(opened, supplyAction(front()), forged))).to.deep.equal([
      'consent accepted',
      'document_front accepted',
      'liveness missing',
    ]);
  });

  it('are rejected, with the reasons of the attempt before, when they are requested again', () => {
    expect(of(inState.requires_input)).to.deep.equal([
      'consent accepted',
      'document_front accepted',
      'liveness rejected liveness_low_score',
    ]);
  });

  it('are rejected for a wrong check digit, which another photo may show to be misread', () => {
    const mrzLines = passportLines().map((line) => line.replace('L898902C3', 'L898902C4'));
    const wrong = observeAction(1, reading({ mrzLines }));
    expect(of(applyActions(opened, supplyAction(front()), wrong))[1]).to.equal(
      'document_front rejected mrz_check_digit_failed data_field_missing',
    );
  });

  it('ask for nothing while somebody reviews the profile, whatever is wrong and whatever is missing', () => {
    const noMrz = reading({ mrzLines: null, signals: confidentSignals('document_blurry') });
    const reviewed: Profile = {
      ...applyActions(submitted(), observeAction(1, noMrz, match({ similarity: 85 })), completeAction),
    };
    expect(reviewed.status).to.equal('in_review');
    expect(of(reviewed)).to.deep.equal(['consent accepted', 'document_front present', 'liveness accepted']);
    const asked: Profile = { ...reviewed, askedSteps: ['document_back', 'device'] };
    expect(of(asked)).to.deep.equal(['consent accepted', 'document_front present', 'liveness accepted']);
    expect(of({ ...reviewed, status: 'requires_input' })[1]).to.equal(
      'document_front rejected document_blurry mrz_missing data_field_missing',
    );
  });

  it('are rejected without a reason when a reviewer requests them again', () => {
    const asked = applyAction(inState.in_review, {
      type: 'input_requested',
      reviewer: aReviewer,
      steps: ['liveness', 'device'],
      note: 'n',
    });
    expect(of(asked.profile)).to.deep.equal([
      'consent accepted',
      'document_front accepted',
      'liveness rejected',
      'device rejected',
    ]);
  });

  it('are still missing after an inconclusive session, with its reason', () => {
    const ran = applyActions(opened, supplyAction(session(aSession().sessionId)), observeAction(1, fruitless));
    expect(of(ran)).to.deep.equal([
      'consent accepted',
      'document_front missing',
      'liveness missing liveness_session_expired',
    ]);
    const imageless = applyActions(opened, observeAction(1, result({ referenceFileId: null })));
    expect(of(imageless).at(-1)).to.equal('liveness missing liveness_no_reference_image');
  });

  it('have the reasons of the request and of an inconclusive session since then', () => {
    expect(of(applyActions(inState.requires_input, observeAction(2, fruitless))).at(-1)).to.equal(
      'liveness rejected liveness_session_expired liveness_low_score',
    );
  });

  it('contain an optional step once something was supplied for it', () => {
    const device = { kind: 'device_event', eventId: 'event-1' } as const;
    expect(of(applyActions(opened, supplyAction(back, device)))).to.deep.equal([
      'consent accepted',
      'document_front missing',
      'liveness missing',
      'document_back present',
      'device present',
    ]);
  });

  it('are none after consent was declined', () => {
    const declined = applyActions(created(), openAction, supplyAction(consent(false)), completeAction);
    expect(of(declined)).to.deep.equal(['consent accepted']);
    expect(declined.status).to.equal('in_review');
  });

  for (const step of ['document_front', 'liveness', 'consent'] as const) {
    it(`are consent again, and ${step}, when a reviewer asks for it after consent was declined`, () => {
      const declined = applyActions(created(), openAction, supplyAction(consent(false)), completeAction);
      const ask = { type: 'input_requested', reviewer: aReviewer, steps: [step], note: 'n' } as const;
      const asked = applyAction(declined, ask).profile;
      expect(of(asked)).to.include('consent rejected').and.not.include(`${step} accepted`);
      expect(of(asked).some((one) => one === `${step} rejected`)).to.equal(true);
      const open = applyActions(asked, supplyAction(consent()));
      const next =
        step === 'consent'
          ? open
          : applyActions(open, step === 'liveness' ? observeAction(2, result()) : supplyAction(front()));
      expect(of(next)).to.include('consent accepted').and.not.include(`${step} rejected`);
    });
  }

  it('are all steps again when a lapsed approval is renewed', () => {
    expect(
      of(applyAction(inState.lapsed, { type: 'renewed', note: null }, { at: inState.lapsed.updatedAt }).profile),
    ).to.deep.equal(['consent rejected', 'document_front rejected', 'liveness rejected']);
  });

  it('are rejected for a face that the camera saw badly', () => {
    const poor = applyActions(
      submitted(),
      observeAction(1, reading(), match({ outcome: 'selfie_too_poor', similarity: null })),
    );
    expect(of(poor)).to.deep.equal([
      'consent accepted',
      'document_front accepted',
      'liveness rejected selfie_low_quality',
    ]);
  });

  it('of a settled profile follow from its stored checks, however much later', () => {
    const later = '2060-01-01T00:00:00.000Z';
    const states = (profile: Profile) => requirements(policy, profile, later).map(({ state }) => state);
    for (const status of ['approved', 'in_review', 'declined', 'lapsed'] as const) {
      const settled = { ...inState.approved, status };
      expect(states(settled), status).to.deep.equal(['accepted', 'accepted', 'accepted']);
    }
    const read = applyActions(opened, supplyAction(front()), observeAction(1, reading()));
    for (const status of ['expired', 'canceled'] as const) {
      expect(states({ ...read, status }), status).to.deep.equal(['accepted', 'accepted', 'missing']);
    }
    expect(states(read)).to.deep.equal(['accepted', 'rejected', 'missing']);
  });
});
