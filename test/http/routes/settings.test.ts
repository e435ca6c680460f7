import { pipe, TE } from '@portcullis/domain';
import { expect } from 'chai';
import { openServer } from '../../support/http/server.ts';
import { theSettings } from '../../support/http/settings.ts';
import { stubServices } from '../../support/http/stub-services.ts';

describe('the settings', () => {
  it('have the bands of the model that compares faces, and none where the policy has no thresholds for it', async () => {
    const bandsWith = async (faceModel: string) => {
      const models = { 'acme-3': { pass: 40, review: 30 } };
      const policy = { ...theSettings.policy, faceMatch: { ...theSettings.policy.faceMatch, models } };
      const readSettings = () => TE.right({ ...theSettings, policy, faceModel });
      const server = await openServer({ services: { ...stubServices(), readSettings } });
      const { json } = await server.send({ path: '/api/settings', headers: { authorization: 'Bearer machine' } });
      await server.close();
      return Object(json).face_match.bands;
    };
    expect(await bandsWith('acme-3')).to.deep.equal([
      { name: 'pass', at_least: 40 },
      { name: 'review', at_least: 30 },
      { name: 'mismatch', at_least: 0 },
    ]);
    expect(await bandsWith('acme-4')).to.deep.equal([]);
  });

  it('are asked for in a language, which the consent text has, and are answered 304 in that language alone', async () => {
    const stub = stubServices();
    const asked: (string | null)[] = [];
    const server = await openServer({
      services: {
        ...stub,
        readSettings: (input) => {
          asked.push(input.language);
          const text = { version: '2026-01', language: input.language ?? 'en', text: 'Ja.' };
          return pipe(
            stub.readSettings(input),
            TE.map((view) => ({ ...Object(view), consentText: text })),
          );
        },
      },
    });
    const headers = { authorization: 'Bearer flow' };
    const german = await server.send({ path: '/api/settings?language=de', headers });
    expect(german.json)
      .to.have.property('consent')
      .that.deep.equals({
        text_versions: ['2026-01'],
        current: { text_version: '2026-01', language: 'de', text: 'Ja.' },
      });
    const ifNoneMatch = { ...headers, 'if-none-match': String(german.headers['etag']) };
    const again = await server.send({ path: '/api/settings?language=de', headers: ifNoneMatch });
    const english = await server.send({ path: '/api/settings', headers: ifNoneMatch });
    const wrong = await server.send({ path: '/api/settings?language=German!', headers });
    await server.close();
    expect([again.status, english.status, wrong.status]).to.deep.equal([304, 200, 400]);
    expect(asked).to.deep.equal(['de', 'de', null]);
  });

  it('show a person whose partner asks, and a partner nothing of it', async () => {
    const server = await openServer();
    const read = async (token: string) =>
      (await server.send({ path: '/api/settings', headers: { authorization: `Bearer ${token}` } })).json;
    const person = await read('flow');
    const partner = await read('machine');
    await server.close();
    expect(partner).not.to.have.property('partner');
    expect(person).to.have.property('partner').that.deep.equals({
      name: 'Acme',
      logo: null,
      accent_color: '#1a2b3c',
      privacy_url: 'https://acme.example/privacy',
      terms_url: null,
      support_url: null,
      home_url: null,
    });
  });

  it('say that three pictures of a side are made use of where the reader does', async () => {
    const stub = stubServices();
    const perSide = async (readsFrames: boolean | undefined) => {
      const server = await openServer({
        services: {
          ...stub,
          readSettings: () =>
            TE.right({
              ...theSettings,
              ...(readsFrames !== undefined && { readsFrames }),
            }),
        },
      });
      const { json } = await server.send({ path: '/api/settings', headers: { authorization: 'Bearer flow' } });
      await server.close();
      return Object(json).uploads.frames;
    };
    const frames = (per_side: number) => ({ per_side, max_bytes: 10 * 1024 * 1024 });
    expect(await perSide(true)).to.deep.equal(frames(3));
    expect(await perSide(false)).to.deep.equal(frames(1));
    expect(await perSide(undefined)).to.deep.equal(frames(1));
  });
});
