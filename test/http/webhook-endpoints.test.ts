import { TE } from '@portcullis/domain';
import { endpointLimitReached, invalid, versionConflict } from '@portcullis/domain/kernel';
import { encodeFeedCursor } from '@portcullis/events/ports';
import type { Services } from '@portcullis/http';
import { expect } from 'chai';
import { openServer, type TestServer } from '../support/http/server.ts';
import { stubServices } from '../support/http/stub-services.ts';
import { endpointId, theAnswer, theEndpoint, theSecret } from '../support/webhooks/the-endpoint.ts';

const headers = { authorization: 'Bearer only.webhooks.manage', 'content-type': 'application/json' };
const path = '/api/webhook-endpoints';

describe('the endpoints for webhooks', () => {
  let server: TestServer;
  let create: ReturnType<Services['createEndpoint']> = TE.right({ endpoint: theEndpoint, result: theAnswer });
  const created: unknown[] = [];
  const replayed: unknown[] = [];
  const updated: unknown[] = [];
  let update: ReturnType<Services['updateEndpoint']> = TE.right(theEndpoint);

  before(async () => {
    const services = stubServices({
      createEndpoint: ({ caller: _, operation: __, ...input }) => {
        created.push(input);
        return create;
      },
      updateEndpoint: ({ settings }) => {
        updated.push(settings);
        return update;
      },
      replayDeliveries: ({ target }) => {
        replayed.push(target);
        return TE.right(3);
      },
    });
    server = await openServer({ services });
  });
  after(() => server.close());

  const send = (method: string, to = '', body?: unknown) =>
    server.send({ method, path: `${path}${to}`, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });

  it('say of a change that came too late nothing about profiles', async () => {
    update = TE.left(versionConflict);
    const { json, status, text } = await send('PATCH', `/${endpointId}`, { description: 'Another one' });
    update = TE.right(theEndpoint);
    expect(status).to.equal(409);
    expect(json).to.deep.include({ code: 'version_conflict', retryable: true });
    expect(text).not.to.match(/profile/i);
  });

  it('are created with a secret, which no other answer has, and the result of the first ping', async () => {
    const { headers: received, json, status } = await send('POST', '', { url: 'https://acme.example/hooks' });
    expect([status, received['location']]).to.deep.equal([201, `${path}/${endpointId}`]);
    expect(json).to.deep.include({ secret: theSecret });
    expect(json).to.have.property('ping').that.deep.includes({ delivered: true, status: 204, ms: 12 });
    expect(created).to.deep.equal([{ url: 'https://acme.example/hooks', types: null, description: null }]);
    for (const [method, to, body] of [
      ['GET', '', undefined],
      ['GET', `/${endpointId}`, undefined],
      ['PATCH', `/${endpointId}`, { status: 'disabled' }],
      ['POST', `/${endpointId}/ping`, undefined],
      ['GET', `/${endpointId}/deliveries`, undefined],
    ] as const) {
      const answer = await send(method, to, body);
      expect([answer.status, answer.text.includes('whsec_')], `${method} ${to}`).to.deep.equal([200, false]);
    }
    expect((await send('POST', `/${endpointId}/rotate-secret`)).json).to.deep.include({ secret: theSecret });
    expect((await send('DELETE', `/${endpointId}`)).json).to.deep.include({ deleted: true });
  });

  it('are refused with the code of what is wrong', async () => {
    create = TE.left(endpointLimitReached(20));
    expect((await send('POST', '', { url: 'https://a.example' })).json).to.deep.include({
      status: 409,
      code: 'endpoint_limit_reached',
      retryable: false,
    });
    create = TE.left(invalid([{ pointer: '/url', message: 'expected a URL that begins with https:' }]));
    expect((await send('POST', '', { url: 'http://a.example' })).json).to.deep.include({
      status: 422,
      code: 'validation_failed',
    });
  });

  for (const [what, body] of Object.entries({
    'no url': {},
    'a type that does not exist': { url: 'https://a.example', types: ['profile.paid'] },
    'a type twice': { url: 'https://a.example', types: ['profile.approved', 'profile.approved'] },
    'a field that nobody knows': { url: 'https://a.example', secret: 'mine' },
    'no type at all': { url: 'https://a.example', types: [] },
    'a url of more than 1024 characters': { url: `https://a.example/${'a'.repeat(1024)}` },
    'a line break in the url': { url: 'https://a.example/\r\nX: y' },
    'a blank in front of the url': { url: ' https://a.example/' },
    'backslashes in the url': { url: 'https:\\\\a.example\\x' },
    'a url in other letters than those of RFC 3986': { url: 'https://a.example/ü' },
    'a note of more than 100 characters': { url: 'https://a.example', description: 'n'.repeat(101) },
  }))
    it(`are not created with ${what}`, async () => {
      expect(await send('POST', '', body)).to.include({ status: 400 });
    });

  it('are refused for what is wrong with a type, and not for being no null', async () => {
    const { json } = await send('POST', '', { url: 'https://a.example', types: ['profile.approved', 'profile.paid'] });
    expect(json).to.have.property('errors').that.has.length(1);
    expect(json).to.have.nested.property('errors[0].pointer', '/types/1');
  });

  it('take what is changed, and nothing else', async () => {
    await send('PATCH', `/${endpointId}`, { types: null, status: 'enabled' });
    expect(updated.at(-1)).to.deep.equal({ types: null, status: 'enabled' });
    expect(await send('PATCH', `/${endpointId}`, { status: 'unverified' })).to.include({ status: 400 });
  });

  it('are asked for one event, a range or all dead letters once more', async () => {
    replayed.length = 0;
    const after = encodeFeedCursor('acme', 3);
    const until = encodeFeedCursor('acme', 9);
    for (const body of [{ event: 'evt_entry0000000001' }, { after }, { after, until }, { dead_letters: true }]) {
      const { json, status } = await send('POST', `/${endpointId}/replay`, body);
      expect([status, json]).to.deep.equal([202, { object: 'webhook_replay', events: 3 }]);
    }
    expect(replayed).to.deep.equal([
      { kind: 'event', eventId: 'evt_entry0000000001' },
      { kind: 'range', after: 3, until: null },
      { kind: 'range', after: 3, until: 9 },
      { kind: 'dead_letters' },
    ]);
    for (const body of [
      {},
      { until },
      { event: 'evt_entry0000000001', dead_letters: true },
      { after: encodeFeedCursor('globex', 3) },
      { dead_letters: false },
    ])
      expect(await send('POST', `/${endpointId}/replay`, body), JSON.stringify(body)).to.include({ status: 400 });
  });

  it('need the scope webhooks:manage, and are for no person', async () => {
    for (const [token, status] of [
      ['only.profiles.read', 403],
      ['only.events.read', 403],
      ['flow', 403],
      ['machine', 200],
    ] as const)
      expect(await server.send({ path, headers: { authorization: `Bearer ${token}` } }), token).to.include({ status });
  });

  it('are 404 for an id that is not the own one', async () => {
    for (const id of ['endpoint0000002', 'nothing'])
      expect(await send('GET', `/${id}`), id).to.include({ status: 404 });
  });
});
