import type { Result } from '@portcullis/client/flow';
import { expect } from 'chai';
import { openPage } from '#verify/flow/page';
import {
  accepted,
  aFlowProfile,
  aLivenessSession,
  missing,
  theFlowSettings,
} from '../../../support/clients/flow-answers.ts';
import {
  atDocument,
  type FlowService,
  ok,
  scriptedFlow,
  settled,
  still,
} from '../../../support/clients/scripted-flow.ts';

const refusal: Extract<Result<unknown>, { ok: false }>['problem'] = {
  type: 'about:blank',
  title: 'Too many requests',
  status: 429,
  code: 'rate_limited',
  request_id: 'r1',
  retryable: true,
  retry_after: 60,
};

const photo = new Blob(['photo']);

describe('the page over its service', () => {
  it('asks nobody where the link has no token', async () => {
    const page = openPage({ service: null, ...still });
    expect(page.state().screen).to.deep.equal({ name: 'link', fault: 'missing' });
  });

  it('sends the whole photo, with the document that the person named', async () => {
    const { calls, service } = scriptedFlow();
    const page = openPage({ service, ...still });
    await settled();
    page.dispatch({ type: 'continued' });
    page.dispatch({ type: 'chose', choice: { type: 'passport', country: 'UTO' } });
    page.dispatch({ type: 'continued' });
    page.dispatch({ type: 'took_photo', photo });
    page.dispatch({ type: 'accepted_photo' });
    await settled();
    expect(calls.slice(1)).to.deep.equal([
      ['analyzeDocumentWithFiles', { document_front: photo, document_type_hint: 'passport', country_hint: 'UTO' }],
    ]);
  });

  it('opens another path, and reads its settings', async () => {
    const paths = [
      { id: 'whole', steps: ['document_front', 'liveness'], open: true },
      { id: 'paper', steps: ['document_front'], open: false },
    ] as const;
    const { calls, service } = scriptedFlow({ getProfile: async () => ok({ ...atDocument, paths }) });
    const page = openPage({ service, ...still });
    await settled();
    page.dispatch({ type: 'wanted_path' });
    page.dispatch({ type: 'chose_path', path: 'paper' });
    await settled();
    expect(calls.slice(1)).to.deep.equal([
      ['updateProfile', { path: 'paper' }],
      ['readSettings', {}],
    ]);
    expect([page.state().screen.name, page.state().isBusy]).to.deep.equal(['welcome', false]);
  });

  it('keeps the photo of the front where the service refuses that of the back', async () => {
    const errors = [{ pointer: '/document_back', message: 'expected an image' }];
    const problem = { ...refusal, code: 'unsupported_media_type', retryable: false, errors } as const;
    const sent: unknown[] = [];
    const { service } = scriptedFlow({
      analyzeDocumentWithFiles: async (body) => {
        sent.push(body);
        return { ok: false, problem };
      },
    });
    const page = openPage({ service, ...still });
    await settled();
    const good = new Blob(['good']);
    const other = new Blob(['other']);
    page.dispatch({ type: 'continued' });
    page.dispatch({ type: 'chose', choice: { type: 'id_card', country: null } });
    for (const taken of [good, photo]) {
      page.dispatch({ type: 'took_photo', photo: taken });
      page.dispatch({ type: 'accepted_photo' });
    }
    await settled();
    expect(page.state().screen).to.deep.equal({ name: 'photo_refused', sides: ['back'] });
    page.dispatch({ type: 'continued' });
    expect(page.state().screen).to.deep.equal({ name: 'camera_primer', side: 'back' });
    page.dispatch({ type: 'took_photo', photo: other });
    page.dispatch({ type: 'accepted_photo' });
    await settled();
    expect(sent.at(-1)).to.deep.equal({
      document_front: good,
      document_back: other,
      document_type_hint: 'id_card',
    });
  });

  it('sends the language that the person chooses, and reads the consent in it', async () => {
    const { calls, service } = scriptedFlow();
    const page = openPage({ service, ...still });
    await settled();
    page.dispatch({ type: 'chose_language', language: 'ar' });
    await settled();
    expect(calls).to.deep.equal([
      ['readSettings', {}],
      ['updateProfile', { language: 'ar' }],
      ['readSettings', { language: 'ar' }],
    ]);
  });

  it('records the text that was shown, and the refusal of it', async () => {
    const asked = aFlowProfile();
    const { calls, service } = scriptedFlow({ getProfile: async () => ok(asked) });
    const page = openPage({ service, ...still });
    await settled();
    page.dispatch({ type: 'continued' });
    page.dispatch({ type: 'declined' });
    page.dispatch({ type: 'declined' });
    await settled();
    expect(calls.slice(1)).to.deep.equal([
      ['updateProfile', { consent: { text_version: '1', locale: 'en', granted: false } }],
    ]);
  });

  it('tells the service that the face check alone is refused, by whoever goes on without it', async () => {
    const atFace = aFlowProfile({ requirements: [accepted('consent'), missing('liveness')] });
    const { calls, service } = scriptedFlow({ getProfile: async () => ok(atFace) });
    const page = openPage({ service, ...still });
    await settled();
    page.dispatch({ type: 'continued' });
    page.dispatch({ type: 'declined' });
    page.dispatch({ type: 'declined' });
    await settled();
    expect(calls.filter(([name]) => name === 'updateProfile')).to.deep.equal([
      ['updateProfile', { consent: { text_version: '1', locale: 'en', granted: false, scope: 'face' } }],
    ]);
  });

  describe('before the face check', () => {
    const atFace = aFlowProfile({ requirements: [accepted('consent'), missing('liveness')] });
    const startFace = async (
      settings: ReturnType<typeof theFlowSettings>,
      profile = atFace,
      over: Partial<FlowService> = {},
    ) => {
      const { calls, service } = scriptedFlow({
        getProfile: async () => ok(profile),
        readSettings: async () => ok(settings),
        ...over,
      });
      const page = openPage({ service, ...still });
      await settled();
      page.dispatch({ type: 'continued' });
      page.dispatch({ type: 'continued' });
      await settled();
      return { calls, screen: page.state().screen };
    };
    const face = { name: 'liveness', session: aLivenessSession };

    it('sends an invented device event in a sandbox that takes one', async () => {
      const { calls, screen } = await startFace(theFlowSettings());
      expect(calls).to.deep.equal([['updateProfile', { device: { event_id: `sim-${atFace.id}` } }]]);
      expect(screen).to.deep.equal(face);
    });

    it('sends none outside of a sandbox, where the policy takes none, and where there is one', async () => {
      const production = await startFace(theFlowSettings({ sandbox: null }));
      const untaken = await startFace(theFlowSettings({ steps: { required: ['liveness'], optional: [] } }));
      const present = aFlowProfile({ requirements: [missing('liveness'), accepted('device')] });
      for (const { calls, screen } of [production, untaken, await startFace(theFlowSettings(), present)])
        expect([calls, screen]).to.deep.equal([[], face]);
    });

    it('sends the event that an agent makes of this device outside of a sandbox, once', async () => {
      const agent = { endpoint: 'https://metrics.acme.example', public_key: 'key1' };
      const settings = theFlowSettings({ sandbox: null, fingerprint: { region: 'eu', agent } });
      const made: unknown[] = [];
      const makeDeviceEvent: FlowService['makeDeviceEvent'] = async (...given) => {
        made.push(given);
        return 'event1';
      };
      const { calls, screen } = await startFace(settings, atFace, { makeDeviceEvent });
      expect([made, calls]).to.deep.equal([
        [[settings.fingerprint, atFace.id]],
        [['updateProfile', { device: { event_id: 'event1' } }]],
      ]);
      expect(screen).to.deep.equal(face);
      const none = await startFace(settings, atFace, { makeDeviceEvent: async () => null });
      expect([none.calls, none.screen]).to.deep.equal([[], face]);
    });

    it('goes on where the device event is not taken', async () => {
      const updateProfile = async (): Promise<Result<never>> => ({ ok: false, problem: refusal });
      const { screen } = await startFace(theFlowSettings(), atFace, { updateProfile });
      expect(screen).to.deep.equal(face);
    });
  });

  describe('on a telephone that a desk hands over to', () => {
    const partner = { name: 'Acme' };
    const redeemed = {
      object: 'redeemed_handoff' as const,
      profile_id: atDocument.id,
      status: 'in_progress' as const,
      partner,
      flow_token: 'a.token',
      flow_token_expires_at: '2026-05-04T10:40:00.000Z',
    };
    const openLink = (from: string | null, profileId?: string) => {
      const { calls, service } = scriptedFlow();
      const made: unknown[] = [];
      const connect = (access: unknown) => {
        made.push(access);
        return service;
      };
      const redeem = async () => {
        made.push('redeemed');
        return ok(redeemed);
      };
      return {
        calls,
        made,
        page: openPage({ service: null, handoff: { from, profileId, redeem, connect }, ...still }),
      };
    };

    it('redeems the code at the press of the button, and goes on with the token of the answer', async () => {
      for (const from of ['Acme', null]) {
        const { calls, made, page } = openLink(from);
        await settled();
        expect([made, page.state().screen]).to.deep.equal([[], { name: 'is_this_you', from }]);
        page.dispatch({ type: 'continued' });
        await settled();
        expect(made).to.deep.equal(['redeemed', { profileId: atDocument.id, flowToken: 'a.token' }]);
        await settled();
        expect([calls, page.state().screen]).to.deep.equal([[['readSettings', {}]], { name: 'welcome' }]);
      }
    });

    it('shows no text that cannot be the name of a partner', async () => {
      for (const from of ['x'.repeat(81), 'Acme\u202e', ' ', 'a\nb']) {
        const { made, page } = openLink(from);
        page.dispatch({ type: 'continued' });
        await settled();
        expect([made, page.state().screen]).to.deep.equal([[], { name: 'link', fault: 'code' }]);
      }
    });

    it('goes on for the profile of the address alone', async () => {
      for (const [profileId, name] of [
        [atDocument.id, 'starting'],
        ['another', 'link'],
      ]) {
        const { page } = openLink('Acme', profileId);
        page.dispatch({ type: 'continued' });
        await settled();
        expect([page.state().screen.name === 'link', name]).to.deep.equal([name === 'link', name]);
      }
    });

    it('goes on for no other partner than the one that the link has named', async () => {
      const { made, page } = openLink('Somebody else');
      page.dispatch({ type: 'continued' });
      await settled();
      expect([made, page.state().screen]).to.deep.equal([['redeemed'], { name: 'link', fault: 'code' }]);
    });
  });

  it('goes on where a call ends in an exception', async () => {
    const { service } = scriptedFlow({
      readSettings: async () => {
        throw new TypeError('broken');
      },
    });
    const page = openPage({ service, ...still });
    await settled();
    expect(page.state().screen).to.deep.equal({ name: 'trouble', call: { type: 'load' } });
  });

  it('reports each step with its time, and nothing of the person', async () => {
    const reports: unknown[] = [];
    const { service } = scriptedFlow({
      reportStep: async (report) => {
        reports.push(report);
        return ok(null);
      },
    });
    let now = 0;
    const page = openPage({ ...still, service, now: () => now });
    const later = async (ms: number, event: Parameters<typeof page.dispatch>[0]): Promise<void> => {
      await settled();
      now += ms;
      page.dispatch(event);
    };
    await later(1500, { type: 'continued' });
    await later(2500.4, { type: 'chose', choice: { type: 'passport', country: null } });
    await later(1000, { type: 'continued' });
    await later(100, { type: 'camera_failed', fault: 'denied' });
    await later(900, { type: 'took_photo', photo });
    expect(reports).to.deep.equal([
      { step: 'welcome', outcome: 'shown' },
      { step: 'welcome', outcome: 'done', duration_ms: 1500 },
      { step: 'document_choice', outcome: 'shown' },
      { step: 'document_choice', outcome: 'done', duration_ms: 2500 },
      { step: 'camera', outcome: 'shown' },
      { step: 'camera', outcome: 'done', duration_ms: 1000 },
      { step: 'document_front', outcome: 'shown' },
      { step: 'camera', outcome: 'failed', error: 'camera_denied', duration_ms: 1100 },
      { step: 'camera', outcome: 'done', duration_ms: 2000 },
      { step: 'document_front', outcome: 'shown' },
    ]);
  });
});
