import { expect } from 'chai';
import { type MemoryServer, machineToken, openMemoryServer } from '../../support/http/memory-server.ts';
import { aFile, bodyOf, type Part } from '../../support/http/multipart.ts';
import { tinyJpeg } from '../../support/images/tiny-jpeg.ts';
import { stored } from '../../support/services/memory-service.ts';

const front = aFile('document_front', tinyJpeg());
const writing = machineToken('profiles:read', 'profiles:write');
const consentBody = (granted: boolean) => ({ consent: { text_version: '1', locale: 'en', granted } });
const consentPart = (granted: boolean): Part => ({
  name: 'consent',
  content: JSON.stringify(consentBody(granted).consent),
});

/** The status, the code, the errors and the missing steps of a response. */
const partsOf = ({ json, status }: { readonly json: unknown; readonly status: number }) => {
  const { code, errors = null, missing = null } = Object(json);
  return [status, code, errors, missing];
};

describe('a withdrawal of consent in one form with a file', () => {
  let api: MemoryServer;
  beforeEach(async () => {
    api = await openMemoryServer();
  });
  afterEach(() => api.server.close());

  const patch = (sent: Parameters<MemoryServer['send']>[2]) => api.send('PATCH', `/api/profiles/${api.id}`, sent);
  const granted = async () =>
    (await stored(api.service, api.id)).evidence.flatMap((item) => (item.kind === 'consent' ? [item.granted] : []));

  const refusal = [
    422,
    'validation_failed',
    [
      {
        pointer: '/consent',
        message: 'a refusal or withdrawal of consent is sent without files; nothing of this request was recorded',
      },
    ],
    null,
  ];

  it('is refused as a whole, in any order, with a key and without, and is told to come by itself', async () => {
    await patch({ json: consentBody(true) });
    for (const token of [api.flow, writing]) {
      for (const parts of [
        [consentPart(false), front],
        [front, consentPart(false)],
      ]) {
        const sent = { multipart: bodyOf(parts), token };
        expect(partsOf(await patch(sent))).to.deep.equal(refusal);
        const key = `${token.slice(0, 8)}-${parts.indexOf(front)}`;
        expect(partsOf(await patch({ ...sent, key }))).to.deep.equal(refusal);
      }
    }
    expect([await granted(), api.service.records.files.size]).to.deep.equal([[true], 0]);
    expect((await patch({ json: consentBody(false) })).status).to.equal(200);
    expect(await granted()).to.deep.equal([true, false]);
  });

  it('is refused as a whole where nothing was consented to before, and says so where the file comes first', async () => {
    expect(partsOf(await patch({ multipart: bodyOf([consentPart(false), front]) }))).to.deep.equal(refusal);
    const first = await patch({ multipart: bodyOf([front, consentPart(false)]) });
    expect(partsOf(first)).to.deep.equal([409, 'consent_required', null, ['consent']]);
    expect(Object(first.json).detail).to.contain('Nothing of this request was recorded.');
    expect([await granted(), api.service.records.files.size]).to.deep.equal([[], 0]);
  });

  it('takes effect beside a language, which is no file', async () => {
    await patch({ json: consentBody(true) });
    expect(
      (await patch({ multipart: bodyOf([consentPart(false), { name: 'language', content: 'de' }]) })).status,
    ).to.equal(200);
    expect(await granted()).to.deep.equal([true, false]);
  });
});

describe('pictures and a face after consent was refused', () => {
  const refusals = {
    declined: async (_: MemoryServer) => undefined,
    withdrawn: (api: MemoryServer) => api.send('PATCH', `/api/profiles/${api.id}`, { json: consentBody(true) }),
  };

  for (const [what, prepare] of Object.entries(refusals)) {
    it(`are refused for want of consent while a reviewer works, where it was ${what}`, async () => {
      const api = await openMemoryServer();
      await prepare(api);
      const path = `/api/profiles/${api.id}`;
      const refused = await api.send('PATCH', path, { json: consentBody(false) });
      expect(Object(refused.json).status).to.equal('in_review');
      const multipart = bodyOf([front]);
      const ofProfile = bodyOf([{ name: 'profile_id', content: api.id }, front]);
      const session = '/api/face-liveness/session';
      const answers = await Promise.all([
        api.send('PATCH', path, { multipart }),
        api.send('PATCH', path, { multipart, key: 'one' }),
        api.send('PATCH', path, { multipart: bodyOf([consentPart(true), front]) }),
        api.send('PATCH', path, { multipart, token: writing }),
        api.send('POST', '/api/ai/document-analysis', { multipart }),
        api.send('POST', '/api/ai/document-analysis', { multipart: ofProfile, token: writing }),
        api.send('POST', session, { json: {} }),
        api.send('POST', session, { json: { profile_id: api.id }, token: writing }),
        api.send('GET', '/api/cloud/credentials'),
      ]);
      for (const [n, answer] of answers.entries()) {
        expect(partsOf(answer), `request ${n}`).to.deep.equal([409, 'consent_required', null, ['consent']]);
        expect(Object(answer.json).detail, `request ${n}`).to.contain('when a reviewer asks for it');
      }
      expect(api.service.records.files.size).to.equal(0);
      // What needs no consent is refused for the status.
      const language = await api.send('PATCH', path, { json: { language: 'de' } });
      expect(partsOf(language)).to.deep.equal([409, 'invalid_transition', null, null]);
      await api.server.close();
    });
  }
});
