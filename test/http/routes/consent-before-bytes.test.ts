import { connect } from 'node:net';
import { memoryMediaNormalizer } from '@portcullis/adapter-memory';
import type { MediaNormalizer } from '@portcullis/domain';
import { expect } from 'chai';
import { type MemoryServer, machineToken, openMemoryServer } from '../../support/http/memory-server.ts';
import { aFile, bodyOf, multipartType, openBody, type Part } from '../../support/http/multipart.ts';
import type { TestResponse } from '../../support/http/server.ts';
import { tinyJpeg } from '../../support/images/tiny-jpeg.ts';
import { replaceProfile } from '../../support/records/memory-records.ts';
import { mustSucceed } from '../../support/run.ts';
import { aService, type ServiceChanges, stored } from '../../support/services/memory-service.ts';
import { submitEverything } from '../../support/services/submit-everything.ts';

const front = aFile('document_front', tinyJpeg());
const writing = machineToken('profiles:read', 'profiles:write');
const consentBody = (granted: boolean) => ({ consent: { text_version: '1', locale: 'en', granted } });
const consentPart = (granted = true): Part => ({
  name: 'consent',
  content: JSON.stringify(consentBody(granted).consent),
});

const codeOf = ({ json, status }: TestResponse) => [status, Object(json).code, Object(json).missing ?? null];
const required = [409, 'consent_required', ['consent']];

describe('pictures of a person who has not consented', () => {
  let api: MemoryServer;
  let decoded: number;
  beforeEach(async () => {
    decoded = 0;
    const plain = memoryMediaNormalizer();
    const media: MediaNormalizer = {
      normalize: (...given) => {
        decoded += 1;
        return plain.normalize(...given);
      },
    };
    api = await openMemoryServer(aService({ media }));
  });
  afterEach(() => api.server.close());

  const patch = (sent: Parameters<MemoryServer['send']>[2]) => api.send('PATCH', `/api/profiles/${api.id}`, sent);
  const analyze = (sent: Parameters<MemoryServer['send']>[2]) => api.send('POST', '/api/ai/document-analysis', sent);

  /** Nothing was decoded, stored or sent to a provider. */
  const expectNothingTaken = async () => {
    const { evidence } = await stored(api.service, api.id);
    expect([decoded, api.service.records.files.size, api.service.readerCalls.calls]).to.deep.equal([0, 0, 0]);
    expect(evidence.filter(({ kind }) => kind !== 'consent')).to.deep.equal([]);
  };

  it('are refused with what is missing, from the person and from the partner, with a key and without', async () => {
    const profileId: Part = { name: 'profile_id', content: api.id };
    const multipart = bodyOf([front]);
    const session = '/api/face-liveness/session';
    const requests: readonly ((key: object) => Promise<TestResponse>)[] = [
      (key) => patch({ multipart, ...key }),
      (key) => patch({ multipart, token: writing, ...key }),
      (key) => analyze({ multipart, ...key }),
      (key) => analyze({ multipart: bodyOf([profileId, front]), token: writing, ...key }),
      (key) => api.send('POST', session, { json: {}, ...key }),
      (key) => api.send('POST', session, { json: { profile_id: api.id }, token: writing, ...key }),
      () => api.send('GET', '/api/cloud/credentials'),
      () => api.send('GET', `/api/cloud/credentials?profile_id=${api.id}`, { token: writing }),
    ];
    for (const [n, request] of requests.entries()) {
      expect(codeOf(await request({})), `request ${n}`).to.deep.equal(required);
      expect(codeOf(await request({ key: `key-${n}` })), `request ${n} with a key`).to.deep.equal(required);
    }
    await expectNothingTaken();
  });

  /** Sends the head of a request for 100,000 bytes and this much of its body; answers the beginning of the response. */
  const answerTo = (line: string, type: string, body: Uint8Array): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(api.server.port, '127.0.0.1', () => {
        const authorization = `Authorization: Bearer ${api.flow}`;
        const head = [`${line} HTTP/1.1`, 'Host: 127.0.0.1', authorization, `Content-Type: ${type}`];
        socket.write(`${[...head, 'Content-Length: 100000'].join('\r\n')}\r\n\r\n`);
        socket.write(body);
      });
      socket.once('error', reject);
      socket.once('data', (bytes) => {
        socket.destroy();
        resolve(bytes.toString('latin1'));
      });
    });

  it('are refused before the body has come: an upload at its first byte, all else at the head', async () => {
    const half = openBody([aFile('document_front', Buffer.alloc(64 * 1024))]).subarray(0, -1000);
    const nothing = new Uint8Array(0);
    for (const answer of [
      await answerTo(`PATCH /api/profiles/${api.id}`, multipartType, half),
      await answerTo('POST /api/ai/document-analysis', multipartType, nothing),
      await answerTo('POST /api/face-liveness/session', 'application/json', nothing),
    ]) {
      expect(answer).to.match(/^HTTP\/1\.1 409 /);
    }
  });

  it('are taken with the consent in an earlier part, and refused with the consent after them', async () => {
    expect(codeOf(await patch({ multipart: bodyOf([front, consentPart()]) }))).to.deep.equal(required);
    await expectNothingTaken();
    expect((await patch({ multipart: bodyOf([consentPart(), front]) })).status).to.equal(200);
    expect(api.service.records.files.size).to.equal(1);
  });

  it('leave a file field that was left empty alone', async () => {
    const empty: Part = { name: 'document_front', content: '', file: '' };
    const language: Part = { name: 'language', content: 'de' };
    expect((await patch({ multipart: bodyOf([empty, language]) })).status).to.equal(200);
  });

  it('are taken once the person has consented, under the same key', async () => {
    const sent = { multipart: bodyOf([front]), key: 'key-1' };
    expect(codeOf(await patch(sent))).to.deep.equal(required);
    await patch({ json: consentBody(true) });
    expect((await patch(sent)).status).to.equal(200);
    const again = await patch(sent);
    expect([again.status, again.headers['idempotent-replayed']]).to.deep.equal([200, 'true']);
    expect(decoded).to.equal(1);
  });

  it('that were taken before consent was withdrawn answer their request again, and no further one', async () => {
    await patch({ json: consentBody(true) });
    const sent = { multipart: bodyOf([front]), key: 'key-1' };
    const first = await analyze(sent);
    expect(first.status).to.equal(200);
    const id = api.id;
    const before = await stored(api.service, id);
    const asked = { askedSteps: ['consent'], attempt: { number: 2, max: 3 } } as const;
    await replaceProfile(api.service.records, { ...before, ...asked });
    const again = await analyze(sent);
    expect([again.status, again.text, again.headers['idempotent-replayed']]).to.deep.equal([200, first.text, 'true']);
    expect(codeOf(await analyze({ multipart: bodyOf([front]) }))).to.deep.equal(required);
    const fileId = before.evidence.flatMap((item) => (item.kind === 'file' ? [item.file.id] : []))[0];
    const byName = { json: { profile_id: id, front_file_id: fileId }, token: writing };
    expect(codeOf(await analyze(byName))).to.deep.equal(required);
  });
});

describe('the result of a liveness session that is fetched beside a withdrawal of consent', () => {
  it('leaves no face in the store, and none to download', async () => {
    let answer = (): void => undefined;
    const withdrawn = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let asked = (): void => undefined;
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const liveness: ServiceChanges['liveness'] = (provider) => ({
      ...provider,
      read: (session) => async () => {
        asked();
        await withdrawn;
        return provider.read(session)();
      },
    });
    const api = await openMemoryServer(aService({ liveness }));
    try {
      const path = `/api/profiles/${api.id}`;
      await api.send('PATCH', path, { json: consentBody(true) });
      const session = await api.send('POST', '/api/face-liveness/session', { json: {} });
      const reading = api.send('GET', `/api/face-liveness/results/${Object(session.json).session_id}`);
      await isAsked;
      expect((await api.send('PATCH', path, { json: consentBody(false) })).status).to.equal(200);
      answer();
      const result = await reading;
      expect([result.status, Object(result.json).reference_image_file_id ?? null]).to.deep.equal([200, null]);
      const { json } = await api.send('GET', path, { token: writing });
      expect([Object(json).files, api.service.records.files.size]).to.deep.equal([[], 0]);
    } finally {
      await api.server.close();
    }
  });
});

describe('a withdrawal of consent over HTTP', () => {
  it('is accepted in review by itself, from the person and the partner', async () => {
    for (const token of [undefined, writing]) {
      const api = await openMemoryServer(aService({ scenario: 'review_face_borderline' }));
      await submitEverything({ ...api, caller: (await mustSucceed(api.service.tokens.verify(api.flow))).principal });
      const patch = (sent: Parameters<MemoryServer['send']>[2]) =>
        api.send('PATCH', `/api/profiles/${api.id}`, { ...sent, ...(token && { token }) });
      const before = await stored(api.service, api.id);
      expect(before.status).to.equal('in_review');
      for (const refused of [
        { json: { ...consentBody(false), language: 'de' } },
        { json: consentBody(true) },
        { multipart: bodyOf([consentPart(false), front]) },
      ]) {
        const answer = await patch(refused);
        expect([answer.status, Object(answer.json).code]).to.deep.equal([409, 'invalid_transition']);
        expect(Object(answer.json).detail).to.contain('Nothing of this request was recorded.');
      }
      expect(await stored(api.service, api.id)).to.deep.equal(before);
      const withdrawn = await patch({ json: consentBody(false) });
      expect([withdrawn.status, Object(withdrawn.json).status]).to.deep.equal([200, 'in_review']);
      expect((await stored(api.service, api.id)).evidence.at(-1)).to.deep.include({ kind: 'consent', granted: false });
      await api.server.close();
    }
  });
});

describe('a refusal of consent over HTTP', () => {
  it('is accepted with a version of the text that is not known, and a consent is not', async () => {
    const api = await openMemoryServer();
    const path = `/api/profiles/${api.id}`;
    const unknown = (granted: boolean) => ({ consent: { text_version: 'no-such-text', locale: 'en', granted } });
    const given = await api.send('PATCH', path, { json: unknown(true) });
    expect([given.status, Object(given.json).code]).to.deep.equal([422, 'validation_failed']);
    expect((await api.send('PATCH', path, { json: consentBody(true) })).status).to.equal(200);
    expect((await api.send('PATCH', path, { json: unknown(false) })).status).to.equal(200);
    const { evidence } = await stored(api.service, api.id);
    expect(evidence.findLast(({ kind }) => kind === 'consent')).to.deep.include({ granted: false });
    await api.server.close();
  });
});
