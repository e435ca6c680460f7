import { expect } from 'chai';
import { type MemoryServer, machineToken, openMemoryServer } from '../../support/http/memory-server.ts';
import { stored } from '../../support/services/memory-service.ts';

const reading = machineToken('profiles:read');
const consent = { consent: { text_version: '1', locale: 'en', granted: true } };

describe('a token with profiles:read alone', () => {
  let api: MemoryServer;
  before(async () => {
    api = await openMemoryServer();
  });
  after(() => api.server.close());

  it('is answered a liveness result as it is stored, and moves nothing', async () => {
    const { id, service } = api;
    await api.send('PATCH', `/api/profiles/${id}`, { json: consent });
    const opened = await api.send('POST', '/api/face-liveness/session');
    const path = `/api/face-liveness/results/${Object(opened.json).session_id}`;
    const before = await stored(service, id);
    const { json, status } = await api.send('GET', path, { token: reading });
    expect([status, Object(json).status, Object(json).live]).to.deep.equal([200, 'created', null]);
    await api.send('GET', `/api/profiles/${id}`, { token: reading });
    expect(await stored(service, id)).to.deep.equal(before);
    const writing = await api.send('GET', path, { token: machineToken('profiles:read', 'profiles:write') });
    expect(Object(writing.json).live).to.equal(true);
    expect((await api.send('GET', path, { token: reading })).json).to.deep.equal(writing.json);
  });

  it('may open no session, issue no credentials and supply nothing', async () => {
    const { id } = api;
    const statuses = await Promise.all([
      api.send('POST', '/api/face-liveness/session', { token: reading, json: { profile_id: id } }),
      api.send('GET', `/api/cloud/credentials?profile_id=${id}`, { token: reading }),
      api.send('PATCH', `/api/profiles/${id}`, { token: reading, json: consent }),
      api.send('POST', '/api/ai/document-analysis', { token: reading, json: { profile_id: id } }),
    ]);
    expect(statuses.map(({ status }) => status)).to.deep.equal([403, 403, 403, 403]);
  });
});
