import type { FlowProfile } from '@portcullis/client/flow';
import { expect } from 'chai';
import type { PageEvent } from '#verify/machine/event';
import { reportsOf } from '#verify/machine/reports';
import { type Call, type Effect, firstState, type State } from '#verify/machine/state';
import { screenBefore } from '#verify/machine/transition';
import { accepted, aFlowProfile, missing, theFlowSettings } from '../../../support/clients/flow-answers.ts';
import { follow, type Walked } from '../../../support/clients/page-machine.ts';

const wanted: PageEvent = { type: 'wanted_telephone' };
const made = (code: string): PageEvent => ({ type: 'handoff_made', code, isRenewed: false });
const renewed = (code: string): PageEvent => ({ type: 'handoff_made', code, isRenewed: true });
const followed = (fields: Partial<FlowProfile> = {}): PageEvent => ({
  type: 'followed',
  profile: aFlowProfile(fields),
});
const elapsed = ({ ticket }: State): PageEvent => ({ type: 'elapsed', ticket });
const failed = (call: Call, fault: Extract<PageEvent, { type: 'failed' }>['fault']): PageEvent => ({
  type: 'failed',
  fault,
  call,
});
const consented = { requirements: [accepted('consent'), missing('document_front'), missing('liveness')] };

const welcome = follow(
  firstState,
  { type: 'opened', hasToken: true },
  { type: 'loaded', profile: aFlowProfile(), settings: theFlowSettings() },
).state;
const shown = follow(welcome, wanted, made('a.1'));
const look: Effect = { type: 'follow_profile' };

/** A look after five seconds that finds nothing new. */
const looked = (state: State): Walked => follow(state, elapsed(state), followed());

describe('a desk that hands over to a telephone', () => {
  it('asks for a code once, and shows it for five seconds before it looks', () => {
    const asked = follow(welcome, wanted);
    expect([asked.state.screen.name, asked.effects]).to.deep.equal(['welcome', [{ type: 'create_handoff' }]]);
    expect(follow(asked.state, wanted).effects).to.deep.equal([]);
    expect(shown.state.screen).to.deep.equal({ name: 'handoff', code: 'a.1', looks: 0 });
    expect(shown.effects).to.deep.equal([{ type: 'wait', seconds: 5, ticket: shown.state.ticket }]);
  });

  it('offers it where a camera comes next or has failed, and nowhere else', () => {
    const side = 'front' as const;
    for (const screen of [
      { name: 'camera_primer', side },
      { name: 'camera_trouble', side, fault: 'missing' },
      { name: 'liveness_primer' },
      { name: 'liveness_trouble', fault: 'camera' },
    ] as const)
      expect(follow({ ...welcome, screen }, wanted).effects, screen.name).to.deep.equal([{ type: 'create_handoff' }]);
    for (const screen of [{ name: 'consent' }, { name: 'result' }, { name: 'capture', side }] as const)
      expect(follow({ ...welcome, screen }, wanted).effects, screen.name).to.deep.equal([]);
  });

  it('shows another code after twenty seconds, without a call that would hold up its buttons', () => {
    let { state } = shown;
    for (let round = 0; round < 3; round += 1) {
      expect(follow(state, elapsed(state)).effects).to.deep.equal([look]);
      ({ state } = looked(state));
    }
    const fourth = follow(state, elapsed(state));
    expect(fourth.effects).to.deep.equal([look, { type: 'renew_handoff' }]);
    expect(fourth.state.isBusy).to.equal(false);
    const next = follow(fourth.state, followed(), renewed('a.2'));
    expect(next.state.screen).to.deep.equal({ name: 'handoff', code: 'a.2', looks: 0 });
    expect(follow(next.state, elapsed(next.state)).effects).to.deep.equal([look]);
  });

  it('keeps its code while there is no connection, and asks for another one at the next look', () => {
    const old = { ...shown.state, screen: { name: 'handoff', code: 'a.1', looks: 3 } as const };
    const asked = follow(old, elapsed(old)).state;
    const lost = follow(asked, failed({ type: 'renew_handoff' }, { code: 'no_answer' }));
    expect([lost.state, lost.effects]).to.deep.equal([asked, []]);
    const waiting = follow(lost.state, failed(look, { code: 'no_answer' }));
    expect(waiting.effects).to.deep.equal([{ type: 'wait', seconds: 5, ticket: waiting.state.ticket }]);
    expect(follow(waiting.state, elapsed(waiting.state)).effects).to.deep.equal([look, { type: 'renew_handoff' }]);
  });

  it('takes the code away once the telephone has done something, and shows the result', () => {
    const going = follow(looked(shown.state).state, followed(consented));
    expect(going.state.screen).to.deep.equal({ name: 'following' });
    expect(going.effects).to.deep.equal([{ type: 'wait', seconds: 5, ticket: going.state.ticket }]);
    const checking = follow(going.state, elapsed(going.state), followed({ status: 'processing' })).state;
    expect(checking.screen.name).to.equal('following');
    for (const status of ['approved', 'declined', 'in_review'] as const)
      expect(follow(checking, elapsed(checking), followed({ status })).state.screen.name).to.equal('result');
    expect(follow(checking, elapsed(checking), followed({ status: 'expired' })).state.screen).to.deep.equal({
      name: 'link',
      fault: 'ended',
    });
  });

  it('takes another language for no progress', () => {
    expect(follow(shown.state, followed({ language: 'ar' })).state.screen.name).to.equal('handoff');
  });

  it('looks more rarely after five minutes', () => {
    let { effects, state } = follow(shown.state, followed(consented));
    for (let round = 0; round < 60; round += 1)
      ({ effects, state } = follow(state, elapsed(state), followed(consented)));
    expect(effects).to.deep.equal([{ type: 'wait', seconds: 15, ticket: state.ticket }]);
  });

  it('goes on here with what is asked for now, and leaves alone what was under way', () => {
    const going = follow(shown.state, followed(consented)).state;
    for (const state of [shown.state, going]) {
      expect(screenBefore(state)).to.deep.equal({ name: 'starting' });
      const back = follow(state, { type: 'went_back' });
      expect(back.effects).to.deep.equal([{ type: 'load' }]);
      for (const late of [renewed('a.2'), followed({ status: 'approved' }), failed(look, { code: 'token_expired' })])
        expect(follow(back.state, late).state.screen).to.deep.equal(back.state.screen);
      const settings = theFlowSettings();
      const loaded = follow(back.state, { type: 'loaded', profile: aFlowProfile(consented), settings });
      expect(loaded.state.screen.name).to.equal('welcome');
      expect(follow(loaded.state, made('a.3')).state.screen.name).to.equal('welcome');
    }
  });

  it('says that the link has ended, and leads on from everything else that fails', () => {
    const expired = follow(shown.state, failed(look, { code: 'token_expired' })).state;
    expect(expired.screen).to.deep.equal({ name: 'link', fault: 'expired' });
    const broken = follow(shown.state, failed(look, { code: 'internal_error', retryable: false })).state;
    expect(broken.screen).to.deep.equal({ name: 'trouble', call: { type: 'load' } });
    const create: Call = { type: 'create_handoff' };
    const offline = follow(welcome, wanted, failed(create, { code: 'no_answer' })).state;
    expect(offline.screen).to.deep.equal({ name: 'offline', call: create });
    const again = follow(offline, { type: 'came_online' });
    expect([again.state.screen.name, again.effects]).to.deep.equal(['starting', [create]]);
    expect(follow(again.state, made('a.1')).state.screen.name).to.equal('handoff');
  });

  it('reports that it was shown, and how it ended', () => {
    const result = followed({ status: 'approved' });
    expect(reportsOf(welcome, made('a.1'), shown.state)).to.deep.equal([
      { step: 'welcome', outcome: 'done' },
      { step: 'handoff', outcome: 'shown' },
    ]);
    expect(reportsOf(shown.state, result, follow(shown.state, result).state)).to.deep.equal([
      { step: 'handoff', outcome: 'done' },
      { step: 'result', outcome: 'shown' },
    ]);
    const back: PageEvent = { type: 'went_back' };
    expect(reportsOf(shown.state, back, follow(shown.state, back).state)).to.deep.equal([
      { step: 'handoff', outcome: 'left' },
    ]);
  });
});

describe('a telephone that opens the link of a desk', () => {
  const asked = follow(firstState, { type: 'opened', hasToken: false, handoff: { from: 'Acme' } });
  const redeem: Call = { type: 'redeem_handoff', from: 'Acme' };

  it('asks whether it is the right person before anything is redeemed', () => {
    expect([asked.state.screen, asked.effects]).to.deep.equal([{ name: 'is_this_you', from: 'Acme' }, []]);
    const pressed = follow(asked.state, { type: 'continued' });
    expect(pressed.effects).to.deep.equal([redeem]);
    expect(follow(pressed.state, { type: 'continued' }).effects).to.deep.equal([]);
    expect(follow(pressed.state, { type: 'redeemed' }).effects).to.deep.equal([{ type: 'load' }]);
  });

  it('redeems nothing for somebody who says that it is not theirs', () => {
    const refused = follow(asked.state, { type: 'declined' });
    expect([refused.state.screen, refused.effects]).to.deep.equal([{ name: 'link', fault: 'stranger' }, []]);
    expect(follow(refused.state, { type: 'continued' }).effects).to.deep.equal([]);
  });

  it('says of a code that is unknown, used or expired what to do', () => {
    const pressed = follow(asked.state, { type: 'continued' }).state;
    for (const fault of [{ code: 'not_found', retryable: false }, { code: 'invalid_request' }] as const) {
      const refused = follow(pressed, failed(redeem, fault)).state;
      expect(refused.screen).to.deep.equal({ name: 'link', fault: 'code' });
      expect(follow(refused, { type: 'continued' }).effects).to.deep.equal([]);
    }
  });

  it('tries again after an outage, or without a connection', () => {
    const pressed = follow(asked.state, { type: 'continued' }).state;
    const outage = follow(pressed, failed(redeem, { code: 'database_unavailable', retryable: true })).state;
    expect(outage.screen).to.deep.equal({ name: 'trouble', call: redeem });
    expect(follow(outage, { type: 'continued' }).effects).to.deep.equal([redeem]);
    const offline = follow(pressed, failed(redeem, { code: 'no_answer' })).state;
    expect(follow(offline, { type: 'came_online' }).effects).to.deep.equal([redeem]);
  });
});
