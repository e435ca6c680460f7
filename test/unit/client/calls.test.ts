import { createClient, isProblemError, unwrap } from '@portcullis/client';
import {
  createFlowClient,
  linkedProfile,
  parsedUrl,
  readVerificationUrl,
  redeemHandoff,
  restoredLink,
} from '@portcullis/client/flow';
import { expect } from 'chai';
import { json, problem, scriptedClient } from '../../support/clients/scripted-service.ts';
import { startStub } from '../../support/servers/stub-server.ts';

const partOf = (body: RequestInit['body']): FormData => {
  if (!(body instanceof FormData)) throw new Error('the body is no form');
  return body;
};

describe('a call of the client', () => {
  it('has the token, the version and an idempotency key of its own', async () => {
    const { client, sent, tokenRequests } = scriptedClient({ answer: () => json(201, { outcome: 'created' }) });
    const first = await client.profiles.create({ reference: 'customer-1' });
    const second = await client.profiles.create({ reference: 'customer-1' });
    expect(first).to.deep.include({ ok: true, value: { outcome: 'created' }, status: 201 });
    expect(second.ok).to.equal(true);
    const [one, other] = sent;
    expect([one?.method, one?.url.href]).to.deep.equal(['POST', 'https://verify.example/api/profiles/create']);
    expect(one?.headers.get('authorization')).to.equal('Bearer token-1');
    expect(one?.headers.get('portcullis-version')).to.equal('2026-11-23');
    expect(one?.headers.get('content-type')).to.equal('application/json');
    expect(one?.body).to.equal('{"reference":"customer-1"}');
    expect(one?.headers.get('idempotency-key')).to.match(/^[0-9a-f]{32}$/);
    expect(one?.headers.get('idempotency-key')).not.to.equal(other?.headers.get('idempotency-key'));
    expect(tokenRequests.map(({ body }) => body)).to.deep.equal([
      '{"grant_type":"client_credentials","client_id":"shop","client_secret":"a secret of the shop"}',
    ]);
    expect(tokenRequests[0]?.headers.has('authorization')).to.equal(false);
  });

  it('needs an address, without which it would take each failure for an outage', () => {
    for (const baseUrl of [
      '',
      'verify.example.org',
      'localhost:8000',
      'ftp://verify.example.org',
      'https://',
      String(undefined),
    ])
      expect(() => createClient({ baseUrl, clientId: 'shop', clientSecret: 'x' }), baseUrl).to.throw(
        TypeError,
        'baseUrl',
      );
  });

  it('names what a program in JavaScript has left out', async () => {
    const baseUrl = 'https://verify.example';
    const clientId = 'shop';
    const link = { baseUrl, profileId: 'p1', flowToken: 't' };
    for (const [make, given, name] of [
      [createClient, [], 'options'],
      [createClient, [{ baseUrl, clientSecret: 'x' }], 'clientId'],
      [createClient, [{ baseUrl, clientId, clientSecret: '' }], 'clientSecret'],
      [createFlowClient, [], 'options'],
      [createFlowClient, [{ ...link, profileId: undefined }], 'profileId'],
      [createFlowClient, [{ ...link, flowToken: null }], 'flowToken'],
      [redeemHandoff, [], 'options'],
      [redeemHandoff, [{ baseUrl }], 'code'],
      [linkedProfile, [], 'url'],
      [restoredLink, [], 'url'],
    ] as const)
      expect(() => Reflect.apply(make, null, given), name).to.throw(TypeError, `${name} is missing.`);
    expect([Reflect.apply(readVerificationUrl, null, []), Reflect.apply(parsedUrl, null, [])]).to.deep.equal([
      null,
      null,
    ]);
    const { client, sent } = scriptedClient({ answer: () => json(200, {}) });
    for (const call of [
      client.profiles.get,
      client.profiles.update,
      client.webhookEndpoints.delete,
      client.service.readProblem,
    ]) {
      const thrown = await Reflect.apply(call, null, []).catch((cause: unknown) => cause);
      expect(thrown).to.be.instanceOf(TypeError);
      expect(String(thrown)).to.match(/ (id|code) is missing\.$/);
    }
    expect(sent).to.deep.equal([]);
  });

  it('takes its key, its version and the version of the API from the caller', async () => {
    const { client, sent } = scriptedClient({ answer: () => json(200, {}), options: { version: '2027-02-01' } });
    await client.profiles.update('p1', { language: 'de' }, { idempotencyKey: 'order-7', ifMatch: '"3"' });
    expect(sent[0]?.method).to.equal('PATCH');
    const names = ['idempotency-key', 'if-match', 'portcullis-version'];
    expect(names.map((name) => sent[0]?.headers.get(name))).to.deep.equal(['order-7', '"3"', '2027-02-01']);
  });

  it('is not made with a key that is no header, and is not tried again for it', async () => {
    const { client, sent, tokenRequests } = scriptedClient({ answer: () => json(200, {}) });
    const call = client.profiles.renewFlowToken('p1', {}, { idempotencyKey: 'a\r\nAuthorization: b' });
    expect(await call.catch((cause: unknown) => cause)).to.be.instanceOf(TypeError);
    expect([sent.length, tokenRequests.length]).to.deep.equal([0, 0]);
  });

  it('writes lists, objects and numbers of a query as the description says, and what is not given not at all', async () => {
    const { client, sent } = scriptedClient({ answer: () => json(200, { data: [], next_cursor: null }) });
    await client.profiles.list({ status: ['approved', 'declined'], metadata: { plan: 'a&b' }, limit: 7 });
    await client.profiles.listSummaries({ sort: 'updated_at' });
    await client.events.read();
    expect(sent.map(({ url }) => `${url.pathname}${decodeURIComponent(url.search)}`)).to.deep.equal([
      '/api/profiles?status=approved,declined&metadata[plan]=a&b&limit=7',
      '/api/profiles?view=summary&sort=updated_at',
      '/api/events',
    ]);
    expect(sent[0]?.url.searchParams.get('metadata[plan]')).to.equal('a&b');
  });

  it('lets no id leave its place in the path', async () => {
    const { client, sent } = scriptedClient({ answer: () => problem(404, 'not_found') });
    await client.profiles.readFile('../../auth', 'a/b?c#d');
    for (const dots of ['.', '..']) await client.profiles.takeBackErasure(dots);
    for (const encoded of ['%2e%2e', '']) await client.profiles.get(encoded);
    expect(sent.map(({ url }) => url.pathname)).to.deep.equal([
      '/api/profiles/..%2F..%2Fauth/files/a%2Fb%3Fc%23d',
      '/api/profiles/~/erasure',
      '/api/profiles/~/erasure',
      '/api/profiles/%252e%252e',
      '/api/profiles/',
    ]);
  });

  it('sends a form with its fields before its files, and lets fetch name its boundary', async () => {
    const { client, sent } = scriptedClient({ answer: () => json(200, {}) });
    const consent = { text_version: '1', locale: 'en', granted: true };
    const photo = new Blob(['jpeg'], { type: 'image/jpeg' });
    await client.profiles.updateWithFiles('p1', { document_front: photo, consent, language: 'en' });
    const parts = [...partOf(sent[0]?.body)];
    expect(parts.map(([name]) => name)).to.deep.equal(['consent', 'language', 'document_front']);
    expect(parts.slice(0, 2).map(([, value]) => value)).to.deep.equal([JSON.stringify(consent), 'en']);
    expect(sent[0]?.headers.has('content-type')).to.equal(false);
  });

  it('sends nothing of itself to what needs no token', async () => {
    const page = new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html; charset=utf-8' } });
    const { client, sent, tokenRequests } = scriptedClient({ answer: () => page });
    expect(unwrap(await client.service.readProblem('not_found'))).to.equal('<!doctype html>');
    expect(sent[0]?.headers.has('authorization')).to.equal(false);
    expect(tokenRequests).to.have.length(0);
  });

  it('reads the bytes of a file with their type', async () => {
    const photo = new Response(new Uint8Array([255, 216]), { headers: { 'Content-Type': 'image/jpeg' } });
    const { client } = scriptedClient({ answer: () => photo });
    const file = unwrap(await client.profiles.readFile('p1', 'f1'));
    expect([file.type, file.size]).to.deep.equal(['image/jpeg', 2]);
  });

  it('answers a refusal as a problem with its code, and throws it where the value is wanted', async () => {
    const facts = { detail: 'No.', allowed: ['renewed'] };
    const { client } = scriptedClient({ answer: () => problem(409, 'invalid_transition', facts) });
    const result = await client.histories.postStatusEvent('p1', { event: 'canceled' });
    expect(result.ok).to.equal(false);
    if (result.ok) return;
    expect(result.problem).to.deep.include({ ...facts, code: 'invalid_transition', status: 409, retry_after: null });
    const thrown = await Promise.resolve()
      .then(() => unwrap(result))
      .catch((cause: unknown) => cause);
    expect(isProblemError(thrown) && thrown.problem).to.equal(result.problem);
    expect(String(thrown)).to.equal('ProblemError: invalid_transition: No. (request r1)');
  });

  it('follows no redirect, which would take the token with it', async () => {
    const asked: string[] = [];
    const elsewhere = await startStub((request, answer) => {
      asked.push(request.headers.authorization ?? '');
      answer.end();
    });
    const service = await startStub((request, answer) => {
      if (request.url === '/api/auth/token')
        answer.writeHead(200, { 'content-type': 'application/json' }).end('{"access_token":"t","expires_in":60}');
      else answer.writeHead(307, { location: `${elsewhere.url}${request.url}` }).end();
    });
    const client = createClient({ baseUrl: service.url, clientId: 'shop', clientSecret: 's' });
    const result = await client.profiles.create({ reference: 'customer-1' });
    await Promise.all([service.close(), elsewhere.close()]);
    expect(result.ok ? 'ok' : [result.problem.code, result.problem.status]).to.deep.equal(['unexpected_answer', 307]);
    expect(asked).to.deep.equal([]);
  });

  it('believes nobody else: a page of a proxy and a redirect are no answers of the service', async () => {
    const html = () => new Response('<h1>Sign in</h1>', { headers: { 'Content-Type': 'text/html' } });
    const elsewhere = () => new Response(null, { status: 307, headers: { Location: 'https://evil.example/' } });
    for (const answer of [html, elsewhere]) {
      const { client, sent } = scriptedClient({ answer });
      const result = await client.profiles.get('p1');
      expect(result.ok ? 'ok' : [result.problem.code, result.problem.retryable]).to.deep.equal([
        'unexpected_answer',
        false,
      ]);
      expect(sent).to.have.length(1);
    }
  });

  it('says why there is no token, and neither tries again nor repeats the secret', async () => {
    const refused = { error: 'invalid_client', error_description: 'The client is not known, or its secret is wrong.' };
    const { client, sent, tokenRequests } = scriptedClient({
      answer: () => json(200, {}),
      issue: () => json(401, refused),
    });
    const result = await client.profiles.get('p1');
    expect(result.ok).to.equal(false);
    if (result.ok) return;
    expect(result.problem).to.deep.include({ code: 'token_refused', status: 401, retryable: false });
    expect(result.problem.detail).to.equal('invalid_client: The client is not known, or its secret is wrong.');
    expect(JSON.stringify(result)).not.to.include('a secret of the shop');
    expect([sent.length, tokenRequests.length]).to.deep.equal([0, 1]);
  });

  it('reads lists page by page, and ends with what went wrong', async () => {
    const pages = [
      json(200, { data: [{ id: 'a' }, { id: 'b' }], next_cursor: 'c1' }),
      problem(403, 'insufficient_scope'),
    ];
    const { client, sent } = scriptedClient({ answer: (_, number) => pages[number - 1] ?? new Error('no page') });
    const ids: string[] = [];
    const thrown = await (async () => {
      for await (const { id } of client.profiles.iterate({ status: ['approved'] })) ids.push(id);
    })().catch((cause: unknown) => cause);
    expect(ids).to.deep.equal(['a', 'b']);
    expect(isProblemError(thrown) && thrown.problem.code).to.equal('insufficient_scope');
    expect(sent.map(({ url }) => url.search)).to.deep.equal(['?status=approved', '?status=approved&cursor=c1']);
  });
});
