import { expect } from 'chai';
import type { PageEvent } from '#verify/machine/event';
import { firstState, type State } from '#verify/machine/state';
import { transition } from '#verify/machine/transition';
import { isBeingTranslated } from '#verify/machine/translation';
import { aFlowProfile, theFlowSettings } from '../../../support/clients/flow-answers.ts';
import { follow } from '../../../support/clients/page-machine.ts';

const settingsIn = (language: string) =>
  theFlowSettings({ consent: { text_versions: ['1'], current: { text_version: '1', language, text: 'I agree.' } } });
const translated = (language: string): PageEvent => ({
  type: 'translated',
  language,
  profile: aFlowProfile({ language }),
  settings: settingsIn(language),
});
const choose = (language: string): PageEvent => ({ type: 'chose_language', language });
const change = (language: string) => ({ type: 'change_language', language }) as const;
const failedTo = (language: string): PageEvent => ({
  type: 'failed',
  fault: { code: 'no_answer' },
  call: change(language),
});
const loaded: PageEvent = { type: 'loaded', profile: aFlowProfile(), settings: settingsIn('en') };

const opened = follow(firstState, { type: 'opened', hasToken: true }).state;
const atConsent = follow(opened, loaded, { type: 'continued' }).state;
const textOf = ({ settings }: State): unknown => settings?.consent.current?.language;

describe('a language that is chosen on the page', () => {
  it('is the last one, in whatever order the answers come', () => {
    const chosen = follow(atConsent, choose('de'), choose('fr')).state;
    for (const order of [
      ['de', 'fr'],
      ['fr', 'de'],
    ]) {
      const { state } = follow(chosen, ...order.map(translated));
      expect([textOf(state), state.profile?.language]).to.deep.equal(['fr', 'fr']);
    }
  });

  it('keeps a consent from being given until its text is there', () => {
    const chosen = follow(atConsent, choose('de'), choose('fr'), translated('de')).state;
    expect([isBeingTranslated(chosen), follow(chosen, { type: 'consented' }).effects]).to.deep.equal([true, []]);
    const { state } = follow(chosen, translated('fr'));
    expect(follow(state, { type: 'consented' }).effects).to.deep.equal([{ type: 'give_consent', granted: true }]);
  });

  it('is asked for again when the device is online, and lets the person go on meanwhile', () => {
    const { state } = follow(atConsent, choose('fr'), failedTo('fr'));
    expect(follow(state, { type: 'consented' }).effects).to.deep.equal([{ type: 'give_consent', granted: true }]);
    const again = follow(state, { type: 'came_online' });
    expect([again.state.screen.name, again.effects]).to.deep.equal(['consent', [change('fr')]]);
    expect(follow(again.state, { type: 'came_online' }).effects).to.deep.equal([]);
    // What became of an earlier one makes no difference.
    expect(isBeingTranslated(follow(again.state, failedTo('de')).state)).to.equal(true);
  });

  it('is asked for once there is a profile', () => {
    const early = follow(opened, choose('fr'));
    expect(early.effects).to.deep.equal([]);
    expect(follow(early.state, loaded).effects).to.deep.equal([change('fr')]);
  });

  it('is told to the service only when the change before was answered, and only the newest one', () => {
    const many = follow(atConsent, choose('de'));
    expect(many.effects).to.deep.equal([change('de')]);
    const waiting = follow(many.state, choose('fr'), choose('es'));
    expect([follow(many.state, choose('fr')).effects, waiting.effects]).to.deep.equal([[], []]);
    for (const answer of [translated('de'), failedTo('de')]) {
      const next = follow(waiting.state, answer);
      expect(next.effects).to.deep.equal([change('es')]);
      expect(isBeingTranslated(next.state)).to.equal(true);
      const { effects, state } = follow(next.state, translated('es'));
      expect([effects, textOf(state), isBeingTranslated(state)]).to.deep.equal([[], 'es', false]);
    }
    // Whoever comes back to the language that is on its way asks for nothing more.
    const back = follow(waiting.state, choose('de'), translated('de'));
    expect([back.effects, textOf(back.state)]).to.deep.equal([[], 'de']);
  });

  it('is the last one of which the service hears, also where the connection is lost meanwhile', () => {
    const sent: string[] = [];
    const play = (state: State, event: PageEvent): State => {
      const { effects, state: next } = transition(state, event);
      for (const effect of effects) if (effect.type === 'change_language') sent.push(effect.language);
      return next;
    };
    const events = [choose('de'), choose('fr'), failedTo('de'), choose('ar'), failedTo('fr'), translated('ar')];
    const state = events.reduce(play, atConsent);
    expect([sent, textOf(state)]).to.deep.equal([['de', 'fr', 'ar'], 'ar']);
  });
});
