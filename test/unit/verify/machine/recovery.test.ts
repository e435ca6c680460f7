import { expect } from 'chai';
import type { PageEvent } from '#verify/machine/event';
import { type Call, firstState, type Screen } from '#verify/machine/state';
import { transition } from '#verify/machine/transition';
import { accepted, aFlowProfile, missing, theFlowSettings } from '../../../support/clients/flow-answers.ts';
import { stateAfter } from '../../../support/clients/page-machine.ts';

const settings = theFlowSettings();
const photo = new Blob(['photo']);
const choice = { type: 'passport', country: null } as const;
const profile = aFlowProfile({ requirements: [accepted('consent'), missing('document_front')] });
const sendDocument: Call = { type: 'send_document', photos: { front: photo, back: null }, choice };

const sending = stateAfter(
  firstState,
  { type: 'opened', hasToken: true },
  { type: 'loaded', profile, settings },
  { type: 'continued' },
  { type: 'chose', choice },
  { type: 'continued' },
  { type: 'took_photo', photo },
  { type: 'accepted_photo' },
);

type Code = Extract<PageEvent, { readonly type: 'failed' }>['fault']['code'];

const failure = (code: Code, call: Call): PageEvent => ({ type: 'failed', fault: { code }, call });
const screenAfter = (code: Code, call: Call = sendDocument): Screen => stateAfter(sending, failure(code, call)).screen;

describe('the machine of the page after a failed call', () => {
  const links = {
    token_expired: 'expired',
    invalid_token: 'unknown',
    not_found: 'unknown',
    record_damaged: 'damaged',
  } as const;
  for (const code of ['token_expired', 'invalid_token', 'not_found', 'record_damaged'] as const)
    it(`says what is wrong with the link: ${code}`, () => {
      expect(screenAfter(code)).to.deep.equal({ name: 'link', fault: links[code] });
    });

  it('shows how a flow ended where it can still be read, and that the link is dead where it cannot', () => {
    const ended = transition(sending, failure('flow_ended', sendDocument));
    expect(ended.effects).to.deep.equal([{ type: 'load' }]);
    const declined: PageEvent = { type: 'loaded', profile: aFlowProfile({ status: 'declined' }), settings };
    expect(stateAfter(ended.state, declined).screen.name).to.equal('result');
    expect(screenAfter('flow_ended', { type: 'load' })).to.deep.equal({ name: 'link', fault: 'ended' });
  });

  it('goes on from where another window has led', () => {
    const { state } = transition(sending, failure('invalid_transition', sendDocument));
    expect(state.screen.name).to.equal('elsewhere');
    expect(transition(state, { type: 'continued' }).effects).to.deep.equal([{ type: 'load' }]);
  });

  it('repeats the same call by itself while there is no connection, and at once when it is back', () => {
    const lost = transition(sending, failure('no_answer', sendDocument));
    expect(lost.state.screen).to.deep.equal({ name: 'offline', call: sendDocument });
    expect(lost.effects).to.deep.equal([{ type: 'wait', seconds: 3, ticket: lost.state.ticket }]);
    const ways: readonly PageEvent[] = [
      { type: 'elapsed', ticket: lost.state.ticket },
      { type: 'came_online' },
      { type: 'continued' },
    ];
    for (const way of ways) {
      const repeated = transition(lost.state, way);
      expect([repeated.state.screen.name, repeated.effects]).to.deep.equal(['sending', [sendDocument]]);
    }
  });

  it('leaves it to the person to send a photo again that was lost in a connection that is there', () => {
    const fault = { code: 'no_answer', isOnline: true } as const;
    const { effects, state } = transition(sending, { type: 'failed', fault, call: sendDocument });
    expect([state.screen, effects]).to.deep.equal([{ name: 'trouble', call: sendDocument }, []]);
    const load: Call = { type: 'load' };
    expect(stateAfter(sending, { type: 'failed', fault, call: load }).screen).to.deep.equal({
      name: 'offline',
      call: load,
    });
  });

  it('asks for another photo where a file is not accepted', () => {
    const refused = stateAfter(sending, failure('unsupported_media_type', sendDocument));
    expect(refused.screen.name).to.equal('photo_refused');
    expect(stateAfter(refused, { type: 'continued' }).screen).to.deep.equal({ name: 'camera_primer', side: 'front' });
  });

  for (const code of ['profile_storage_full', 'tenant_storage_full', 'image_budget_exceeded'] as const)
    it(`does not blame the photo where there is no room for any: ${code}`, () => {
      const full = stateAfter(sending, failure(code, sendDocument));
      expect(full.screen).to.deep.equal({ name: 'storage_full' });
      expect(transition(full, { type: 'continued' }).effects).to.deep.equal([{ type: 'load' }]);
    });

  it('keeps when it may be tried again, and does not repeat what would fail again', () => {
    const later = { code: 'rate_limited', retryable: true, retry_after: 90 } as const;
    expect(stateAfter(sending, { type: 'failed', fault: later, call: sendDocument }).screen).to.deep.equal({
      name: 'trouble',
      call: sendDocument,
      retryAfter: 90,
    });
    const never = { code: 'internal_error', retryable: false, retry_after: null } as const;
    const trouble = stateAfter(sending, { type: 'failed', fault: never, call: sendDocument });
    expect(transition(trouble, { type: 'continued' }).effects).to.deep.equal([{ type: 'load' }]);
  });

  it('goes on where the photo is kept and is read later', () => {
    expect(transition(sending, failure('provider_unavailable', sendDocument)).effects).to.deep.equal([
      { type: 'load' },
    ]);
  });

  it('offers to try everything else again', () => {
    const trouble = stateAfter(sending, failure('internal_error', sendDocument));
    expect(trouble.screen).to.deep.equal({ name: 'trouble', call: sendDocument });
    expect(transition(trouble, { type: 'continued' }).effects).to.deep.equal([sendDocument]);
  });

  it('stays where it is when the language cannot be changed', () => {
    const call: Call = { type: 'change_language', language: 'ar' };
    expect(transition(sending, failure('no_answer', call)).state).to.equal(sending);
  });
});
