import { anAccessLine } from '@portcullis/contracts/builders';
import { E, TE } from '@portcullis/domain';
import type { AccessEvent, AccessRecorder } from '@portcullis/http';
import { expect } from 'chai';
import { openServer, type TestServer } from '../../support/http/server.ts';
import { ada, bob, fileId, sessionId, stubServices, theEntry } from '../../support/http/stub-services.ts';

const withToken = (token: string) => ({ authorization: `Bearer ${token}` });
const json = { 'content-type': 'application/json' };

describe('looks at what is kept about people', () => {
  const looks: AccessEvent[] = [];
  const state = { room: true };
  const access: AccessRecorder = { hasRoom: () => state.room, record: (event) => void looks.push(event) };
  let server: TestServer;

  before(async () => {
    server = await openServer({ access });
  });
  after(() => server.close());
  beforeEach(() => {
    looks.length = 0;
    state.room = true;
  });

  const look = async (path: string, token = 'machine', more: Partial<Parameters<TestServer['send']>[0]> = {}) => {
    const response = await server.send({ path, ...more, headers: { ...withToken(token), ...more.headers } });
    return { response, looks: [...looks] };
  };

  it('are recorded with who, what, which profile and file, and the request id', async () => {
    const path = `/api/profiles/${ada}/files/${fileId}`;
    const { response, looks: found } = await look(path, 'machine', { headers: { 'request-id': 'trace-7' } });
    expect(response.status).to.equal(200);
    expect(found.map(({ caller, ...rest }) => ({ ...rest, kind: caller.kind }))).to.deep.equal([
      {
        requestId: 'trace-7',
        operation: 'readFile',
        kind: 'machine',
        profileId: ada,
        fileId,
        profileIds: null,
        reviewerId: null,
        status: 200,
      },
    ]);
  });

  it('are recorded for the person too, under the link', async () => {
    const { looks: found } = await look(`/api/profiles/${ada}`, 'flow');
    expect(found.map(({ caller, profileId }) => [caller.kind, profileId])).to.deep.equal([['flow', ada]]);
  });

  it('are recorded for a list in one line with the profiles that it showed', async () => {
    const { looks: found } = await look('/api/profiles');
    expect(found.map(({ profileId, profileIds }) => ({ profileId, profileIds }))).to.deep.equal([
      { profileId: null, profileIds: [ada] },
    ]);
  });

  it('name the reviewer of a review', async () => {
    const body = JSON.stringify({ event: 'review_declined', reviewer: { id: 'staff-0217', name: 'M. Keller' } });
    const { looks: found } = await look(`/api/status_history/${ada}`, 'machine', {
      method: 'POST',
      headers: json,
      body,
    });
    expect(found.map(({ operation, reviewerId }) => [operation, reviewerId])).to.deep.equal([
      ['postStatusEvent', 'staff-0217'],
    ]);
  });

  it('are recorded of a liveness result, whose path names no profile', async () => {
    const { looks: found } = await look(`/api/face-liveness/results/${sessionId}`);
    expect(found.map(({ profileId }) => profileId)).to.deep.equal([ada]);
  });

  it('are recorded of a stored answer to a repeated request', async () => {
    const body = JSON.stringify({ reference: 'customer-1' });
    const request = { method: 'POST', headers: { ...json, 'idempotency-key': 'key-1' }, body };
    await look('/api/profiles/create', 'machine', request);
    const { response, looks: found } = await look('/api/profiles/create', 'machine', request);
    expect(response.headers['idempotent-replayed']).to.equal('true');
    expect(found.map(({ operation, profileId }) => [operation, profileId])).to.deep.equal([
      ['createProfile', ada],
      ['createProfile', ada],
    ]);
  });

  it('are not recorded of what shows nothing: refusals, what the caller has already, and what is not about a person', async () => {
    const { response: first } = await look(`/api/profiles/${ada}`);
    looks.length = 0;
    const etag = `${first.headers['etag']}`;
    expect(
      (await look(`/api/profiles/${ada}`, 'machine', { headers: { 'if-none-match': etag } })).response.status,
    ).to.equal(304);
    for (const path of [`/api/profiles/${bob}`, '/api/settings', '/', '/docs', '/openapi.json', '/nothing'])
      await look(path);
    for (const token of ['expired', 'nobody', 'only.profiles.write']) await look(`/api/profiles/${ada}`, token);
    expect(looks).to.deep.equal([]);
  });

  it('are not recorded of a page of a list on which no profile stands', async () => {
    const services = stubServices({ listProfiles: () => TE.right({ items: [], next: null }) });
    const other = await openServer({ access, services });
    const { status } = await other.send({ path: '/api/profiles', headers: withToken('machine') });
    await other.close();
    expect([status, looks]).to.deep.equal([200, []]);
  });

  it('are refused with 503 before anything is read or changed, while no line can be written', async () => {
    let calls = 0;
    const counted = stubServices();
    const other = await openServer({
      access,
      services: {
        ...counted,
        getProfile: (input) => {
          calls += 1;
          return counted.getProfile(input);
        },
        appendVerificationEvent: () => {
          calls += 1;
          return TE.right(theEntry);
        },
      },
    });
    state.room = false;
    const read = await other.send({ path: `/api/profiles/${ada}`, headers: withToken('machine') });
    const body = JSON.stringify({ type: 'partner.call_made' });
    const path = `/api/verification_history/${ada}`;
    const write = await other.send({ method: 'POST', path, headers: { ...withToken('machine'), ...json }, body });
    const settings = await other.send({ path: '/api/settings', headers: withToken('machine') });
    await other.close();
    expect([read.status, write.status, settings.status]).to.deep.equal([503, 503, 200]);
    expect(read.json).to.deep.include({ code: 'database_unavailable', retryable: true });
    expect(read.headers['retry-after']).to.equal('5');
    expect([calls, looks.length]).to.deep.equal([0, 0]);
  });

  it('put the id of the profile into the record of the request, and no id that only the caller has written', async () => {
    const idOf = async (path: string, token = 'machine') => {
      const { response } = await look(path, token);
      return (await server.recordOf(`${response.headers['request-id']}`)).profileId;
    };
    expect(await idOf(`/api/profiles/${ada}`)).to.equal(ada);
    expect(await idOf(`/api/profiles/${ada}`, 'flow')).to.equal(ada);
    expect(await idOf(`/api/face-liveness/results/${sessionId}`)).to.equal(ada);
    expect(await idOf('/api/profiles/annaerikssonabc')).to.equal(null);
    expect(await idOf('/api/profiles')).to.equal(null);
  });
});

describe('GET /api/access-log', () => {
  const place = { at: '2026-05-04T10:00:00.000Z', id: 'a7c1d9e4f2b8h3j', line: 4 };

  it('answers the lines of the caller with a cursor, in pages', async () => {
    const asked: unknown[] = [];
    const server = await openServer({
      services: stubServices({
        readAccessLog: (input) => {
          asked.push(input);
          return async () =>
            E.right({
              lines: [{ line: anAccessLine(), position: place }],
              damaged: asked.length === 1 ? [] : [place],
              next: asked.length === 1 ? place : null,
            });
        },
      }),
    });
    const headers = withToken('only.access-log.read');
    const first = await server.send({ path: '/api/access-log?limit=1', headers });
    const id = 'mor135s0.a7c1d9e4f2b8h3j.4';
    const next = await server.send({
      path: `/api/access-log?limit=1&after=${id}&from=2026-05-01T02:00:00%2B02:00`,
      headers,
    });
    const refused = await server.send({ path: '/api/access-log?after=x', headers });
    const other = await server.send({ path: '/api/access-log', headers: withToken('only.profiles.read') });
    await server.close();
    expect(first.json).to.deep.equal({ object: 'list', data: [{ id, ...anAccessLine() }], next_after: id, damaged: 0 });
    expect(next.json).to.deep.include({ next_after: null, damaged: 1 });
    expect(asked[1]).to.deep.include({ after: place, from: '2026-05-01T00:00:00.000Z', limit: 1 });
    expect([refused.status, other.status]).to.deep.equal([400, 403]);
  });
});
