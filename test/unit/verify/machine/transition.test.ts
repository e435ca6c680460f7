import type { FlowProfile } from '@portcullis/client/flow';
import { expect } from 'chai';
import type { PageEvent } from '#verify/machine/event';
import { firstState, type ScreenName, type State } from '#verify/machine/state';
import { mayLeave, screenBefore } from '#verify/machine/transition';
import {
  accepted,
  aFlowProfile,
  aLivenessSession,
  missing,
  rejected,
  theFlowSettings,
} from '../../../support/clients/flow-answers.ts';
import { follow } from '../../../support/clients/page-machine.ts';

const settings = theFlowSettings();
const photo = new Blob(['photo']);
const passport = { type: 'passport', country: null } as const;
const card = { type: 'id_card', country: 'UTO' } as const;

const loaded = (fields: Partial<FlowProfile> = {}): PageEvent => ({
  type: 'loaded',
  profile: aFlowProfile(fields),
  settings,
});
const read = (fields: Partial<FlowProfile> = {}): PageEvent => ({
  type: 'profile_read',
  profile: aFlowProfile(fields),
});
const next: PageEvent = { type: 'continued' };
const took: PageEvent = { type: 'took_photo', photo };
const acceptedPhoto: PageEvent = { type: 'accepted_photo' };
const opened: PageEvent = { type: 'opened', hasToken: true };

const consentGiven = { requirements: [accepted('consent'), missing('document_front'), missing('liveness')] };
const documentGiven = { requirements: [accepted('consent'), accepted('document_front'), missing('liveness')] };

const atDocument = follow(firstState, opened, loaded(consentGiven), next).state;
const atLiveness = follow(firstState, opened, loaded(documentGiven), next).state;
const nameAfter = (state: State, ...events: readonly PageEvent[]): ScreenName =>
  follow(state, ...events).state.screen.name;

describe('the machine of the page', () => {
  it('asks the service first, and says who asks before anything else', () => {
    const { effects, state } = follow(firstState, opened);
    expect([state.screen, effects]).to.deep.equal([{ name: 'starting' }, [{ type: 'load' }]]);
    expect(nameAfter(state, loaded())).to.equal('welcome');
    expect(nameAfter(state, loaded(), next)).to.equal('consent');
  });

  it('tells a person whose link has no token what to do', () => {
    expect(follow(firstState, { type: 'opened', hasToken: false }).state.screen).to.deep.equal({
      name: 'link',
      fault: 'missing',
    });
  });

  it('records the consent once, however often the button is pressed', () => {
    const consent = follow(firstState, opened, loaded(), next).state;
    const pressed = follow(consent, { type: 'consented' });
    expect(pressed.effects).to.deep.equal([{ type: 'give_consent', granted: true }]);
    expect(follow(pressed.state, { type: 'consented' }).effects).to.deep.equal([]);
    expect(nameAfter(pressed.state, read(consentGiven))).to.equal('document_choice');
  });

  it('asks again before it records a refusal, and then leads on to the result', () => {
    const declining = follow(firstState, opened, loaded(), next, { type: 'declined' });
    expect([declining.state.screen.name, declining.effects]).to.deep.equal(['declining', []]);
    const declined = follow(declining.state, { type: 'declined' });
    expect(declined.effects).to.deep.equal([{ type: 'give_consent', granted: false }]);
    expect(nameAfter(declined.state, read({ status: 'in_review' }))).to.equal('result');
  });

  it('photographs one side of a passport, and two sides of a card', () => {
    const first = follow(atDocument, { type: 'chose', choice: passport }, next, took, acceptedPhoto);
    expect(first.effects).to.deep.equal([
      { type: 'send_document', photos: { front: photo, back: null }, choice: passport },
    ]);
    const front = follow(atDocument, { type: 'chose', choice: card }, next, took, acceptedPhoto);
    expect(front.state.screen).to.deep.equal({ name: 'camera_primer', side: 'back' });
    const both = follow(front.state, next, took, acceptedPhoto);
    expect(both.effects).to.deep.equal([
      { type: 'send_document', photos: { front: photo, back: photo }, choice: card },
    ]);
  });

  it('asks for no document where the policy leaves no choice, and for no back that the policy does not take', () => {
    const one = theFlowSettings({
      documents: { ...settings.documents, types: ['id_card'] },
      steps: { required: ['consent', 'document_front'], optional: [] },
    });
    const started = follow(
      firstState,
      opened,
      { type: 'loaded', profile: aFlowProfile(consentGiven), settings: one },
      next,
    );
    expect(started.state.screen).to.deep.equal({ name: 'camera_primer', side: 'front' });
    expect(nameAfter(started.state, next, took, acceptedPhoto)).to.equal('sending');
  });

  it('photographs the back alone where only the back is asked for', () => {
    const asked = { requirements: [accepted('document_front'), rejected('document_back')] };
    const { state } = follow(firstState, opened, loaded(asked), next, next);
    expect(state.screen).to.deep.equal({ name: 'camera_primer', side: 'back' });
    expect(follow(state, next, took, acceptedPhoto).effects).to.deep.equal([
      { type: 'send_document', photos: { front: null, back: photo }, choice: null },
    ]);
    expect(screenBefore(state)).to.equal(null);
  });

  it('stays before the camera where no screen is before it: for the back alone, or the only document', () => {
    const backAlone = { requirements: [accepted('document_front'), rejected('document_back')] };
    const one = theFlowSettings({ documents: { ...settings.documents, types: ['passport'] } });
    const only: PageEvent = { type: 'loaded', profile: aFlowProfile(consentGiven), settings: one };
    for (const [asked, side] of [
      [follow(firstState, opened, loaded(backAlone), next, next).state, 'back'],
      [follow(firstState, opened, only, next).state, 'front'],
    ] as const) {
      const primer = { name: 'camera_primer', side };
      // Whoever left the page here would lose the link.
      expect([asked.screen, screenBefore(asked), mayLeave(asked)]).to.deep.equal([primer, null, false]);
      const back: PageEvent = { type: 'went_back' };
      expect(follow(asked, back).state.screen).to.deep.equal(primer);
      expect(follow(asked, next, back).state.screen).to.deep.equal(primer);
      expect(follow(asked, next, took, back, back, back).state.screen).to.deep.equal(primer);
    }
    const chosen = follow(atDocument, { type: 'chose', choice: passport }).state;
    expect(follow(chosen, { type: 'went_back' }).state.screen.name).to.equal('document_choice');
  });

  it('lets a photo be taken again, and keeps the way back to every earlier screen', () => {
    const check = follow(atDocument, { type: 'chose', choice: passport }, next, took).state;
    const names = ['capture', 'camera_primer', 'document_choice', 'welcome'];
    const back: PageEvent = { type: 'went_back' };
    expect(names.map((_, i) => nameAfter(check, ...names.slice(0, i + 1).map(() => back)))).to.deep.equal(names);
  });

  it('names what has to be done again once, and then asks for it', () => {
    const sent = follow(atDocument, { type: 'chose', choice: passport }, next, took, acceptedPhoto).state;
    const again = follow(sent, read({ requirements: [accepted('consent'), rejected('document_front')] })).state;
    expect(again.screen.name).to.equal('again');
    const second = follow(again, next, { type: 'chose', choice: passport }, next, took, acceptedPhoto).state;
    expect(nameAfter(again, next)).to.equal('document_choice');
    expect(nameAfter(second, read({ requirements: [rejected('document_front')] }))).to.equal('again');
  });

  it('opens one liveness session, and reads its result until there is one', () => {
    const opening = follow(atLiveness, next);
    expect(opening.effects).to.deep.equal([{ type: 'open_liveness' }]);
    const ended = follow(
      opening.state,
      { type: 'session_opened', session: aLivenessSession },
      { type: 'liveness_ended' },
    );
    const reading = { type: 'read_liveness', sessionId: aLivenessSession.session_id } as const;
    expect(ended.effects).to.deep.equal([reading]);
    const running = follow(ended.state, { type: 'liveness_read', live: null });
    expect(running.effects).to.deep.equal([{ type: 'wait', seconds: 1, ticket: running.state.ticket }]);
    const again = follow(running.state, { type: 'elapsed', ticket: running.state.ticket });
    expect(again.effects).to.deep.equal([reading]);
    expect(follow(again.state, { type: 'liveness_read', live: true }).effects).to.deep.equal([
      { type: 'read_profile' },
    ]);
  });

  it('waits longer and longer for a decision, and shows it', () => {
    let walked = follow(firstState, opened, loaded({ status: 'processing' }));
    const pauses: number[] = [];
    for (let round = 0; round < 9; round += 1) {
      const [wait] = walked.effects;
      if (wait?.type !== 'wait') throw new Error('expected a wait');
      pauses.push(Math.round(wait.seconds));
      const asked = follow(walked.state, { type: 'elapsed', ticket: wait.ticket });
      expect(asked.effects).to.deep.equal([{ type: 'read_profile' }]);
      walked = follow(asked.state, read({ status: 'processing' }));
    }
    expect(pauses).to.deep.equal([1, 2, 2, 3, 5, 8, 11, 15, 15]);
    expect(nameAfter(walked.state, next, read({ status: 'approved' }))).to.equal('result');
  });

  it('leaves a wait alone that was overtaken', () => {
    const { state } = follow(firstState, opened, loaded({ status: 'processing' }));
    expect(follow(state, next, { type: 'elapsed', ticket: state.ticket }).effects).to.deep.equal([]);
  });

  it('reads everything again in the language that the person chooses, and stays where it is', () => {
    const chosen = follow(atDocument, { type: 'chose_language', language: 'ar' });
    expect(chosen.effects).to.deep.equal([{ type: 'change_language', language: 'ar' }]);
    const translated = follow(chosen.state, {
      type: 'translated',
      language: 'ar',
      profile: aFlowProfile({ language: 'ar' }),
      settings,
    });
    expect([translated.state.screen.name, translated.state.profile?.language]).to.deep.equal(['document_choice', 'ar']);
    expect(follow(firstState, { type: 'chose_language', language: 'ar' }).effects).to.deep.equal([]);
  });

  it('asks for another photo of the same side where a file has no picture in it, and keeps the other side', () => {
    const chose: PageEvent = { type: 'chose', choice: card };
    const atBack = follow(atDocument, chose, took, acceptedPhoto).state;
    expect(atBack.screen).to.deep.equal({ name: 'camera_primer', side: 'back' });
    // A photo that was taken before is not sent in its place.
    const again = follow(atBack, took, { type: 'went_back' }).state;
    for (const before of [atBack, again]) {
      const refused = follow(before, { type: 'photo_failed' });
      expect([refused.state.screen, refused.effects]).to.deep.equal([{ name: 'photo_refused', sides: ['back'] }, []]);
      const { state } = follow(refused.state, next);
      expect(state.screen).to.deep.equal({ name: 'camera_primer', side: 'back' });
      expect(state.photos).to.deep.equal({ front: photo, back: null });
    }
    expect(follow(atLiveness, { type: 'photo_failed' }).state).to.equal(atLiveness);
  });

  it('keeps what is known of a profile when a translation says what was before', () => {
    const early = aFlowProfile({ ...documentGiven, language: 'de' });
    const translated: PageEvent = { type: 'translated', language: 'de', profile: early, settings };
    const result = follow(
      atLiveness,
      { type: 'chose_language', language: 'de' },
      read({ status: 'approved' }),
      translated,
    );
    expect([result.state.screen.name, result.state.profile?.status]).to.deep.equal(['result', 'approved']);
    const asked = follow(firstState, opened, loaded(), next, { type: 'chose_language', language: 'de' });
    const given = follow(asked.state, { type: 'consented' }, read(consentGiven), {
      ...translated,
      profile: aFlowProfile({ language: 'de' }),
    });
    expect(given.state.profile?.requirements).to.deep.equal(consentGiven.requirements);
  });

  it('stays, or leads back, where leaving would lose the link or a photo', () => {
    const back: PageEvent = { type: 'went_back' };
    const session: PageEvent = { type: 'session_opened', session: aLivenessSession };
    const atFace = follow(atLiveness, next, session).state;
    expect(nameAfter(atFace, back)).to.equal('liveness_primer');
    expect(nameAfter(atFace, { type: 'liveness_failed', fault: 'other' }, back)).to.equal('liveness_primer');
    const sending = follow(atDocument, { type: 'chose', choice: passport }, next, took, acceptedPhoto).state;
    const [call] = follow(atDocument, { type: 'chose', choice: passport }, next, took, acceptedPhoto).effects;
    if (call === undefined || call.type === 'wait') throw new Error('expected a call');
    const failed = (code: 'no_answer' | 'unsupported_media_type' | 'internal_error'): PageEvent => ({
      type: 'failed',
      fault: { code },
      call,
    });
    expect(nameAfter(sending, failed('unsupported_media_type'), back)).to.equal('camera_primer');
    const waiting = follow(sending, read({ status: 'processing' })).state;
    const held = [
      sending,
      waiting,
      atLiveness,
      ...(['no_answer', 'internal_error'] as const).map((code) => follow(sending, failed(code)).state),
    ];
    expect(held.map((state) => [mayLeave(state), follow(state, back).state.screen === state.screen])).to.deep.equal(
      held.map(() => [false, true]),
    );
    expect(mayLeave(follow(firstState, opened, loaded({ status: 'approved' })).state)).to.equal(true);
  });

  it('looks again from a result whose profile has not ended', () => {
    const result = follow(firstState, opened, loaded({ status: 'approved' })).state;
    expect(follow(result, next).effects).to.deep.equal([]);
    const open = { ...result, profile: aFlowProfile(documentGiven) };
    expect(follow(open, next).effects).to.deep.equal([{ type: 'read_profile' }]);
  });
});
