import { notFound, TE, unavailable } from '@portcullis/domain';
import { invalid, invalidToken, invalidTransition, limitReached, versionConflict } from '@portcullis/domain/kernel';
import type { Services } from '@portcullis/http';
import { expect } from 'chai';
import { flowEnded, preconditionFailed } from '#domain/kernel/errors';
import { aSnapshot } from '../support/builders/profiles.ts';
import { openServer, type TestRequest, type TestServer } from '../support/http/server.ts';
import { ada, bob, stubServices, theEntry, theProfile, theView } from '../support/http/stub-services.ts';
import { storesInMemory } from '../support/records/memory-records.ts';
import { idempotencyInMemory } from '../support/services/idempotency-in-memory.ts';

const json = { authorization: 'Bearer machine', 'content-type': 'application/json' };
const event = (headers: TestRequest['headers'] = {}, body = '{"event":"canceled","note":"once"}'): TestRequest => ({
  method: 'POST',
  path: `/api/status_history/${ada}`,
  headers: { ...json, 'idempotency-key': 'k-1', ...headers },
  body,
});

/** Opens a server that counts its status events; `answer` gives the result of the n-th one. */
const open = async (
  answer: (time: number) => ReturnType<Services['postStatusEvent']>,
  more: Partial<Services> = {},
) => {
  const count = { runs: 0 };
  const postStatusEvent: Services['postStatusEvent'] = () => {
    count.runs += 1;
    return answer(count.runs);
  };
  const server = await openServer({ services: stubServices({ postStatusEvent, ...more }) });
  return { server, count };
};

const done = () => TE.right({ entry: theEntry, profileStatus: 'declined' as const, profile: theProfile });

describe('a request with an idempotency key', () => {
  let server: TestServer | null = null;
  const opened = async (...given: Parameters<typeof open>) => {
    const started = await open(...given);
    server = started.server;
    return started;
  };
  afterEach(() => server?.close());

  it('is executed once, and answered with the same bytes and headers every time', async () => {
    const { count, server: there } = await opened(done);
    const first = await there.send(event({ 'request-id': 'first' }));
    const again = await there.send(event({ 'request-id': 'second' }));
    expect(count.runs).to.equal(1);
    expect(again.text).to.equal(first.text);
    expect([first.status, again.status]).to.deep.equal([201, 201]);
    expect(first.headers).not.to.have.property('idempotent-replayed');
    const { date: _, 'idempotent-replayed': replayed, 'request-id': requestId, ...rest } = again.headers;
    const { date: __, 'request-id': ___, ...before } = first.headers;
    expect({ replayed, requestId, rest }).to.deep.equal({ replayed: 'true', requestId: 'second', rest: before });
  });

  it('is executed every time when it has no key', async () => {
    const { count, server: there } = await opened(done);
    const { 'idempotency-key': _, ...headers } = event().headers ?? {};
    for (let time = 0; time < 2; time += 1) await there.send({ ...event(), headers });
    expect(count.runs).to.equal(2);
  });

  it('counts as the same request in whatever order its JSON members come', async () => {
    const { count, server: there } = await opened(done);
    await there.send(event());
    const again = await there.send(event({}, '{ "note": "once", "event": "canceled" }'));
    expect([again.status, again.headers['idempotent-replayed'], count.runs]).to.deep.equal([201, 'true', 1]);
  });

  for (const [what, other] of [
    ['content', event({}, '{"event":"canceled","note":"twice"}')],
    ['If-Match', event({ 'if-match': '"7"' })],
    ['path', { ...event(), path: `/api/verification_history/${ada}`, body: '{"type":"a.b"}' }],
  ] as const) {
    it(`is rejected when the key was used with another ${what}`, async () => {
      const { count, server: there } = await opened(done);
      await there.send(event());
      const refused = await there.send({ ...other, headers: { ...other.headers, 'request-id': 'r' } });
      expect(refused.json).to.deep.equal({
        type: '/problems/idempotency_mismatch',
        title: 'The key was used for another request',
        status: 422,
        code: 'idempotency_mismatch',
        detail: 'Take a new key for a new request; send a request again unchanged.',
        request_id: 'r',
        retryable: false,
      });
      expect(count.runs).to.equal(1);
    });
  }

  it('is told to retry while it is being executed', async () => {
    let finish: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const { count, server: there } = await opened(() => async () => {
      begin();
      await waiting;
      return done()();
    });
    const first = there.send(event());
    await begun;
    const meanwhile = await there.send(event({ 'request-id': 'r' }));
    expect(meanwhile.json).to.deep.equal({
      type: '/problems/idempotency_in_progress',
      title: 'The same request is being carried out',
      status: 409,
      code: 'idempotency_in_progress',
      detail: 'Send it again, under the same key.',
      request_id: 'r',
      retryable: true,
    });
    expect(meanwhile.headers['retry-after']).to.equal('1');
    finish();
    expect((await first).status).to.equal(201);
    expect((await there.send(event())).headers['idempotent-replayed']).to.equal('true');
    expect(count.runs).to.equal(1);
  });

  for (const [what, error] of [
    ['no such thing', notFound],
    ['content that is not acceptable', invalid([{ pointer: '/note', message: 'no' }])],
    ['another version', preconditionFailed],
  ] as const) {
    it(`stores a rejection that is final: ${what}`, async () => {
      const { count, server: there } = await opened(() => TE.left(error));
      const first = await there.send(event());
      const again = await there.send(event());
      expect([again.status, again.text, again.headers['content-type']]).to.deep.equal([
        first.status,
        first.text,
        'application/problem+json',
      ]);
      expect([again.headers['idempotent-replayed'], count.runs]).to.deep.equal(['true', 1]);
    });
  }

  for (const [what, error] of [
    ['a conflict', versionConflict],
    ['a status that may change', invalidTransition('canceled', 'approved', [])],
    ['a limit', limitReached('client', 'too often', 3)],
    ['an outage', unavailable('database', 'out')],
  ] as const) {
    it(`is executed again after a temporary rejection: ${what}`, async () => {
      const { count, server: there } = await opened((time) => (time === 1 ? TE.left(error) : done()));
      expect((await there.send(event())).status).to.be.at.least(400);
      const again = await there.send(event());
      expect([again.status, again.headers['idempotent-replayed'], count.runs]).to.deep.equal([201, undefined, 2]);
    });
  }

  it('is executed again after an internal error', async () => {
    const { count, server: there } = await opened(
      (time) => () => (time === 1 ? Promise.reject(new Error('a fault')) : done()()),
    );
    expect((await there.send(event())).status).to.equal(500);
    expect((await there.send(event())).status).to.equal(201);
    expect(count.runs).to.equal(2);
  });

  it('gets its stored response even when the status no longer allows such a request', async () => {
    const refusal = invalidTransition('status_event', 'canceled', []);
    let closed = false;
    const authorizeProfile: Services['authorizeProfile'] = ({ intent }) =>
      closed && intent !== 'read' ? TE.left(refusal) : TE.right(aSnapshot(theView.profile));
    const { count, server: there } = await opened(done, { authorizeProfile });
    await there.send(event());
    closed = true;
    expect((await there.send(event())).headers['idempotent-replayed']).to.equal('true');
    const anew = await there.send(event({ 'idempotency-key': 'k-2' }));
    const unreadable = await there.send(event({ 'idempotency-key': 'k-3' }, '{'));
    expect([anew.status, unreadable.status, count.runs]).to.deep.equal([409, 409, 1]);
  });

  for (const [what, error, status] of [
    ['dead link', invalidToken, 401],
    ['flow that was ended', flowEnded('canceled'), 410],
  ] as const) {
    it(`gets no stored response through a ${what}`, async () => {
      let dead = false;
      const authorizeProfile: Services['authorizeProfile'] = () =>
        dead ? TE.left(error) : TE.right(aSnapshot(theView.profile));
      const { server: there } = await opened(done, { authorizeProfile });
      const patch = {
        method: 'PATCH',
        path: `/api/profiles/${ada}`,
        headers: { ...json, authorization: 'Bearer flow', 'idempotency-key': 'k-1' },
        body: '{"language":"de"}',
      };
      expect((await there.send(patch)).status).to.equal(200);
      dead = true;
      const refused = await there.send(patch);
      expect([refused.status, refused.headers['idempotent-replayed']]).to.deep.equal([status, undefined]);
    });
  }

  it('has a key of its own for each tenant and for each flow', async () => {
    const flow = { method: 'PATCH', headers: { ...json, 'idempotency-key': 'k-1' }, body: '{"language":"de"}' };
    const as = (token: string, id: string) => ({
      ...flow,
      path: `/api/profiles/${id}`,
      headers: { ...flow.headers, authorization: `Bearer ${token}` },
    });
    const { server: there } = await opened(done, {
      authorizeProfile: () => TE.right(aSnapshot(theView.profile)),
      updateProfile: () => TE.right(theView),
    });
    for (const [token, id] of [
      ['flow', ada],
      ['machine', ada],
      ['flow-of-bob', bob],
    ] as const) {
      const first = await there.send(as(token, id));
      expect([first.status, first.headers['idempotent-replayed']], token).to.deep.equal([200, undefined]);
      expect((await there.send(as(token, id))).headers['idempotent-replayed'], token).to.equal('true');
    }
  });

  for (const key of ['', 'x'.repeat(256), 'kéy', 'a\tb', ['a', 'b'], ['a', 'a']]) {
    it(`is rejected with an invalid key: ${JSON.stringify(key).slice(0, 20)}`, async () => {
      const { count, server: there } = await opened(done);
      const refused = await there.send(event({ 'idempotency-key': key, 'request-id': 'r' }));
      expect(refused.json).to.include({ code: 'invalid_request' });
      expect(count.runs).to.equal(0);
    });
  }

  for (const key of ['x', ' a key ', '~'.repeat(255), '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~']) {
    it(`accepts any printable key: ${key.slice(0, 20)}`, async () => {
      const { server: there } = await opened(done);
      expect((await there.send(event({ 'idempotency-key': key }))).status).to.equal(201);
    });
  }

  it('ignores the key when nothing is changed', async () => {
    const { server: there } = await opened(done);
    const read = { path: `/api/profiles/${ada}`, headers: { authorization: 'Bearer machine', 'idempotency-key': '' } };
    const received = await there.send(read);
    expect([received.status, received.headers['idempotent-replayed']]).to.deep.equal([200, undefined]);
  });

  const keys = storesInMemory().idempotencyKeys;
  const out = TE.left(unavailable('database', 'out'));

  it('is not executed when the store of keys is unavailable', async () => {
    const once = idempotencyInMemory({ ...keys, claim: () => out });
    const { count, server: there } = await opened(done, { withIdempotencyKey: once });
    const refused = await there.send(event());
    expect([refused.status, refused.headers['retry-after'], count.runs]).to.deep.equal([503, '5', 0]);
  });

  it('gets no response that could not be stored, and the next one gets the stored response', async () => {
    let fails = true;
    const complete: typeof keys.complete = (...given) => (fails ? out : keys.complete(...given));
    const once = idempotencyInMemory({ ...keys, complete });
    const { count, server: there } = await opened(done, { withIdempotencyKey: once });
    expect((await there.send(event())).status).to.equal(503);
    fails = false;
    const second = await there.send(event());
    const third = await there.send(event());
    expect([second.status, third.text, count.runs]).to.deep.equal([201, second.text, 2]);
    expect(third.headers['idempotent-replayed']).to.equal('true');
  });
});
