import type { FlowSettings, Result } from '@portcullis/client/flow';
import { openPage } from '@portcullis/verify/flow';
import { expect } from 'chai';
import {
  accepted,
  aFlowProfile,
  aLivenessSession,
  missing,
  theFlowSettings,
} from '../../../support/clients/flow-answers.ts';

const ok = <T>(value: T): Promise<Result<T>> =>
  Promise.resolve({ ok: true, value, status: 200, headers: new Headers() });

type Service = NonNullable<Parameters<typeof openPage>[0]['service']>;
type Call = readonly [name: string, body?: unknown];

const atDocument = aFlowProfile({ requirements: [accepted('consent'), missing('document_front')] });

/** A service that keeps what it was asked, and answers what is asked of a person who has consented. */
const scriptedService = (over: Partial<Service> = {}) => {
  const calls: Call[] = [];
  const service: Service = {
    getProfile: async () => ok(atDocument),
    readSettings: async (query) => {
      calls.push(['readSettings', query]);
      return ok(theFlowSettings());
    },
    updateProfile: async (body) => {
      calls.push(['updateProfile', body]);
      return ok(atDocument);
    },
    updateProfileWithFiles: async (body) => {
      calls.push(['updateProfileWithFiles', body]);
      return ok(atDocument);
    },
    analyzeDocumentWithFiles: async (body) => {
      calls.push(['analyzeDocumentWithFiles', body]);
      return ok({
        id: 'a1',
        object: 'document_analysis',
        view: 'person',
        profile_id: atDocument.id,
        document: { type: 'passport' },
        reasons: [],
        profile_status: 'in_progress',
        created_at: '2026-05-04T10:00:00.000Z',
      });
    },
    makeDeviceEvent: async () => null,
    reportStep: async () => ok(null),
    createHandoff: async () => ok({ object: 'handoff', code: 'a.1', expires_at: '2026-05-04T10:05:00.000Z' }),
    openLivenessSession: async () => ok(aLivenessSession),
    issueBrowserCredentials: async () => {
      throw new Error('not in this test');
    },
    readLivenessResult: async () => {
      throw new Error('not in this test');
    },
    ...over,
  };
  return { calls, service };
};

const refusal: Extract<Result<unknown>, { ok: false }>['problem'] = {
  type: 'about:blank',
  title: 'Too many requests',
  status: 429,
  code: 'rate_limited',
  request_id: 'r1',
  retryable: true,
  retry_after: 60,
};

/** Lets everything happen that was begun. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const photo = new Blob(['photo']);

const names = new WeakMap<object, string>();
/** A picture of so many bytes, by a name. */
const blobOf = (name: string, bytes: number): Blob => {
  const blob = new Blob([new Uint8Array(bytes)]);
  names.set(blob, name);
  return blob;
};

/** Time that stands still. */
const still = { wait: () => undefined, isOnline: () => true, now: () => 0 };

describe('the page over its service', () => {
  it('asks nobody where the link has no token', async () => {
    const page = openPage({ service: null, ...still });
    expect(page.state().screen).to.deep.equal({ name: 'link', fault: 'missing' });
  });

  it('sends the whole photo, with the document that the person named', async () => {
    const { calls, service } = scriptedService();
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

  /** What is sent of a photo of the front and one of the back, each with two frames. */
  const sentOf = async (uploads: Partial<FlowSettings['uploads']>) => {
    const settings = theFlowSettings();
    const { calls, service } = scriptedService({
      readSettings: async () => ok({ ...settings, uploads: { ...settings.uploads, ...uploads } }),
    });
    const page = openPage({ service, ...still });
    await settled();
    page.dispatch({ type: 'continued' });
    page.dispatch({ type: 'chose', choice: { type: 'id_card', country: null } });
    for (const side of ['f', 'b']) {
      page.dispatch({ type: 'continued' });
      const frames = [blobOf(`${side}1`, 30), blobOf(`${side}2`, 20)];
      page.dispatch({ type: 'took_photo', photo: blobOf(side, 10), frames });
      page.dispatch({ type: 'accepted_photo' });
    }
    await settled();
    const [, body] = calls.find(([name]) => name === 'analyzeDocumentWithFiles') ?? [];
    const files = Object.entries(Object(body)).filter(([, value]) => value instanceof Blob);
    return Object.fromEntries(files.map(([name, value]) => [name, names.get(Object(value))]));
  };

  const photos = { document_front: 'f', document_back: 'b' };

  it('sends the frames of its photos where the service makes use of them', async () => {
    expect(await sentOf({ frames: { per_side: 3, max_bytes: 1000 } })).to.deep.equal({
      ...photos,
      document_front_frame_1: 'f1',
      document_back_frame_1: 'b1',
      document_front_frame_2: 'f2',
      document_back_frame_2: 'b2',
    });
    expect(await sentOf({ frames: { per_side: 2, max_bytes: 1000 } })).to.deep.equal({
      ...photos,
      document_front_frame_1: 'f1',
      document_back_frame_1: 'b1',
    });
  });

  it('sends its photos alone where the service makes no use of frames, or does not say so', async () => {
    expect(await sentOf({ frames: { per_side: 1, max_bytes: 1000 } })).to.deep.equal(photos);
    expect(await sentOf({})).to.deep.equal(photos);
  });

  it('leaves out the frames that do not fit, and never a photo', async () => {
    const first = { ...photos, document_front_frame_1: 'f1' };
    expect(await sentOf({ frames: { per_side: 3, max_bytes: 59 } })).to.deep.equal({
      ...first,
      document_front_frame_2: 'f2',
    });
    expect(await sentOf({ frames: { per_side: 3, max_bytes: 0 } })).to.deep.equal(photos);
    const most = 4096 + 20 + 30;
    expect(await sentOf({ frames: { per_side: 3, max_bytes: 1000 }, max_request_bytes: most })).to.deep.equal(first);
    expect(await sentOf({ frames: { per_side: 3, max_bytes: 1000 }, max_request_bytes: 20 })).to.deep.equal(photos);
  });

  it('sends no frame of a photo in whose place a file was chosen', async () => {
    const settings = theFlowSettings();
    const frames = { per_side: 3, max_bytes: 1000 };
    const { calls, service } = scriptedService({
      readSettings: async () => ok({ ...settings, uploads: { ...settings.uploads, frames } }),
    });
    const page = openPage({ service, ...still });
    await settled();
    page.dispatch({ type: 'continued' });
    page.dispatch({ type: 'chose', choice: { type: 'passport', country: null } });
    page.dispatch({ type: 'continued' });
    page.dispatch({ type: 'took_photo', photo, frames: [new Blob(['frame'])] });
    page.dispatch({ type: 'went_back' });
    const file = new Blob(['file']);
    page.dispatch({ type: 'took_photo', photo: file });
    page.dispatch({ type: 'accepted_photo' });
    await settled();
    expect(calls).to.deep.equal([
      ['analyzeDocumentWithFiles', { document_front: file, document_type_hint: 'passport' }],
    ]);
    expect(page.state().frames).to.deep.equal({ front: [], back: [] });
  });

  it('sends the language that the person chooses, and reads the consent in it', async () => {
    const { calls, service } = scriptedService();
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
    const { calls, service } = scriptedService({ getProfile: async () => ok(asked) });
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

  describe('before the face check', () => {
    const atFace = aFlowProfile({ requirements: [accepted('consent'), missing('liveness')] });
    const startFace = async (
      settings: ReturnType<typeof theFlowSettings>,
      profile = atFace,
      over: Partial<Service> = {},
    ) => {
      const { calls, service } = scriptedService({
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
      const makeDeviceEvent: Service['makeDeviceEvent'] = async (...given) => {
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
      ...{ object: 'redeemed_handoff' as const, profile_id: atDocument.id, status: 'in_progress' as const, partner },
      ...{ flow_token: 'a.token', flow_token_expires_at: '2026-05-04T10:40:00.000Z' },
    };
    const openLink = (from: string | null) => {
      const { calls, service } = scriptedService();
      const made: unknown[] = [];
      const connect = (access: unknown) => {
        made.push(access);
        return service;
      };
      const redeem = async () => {
        made.push('redeemed');
        return ok(redeemed);
      };
      return { calls, made, page: openPage({ service: null, handoff: { from, redeem, connect }, ...still }) };
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

    it('goes on for no other partner than the one that the link has named', async () => {
      const { made, page } = openLink('Somebody else');
      page.dispatch({ type: 'continued' });
      await settled();
      expect([made, page.state().screen]).to.deep.equal([['redeemed'], { name: 'link', fault: 'code' }]);
    });
  });

  it('goes on where a call ends in an exception', async () => {
    const { service } = scriptedService({
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
    const { service } = scriptedService({
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
