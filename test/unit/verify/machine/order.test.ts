import type { FlowProfile } from '@portcullis/client/flow';
import { expect } from 'chai';
import { asksConsent } from '#verify/machine/documents';
import type { PageEvent } from '#verify/machine/event';
import { firstState, type State } from '#verify/machine/state';
import { transition } from '#verify/machine/transition';
import {
  accepted,
  aFlowProfile,
  aLivenessSession,
  missing,
  rejected,
  theFlowSettings,
} from '../../../support/clients/flow-answers.ts';
import { stateAfter } from '../../../support/clients/page-machine.ts';

const settings = theFlowSettings();
const photo = new Blob(['photo']);

type Requirements = FlowProfile['requirements'];

const read = (requirements: Requirements, number = 1): PageEvent => ({
  type: 'profile_read',
  profile: aFlowProfile({ requirements: [...requirements], attempt: { number, max: 3 } }),
});
const openedWith = (...requirements: Requirements): State =>
  stateAfter(
    firstState,
    { type: 'opened', hasToken: true },
    { type: 'loaded', profile: aFlowProfile({ requirements }), settings },
    { type: 'continued' },
  );

const next: PageEvent = { type: 'continued' };
const photographed: readonly PageEvent[] = [
  { type: 'chose', choice: { type: 'passport', country: null } },
  next,
  { type: 'took_photo', photo },
  { type: 'accepted_photo' },
];
const frontRejected = read([accepted('consent'), rejected('document_front'), missing('liveness')]);

describe('the order in which the page asks', () => {
  const sent = stateAfter(openedWith(missing('document_front'), missing('liveness')), ...photographed);
  const twice = stateAfter(sent, frontRejected, next, ...photographed, frontRejected);

  it('asks once more for a side that is rejected, and then for what was not sent yet', () => {
    expect(stateAfter(sent, frontRejected).screen.name).to.equal('again');
    expect(twice.screen.name).to.equal('liveness_primer');
  });

  it('asks for the side once more when everything was sent, and twice again in the next attempt', () => {
    const face: readonly PageEvent[] = [
      { type: 'session_opened', session: aLivenessSession },
      { type: 'liveness_ended' },
    ];
    const all = stateAfter(twice, next, ...face);
    expect(stateAfter(all, read([rejected('document_front'), accepted('liveness')])).screen.name).to.equal('again');
    const second = read([rejected('document_front'), missing('liveness')], 2);
    expect(stateAfter(all, second).screen.name).to.equal('again');
    expect(stateAfter(all, second, next, ...photographed, second).screen.name).to.equal('again');
    expect(stateAfter(all, second, next, ...photographed, second, next, ...photographed, second).screen.name).to.equal(
      'liveness_primer',
    );
  });

  it('goes on where a photo cannot be read again so soon, and says so where nothing else is left', () => {
    const call = { type: 'send_document', photos: sent.photos, choice: sent.choice } as const;
    const limited: PageEvent = { type: 'failed', fault: { code: 'rate_limited' }, call };
    expect(stateAfter(sent, limited).screen.name).to.equal('liveness_primer');
    const alone = stateAfter(openedWith(missing('document_front')), ...photographed);
    expect(stateAfter(alone, limited).screen).to.deep.equal({ name: 'trouble', call });
  });

  it('asks for the face last, after a side that is asked for in a retry', () => {
    const asked = openedWith(rejected('liveness'), missing('document_back'));
    expect(stateAfter(asked, next).screen).to.deep.equal({ name: 'camera_primer', side: 'back' });
  });

  it('says where it cannot send a device event that only that is missing, and calls nobody', () => {
    const production = theFlowSettings({ sandbox: null });
    const asked = (...requirements: Requirements): PageEvent => ({
      type: 'loaded',
      profile: aFlowProfile({ requirements }),
      settings: production,
    });
    const face = stateAfter(openedWith(missing('liveness')), asked(missing('device'), missing('liveness')));
    expect(face.screen.name).to.equal('liveness_primer');
    const { effects, state } = transition(face, asked(missing('device')));
    expect([state.screen.name, effects]).to.deep.equal(['device_trouble', []]);
    expect(transition(state, next).effects).to.deep.equal([{ type: 'load' }]);
    const sentOnce = stateAfter(openedWith(missing('device')), read([rejected('device')]));
    expect(sentOnce.screen.name).to.equal('device_trouble');
  });

  it('has an agent make a device event once in an attempt, and again when the person asks for it', () => {
    const agent = { endpoint: 'https://metrics.acme.example', public_key: 'key1' };
    const withAgent: PageEvent = {
      type: 'loaded',
      profile: aFlowProfile({ requirements: [missing('device')] }),
      settings: theFlowSettings({ sandbox: null, fingerprint: { region: 'eu', agent } }),
    };
    const sent = transition(openedWith(missing('liveness')), withAgent);
    expect(sent.effects).to.deep.equal([{ type: 'send_device' }]);
    const unmade = stateAfter(sent.state, read([missing('device')]));
    expect(unmade.screen.name).to.equal('device_trouble');
    expect(transition(stateAfter(unmade, next), withAgent).effects).to.deep.equal([{ type: 'send_device' }]);
  });

  it('keeps what a device event has changed before the face check', () => {
    const profile = aFlowProfile({ requirements: [missing('liveness'), accepted('device')] });
    const opened = stateAfter(openedWith(missing('liveness')), {
      type: 'session_opened',
      session: aLivenessSession,
      profile,
    });
    expect(opened.profile).to.equal(profile);
  });

  it('knows whether the text of the consent comes', () => {
    expect(asksConsent(openedWith(missing('consent'), missing('liveness')))).to.equal(true);
    expect(asksConsent(openedWith(accepted('consent'), missing('liveness')))).to.equal(false);
  });

  it('sends a device event once in an attempt, and then asks for the rest', () => {
    const { effects, state } = transition(openedWith(missing('liveness')), read([missing('device')]));
    expect(effects).to.deep.equal([{ type: 'send_device' }]);
    expect(stateAfter(state, read([rejected('device'), missing('liveness')])).screen.name).to.equal('liveness_primer');
  });
});
