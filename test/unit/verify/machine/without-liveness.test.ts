import type { FlowSettings } from '@portcullis/client/flow';
import { expect } from 'chai';
import type { PageEvent } from '#verify/machine/event';
import { reportsOf } from '#verify/machine/reports';
import { type Call, firstState, type State } from '#verify/machine/state';
import { screenBefore } from '#verify/machine/transition';
import { withoutLiveness } from '#verify/machine/without-liveness';
import {
  accepted,
  aFlowProfile,
  aLivenessSession,
  missing,
  theFlowSettings,
} from '../../../support/clients/flow-answers.ts';
import { follow } from '../../../support/clients/page-machine.ts';

const next: PageEvent = { type: 'continued' };
const back: PageEvent = { type: 'went_back' };
const declined: PageEvent = { type: 'declined' };
const asking = { requirements: [accepted('consent'), accepted('document_front'), missing('liveness')] };

/** Before the face check, under these settings. */
const primerUnder = (settings: FlowSettings, fields: Parameters<typeof aFlowProfile>[0] = asking): State =>
  follow(
    firstState,
    { type: 'opened', hasToken: true },
    { type: 'loaded', profile: aFlowProfile(fields), settings },
    next,
  ).state;

const primer = primerUnder(theFlowSettings());
const trouble = follow(
  primer,
  next,
  { type: 'session_opened', session: aLivenessSession },
  { type: 'liveness_failed', fault: 'timeout' },
).state;
const withdraw: Call = { type: 'give_consent', granted: false, scope: 'face' };
const refused = { text_version: '1', locale: 'en', granted: false, recorded_at: '2026-05-04T10:00:00.000Z' };
const inReview: PageEvent = {
  type: 'profile_read',
  profile: aFlowProfile({ status: 'in_review', consent: refused, requirements: [accepted('consent')] }),
};

describe('the way without the face check', () => {
  for (const before of [primer, trouble])
    it(`is offered on ${before.screen.name}, says what comes of it, and leads back there`, () => {
      const told = follow(before, declined);
      expect([told.state.screen.name, told.effects]).to.deep.equal(['without_liveness', []]);
      expect(screenBefore(told.state)).to.deep.equal(before.screen);
      expect(follow(told.state, back).state.screen).to.deep.equal(before.screen);
    });

  it('withdraws the consent once, however often the button is pressed, and leads to the review', () => {
    const sent = follow(primer, declined, declined);
    expect(sent.effects).to.deep.equal([withdraw]);
    expect(follow(sent.state, declined).effects).to.deep.equal([]);
    expect(follow(sent.state, back).state.screen.name).to.equal('without_liveness');
    const waiting: PageEvent = { type: 'profile_read', profile: aFlowProfile({ status: 'processing' }) };
    expect(follow(sent.state, waiting).state.screen.name).to.equal('waiting');
    expect(follow(sent.state, waiting, inReview).state.screen.name).to.equal('result');
  });

  it('is not offered where the service would not take a withdrawal, or has no text of a consent', () => {
    const { steps } = theFlowSettings();
    const unasked = { steps: { ...steps, required: steps.required.filter((step) => step !== 'consent') } };
    const without = { requirements: [missing('liveness')] };
    const textless = { consent: { text_versions: [], current: null } };
    for (const state of [primerUnder(theFlowSettings(unasked), without), primerUnder(theFlowSettings(textless))]) {
      expect(state.screen.name).to.equal('liveness_primer');
      expect(withoutLiveness(state)).to.equal(null);
      expect(follow(state, declined)).to.deep.equal({ state, effects: [] });
    }
    // A reviewer may have asked for the consent.
    expect(withoutLiveness(primerUnder(theFlowSettings(unasked)))).to.not.equal(null);
  });

  it('is offered on no other screen', () => {
    const checking = follow(primer, next, { type: 'session_opened', session: aLivenessSession }).state;
    expect([checking.screen.name, withoutLiveness(checking)]).to.deep.equal(['liveness', null]);
    expect(follow(checking, declined).state).to.equal(checking);
  });

  it('goes on with what is asked for now where the withdrawal is refused, and sends it again where it is lost', () => {
    const sent = follow(primer, declined, declined).state;
    const failed = (fault: Extract<PageEvent, { type: 'failed' }>['fault']) =>
      follow(sent, { type: 'failed', fault, call: withdraw }).state;
    const invalid = failed({ code: 'validation_failed', retryable: false });
    expect(invalid.screen).to.deep.equal({ name: 'trouble', call: { type: 'load' } });
    const loaded: PageEvent = { type: 'loaded', profile: aFlowProfile(asking), settings: theFlowSettings() };
    expect(follow(invalid, next, loaded).state.screen.name).to.equal('liveness_primer');
    expect(failed({ code: 'invalid_transition' }).screen.name).to.equal('elsewhere');
    const offline = failed({ code: 'no_answer' });
    expect(follow(offline, { type: 'came_online' }).effects).to.deep.equal([withdraw]);
  });

  it('is reported as a face check that was left, because consent was declined', () => {
    const told = follow(primer, declined).state;
    expect(reportsOf(primer, declined, told)).to.deep.equal([]);
    const sent = follow(told, declined).state;
    expect(reportsOf(sent, inReview, follow(sent, inReview).state)).to.deep.equal([
      { step: 'liveness', outcome: 'left', error: 'consent_declined' },
      { step: 'result', outcome: 'shown' },
    ]);
  });
});
