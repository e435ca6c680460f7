import type { FlowProfile } from '@portcullis/client/flow';
import { expect } from 'chai';
import type { PageEvent } from '#verify/machine/event';
import { offersPaths, pathsToChoose, stepsToTell } from '#verify/machine/other-paths';
import { reportsOf } from '#verify/machine/reports';
import { type Call, firstState, type State } from '#verify/machine/state';
import { screenBefore } from '#verify/machine/transition';
import { accepted, aFlowProfile, missing, theFlowSettings } from '../../../support/clients/flow-answers.ts';
import { follow, stateAfter } from '../../../support/clients/page-machine.ts';

type Paths = NonNullable<FlowProfile['paths']>;

const pathsWith = (open: string): Paths =>
  [
    { id: 'whole', steps: ['consent', 'document_front', 'liveness'] as const },
    { id: 'paper', steps: ['consent', 'document_front', 'document_back'] as const },
  ].map((path) => ({ ...path, open: path.id === open }));

const loadedWith = (fields: Partial<FlowProfile>): PageEvent => ({
  type: 'loaded',
  profile: aFlowProfile(fields),
  settings: theFlowSettings(),
});
const opened: PageEvent = { type: 'opened', hasToken: true };
const next: PageEvent = { type: 'continued' };
const wanted: PageEvent = { type: 'wanted_path' };
const passport: PageEvent = { type: 'chose', choice: { type: 'passport', country: null } };
const chosen = (path: string): PageEvent => ({ type: 'chose_path', path });
const call: Call = { type: 'choose_path', path: 'paper' };
const asked = [accepted('consent'), missing('document_front'), missing('liveness')];
const paper = { paths: pathsWith('paper'), requirements: [accepted('consent'), missing('document_front')] };

const welcome = stateAfter(firstState, opened, loadedWith({ paths: pathsWith('whole'), requirements: asked }));
const documentChoice = stateAfter(welcome, next);
const primer = stateAfter(documentChoice, passport);

describe('another path', () => {
  for (const before of [welcome, documentChoice, primer])
    it(`is offered on ${before.screen.name}, and its choice leads back there`, () => {
      expect(offersPaths(before)).to.equal(true);
      const { effects, state } = follow(before, wanted);
      expect([state.screen.name, effects]).to.deep.equal(['path_choice', []]);
      expect(screenBefore(state)).to.deep.equal(before.screen);
      expect(stateAfter(state, { type: 'went_back' }).screen).to.deep.equal(before.screen);
      expect(follow(state, chosen('whole'))).to.deep.include({ effects: [] });
      expect(stateAfter(state, chosen('whole')).screen).to.deep.equal(before.screen);
    });

  it('is opened once, however often the button is pressed, and what is asked for then comes next', () => {
    const sent = follow(documentChoice, wanted, chosen('paper'));
    expect(sent.effects).to.deep.equal([call]);
    expect(follow(sent.state, chosen('paper')).effects).to.deep.equal([]);
    expect(stateAfter(sent.state, loadedWith(paper)).screen.name).to.equal('document_choice');
    const face = { paths: pathsWith('whole'), requirements: [accepted('consent'), missing('liveness')] };
    expect(stateAfter(sent.state, loadedWith(face)).screen.name).to.equal('liveness_primer');
    expect(stateAfter(sent.state, loadedWith({ status: 'processing' })).screen.name).to.equal('waiting');
  });

  it('is told on the welcome, where it was chosen there', () => {
    expect(stateAfter(welcome, wanted, chosen('paper'), loadedWith(paper)).screen.name).to.equal('welcome');
  });

  it('keeps the type of document that was chosen', () => {
    const { choice, screen } = stateAfter(primer, wanted, chosen('paper'), loadedWith(paper));
    expect([choice?.type, screen]).to.deep.equal(['passport', { name: 'camera_primer', side: 'front' }]);
  });

  it('is not offered where the policy has one, nor where a reviewer waits for what they asked for', () => {
    const [whole] = pathsWith('whole');
    for (const paths of [{}, { paths: whole === undefined ? [] : [whole] }]) {
      const state = stateAfter(firstState, opened, loadedWith({ ...paths, requirements: asked }));
      expect([state.screen.name, offersPaths(state)]).to.deep.equal(['welcome', false]);
      expect(follow(state, wanted)).to.deep.equal({ state, effects: [] });
    }
  });

  it('is not offered once the document was photographed, nor after it', () => {
    const photographed = stateAfter(primer, next, { type: 'took_photo', photo: new Blob(['photo']) });
    const refused = stateAfter(photographed, { type: 'went_back' }, { type: 'went_back' });
    expect(refused.screen.name).to.equal('camera_primer');
    const face = { paths: pathsWith('whole'), requirements: [accepted('document_front'), missing('liveness')] };
    const atFace = stateAfter(welcome, loadedWith(face), next);
    expect(atFace.screen.name).to.equal('liveness_primer');
    for (const state of [photographed, refused, atFace]) {
      expect(offersPaths(state), state.screen.name).to.equal(false);
      expect(follow(state, wanted)).to.deep.equal({ state, effects: [] });
    }
  });

  it('is offered before the face check of a path without a document, which has no other way back', () => {
    const face = { paths: pathsWith('whole'), requirements: [accepted('consent'), missing('liveness')] };
    const state = stateAfter(welcome, loadedWith(face), next);
    expect([state.screen.name, offersPaths(state)]).to.deep.equal(['liveness_primer', true]);
  });

  it('is told by what the person does; of two that are the same to them the open one is there', () => {
    const steps = ['consent', 'document_front'] as const;
    const listed = (open: string): State['profile'] =>
      aFlowProfile({
        paths: [
          { id: 'one', steps, open: open === 'one' },
          { id: 'two', steps: [...steps, 'device'], open: open === 'two' },
          { id: 'face', steps: ['liveness'], open: open === 'face' },
          { id: 'device', steps: ['consent', 'device'], open: false },
        ],
      });
    const idsOf = (open: string) => pathsToChoose({ ...firstState, profile: listed(open) }).map(({ id }) => id);
    expect(idsOf('one')).to.deep.equal(['one', 'face']);
    expect(idsOf('two')).to.deep.equal(['two', 'face']);
    expect(idsOf('face')).to.deep.equal(['one', 'face']);
    expect(pathsWith('whole').map(stepsToTell)).to.deep.equal([
      ['document_front', 'liveness'],
      ['document_front', 'document_back'],
    ]);
  });

  it('that is not listed, or chosen on another screen, changes nothing', () => {
    const choice = stateAfter(primer, wanted);
    expect(follow(choice, chosen('wallet'))).to.deep.equal({ state: choice, effects: [] });
    expect(follow(primer, chosen('paper'))).to.deep.equal({ state: primer, effects: [] });
  });

  it('goes on with what is asked for now where it is refused, and is sent again where it is lost', () => {
    const { state: sent } = follow(primer, wanted, chosen('paper'));
    const failed = (fault: Extract<PageEvent, { type: 'failed' }>['fault']) =>
      stateAfter(sent, { type: 'failed', fault, call });
    expect(failed({ code: 'invalid_transition' }).screen.name).to.equal('elsewhere');
    expect(failed({ code: 'validation_failed', retryable: false }).screen).to.deep.equal({
      name: 'trouble',
      call: { type: 'load' },
    });
    expect(follow(failed({ code: 'no_answer' }), { type: 'came_online' }).effects).to.deep.equal([call]);
  });

  it('stays open where a translation that was read before its choice comes late', () => {
    const { requirements } = paper;
    const german: PageEvent = { type: 'chose_language', language: 'de' };
    const late: PageEvent = {
      type: 'translated',
      language: 'de',
      profile: aFlowProfile({ paths: pathsWith('whole'), requirements, language: 'de' }),
      settings: theFlowSettings(),
    };
    const { profile } = stateAfter(welcome, loadedWith(paper), german, late);
    expect([profile?.language, profile?.paths]).to.deep.equal(['de', pathsWith('paper')]);
  });

  it('is no step of its own in what is counted', () => {
    const choice = stateAfter(primer, wanted);
    expect(reportsOf(primer, wanted, choice)).to.deep.equal([]);
    const back = stateAfter(choice, { type: 'went_back' });
    expect(reportsOf(choice, { type: 'went_back' }, back)).to.deep.equal([]);
  });
});
