import { E, TE } from '@portcullis/domain';
import { invalidTransition } from '@portcullis/domain/kernel';
import { defaultRequestLimits, type Services } from '@portcullis/http';
import { expect } from 'chai';
import { flowEnded } from '#domain/kernel/errors';
import { routesFor } from '#http/server';
import { examplePath } from '../support/http/example-path.ts';
import { httpConfig, openServer, type TestRequest, type TestServer } from '../support/http/server.ts';
import { ada, bob, fileId, stubServices } from '../support/http/stub-services.ts';

const json = { 'content-type': 'application/json' };
const routes = routesFor(httpConfig).filter(({ described }) => described);
const guarded = routes.filter(({ access }) => access !== 'public' && access !== 'flow');

/** The kinds of routes that are for servers and not for persons. */
const forServers: readonly string[] = ['machine', 'machine-or-staff'];

const bodyFor = (method: string, example: unknown): Partial<TestRequest> =>
  method === 'GET' ? {} : { body: JSON.stringify(example ?? {}) };

const withToken = (token: string) => ({ authorization: `Bearer ${token}` });

describe('authorization of a route', () => {
  let server: TestServer;
  before(async () => {
    server = await openServer();
  });
  after(() => server.close());

  const problemOf = async (sent: TestRequest) => {
    const {
      status,
      headers,
      json: body,
    } = await server.send({
      ...sent,
      headers: { 'request-id': 'same', ...sent.headers },
    });
    return { status, challenge: headers['www-authenticate'], body };
  };

  for (const { method, path, id, scope } of guarded) {
    it(`needs no scope but ${scope} for ${id}`, async () => {
      const route = guarded.find((other) => other.id === id);
      const query = id === 'issueBrowserCredentials' ? `?profile_id=${ada}` : '';
      // A review, the example of a status event, needs its own scope: `routes/histories.test.ts`.
      const example = Object(id === 'postStatusEvent' ? { event: 'canceled' } : route?.body.example);
      const { status } = await server.send({
        method,
        path: examplePath(path) + query,
        headers: { ...withToken(`only.${scope?.replace(':', '.')}`), ...json },
        ...bodyFor(method, 'profile_id' in example ? { ...example, profile_id: ada } : example),
      });
      expect(status).to.be.oneOf([200, 201, 202]);
    });
  }

  for (const { method, path, id } of guarded.filter(({ access }) => forServers.includes(access))) {
    it(`does not take a flow token for ${id}`, async () => {
      const { status } = await problemOf({ method, path: examplePath(path), headers: withToken('flow') });
      expect(status).to.equal(403);
    });
  }

  for (const [header, code] of [
    ['Bearer wrong', 'invalid_token'],
    ['Bearer ', 'invalid_token'],
    ['Bearer a b', 'invalid_token'],
    ['bearer expired', 'token_expired'],
    ['Basic bWFjaGluZQ==', 'unauthenticated'],
    ['machine', 'unauthenticated'],
  ] as const) {
    it(`answers ${code} to "Authorization: ${header}"`, async () => {
      const refused = await problemOf({ path: '/', headers: { authorization: header } });
      expect(refused.status).to.equal(401);
      expect(refused.body).to.include({ code });
      const challenges = {
        invalid_token: 'Bearer error="invalid_token"',
        token_expired: 'Bearer error="invalid_token", error_description="The token has expired"',
        unauthenticated: 'Bearer',
      };
      expect(refused.challenge).to.equal(challenges[code]);
    });
  }

  it('accepts the name of the scheme in any case', async () => {
    expect((await server.send({ path: '/', headers: { authorization: 'bEARER machine' } })).status).to.equal(200);
  });
});

describe('a resource that does not exist', () => {
  let server: TestServer;
  before(async () => {
    server = await openServer();
  });
  after(() => server.close());

  const missing = {
    type: '/problems/not_found',
    title: 'Not found',
    status: 404,
    code: 'not_found',
    detail: 'There is nothing here that this caller may see.',
    request_id: 'same',
    retryable: false,
  };

  const unknownPath = {
    ...missing,
    detail:
      'No operation has this path. Paths are compared exactly: capital letters, a slash at the end and a slash too many count. /openapi.json lists them.',
  };

  const send = (sent: TestRequest) => server.send({ ...sent, headers: { 'request-id': 'same', ...sent.headers } });

  for (const { method, path, id, access, body } of guarded.filter((route) => route.path.includes('/:id'))) {
    it(`answers the same for a missing, a foreign and a malformed id at ${id}`, async () => {
      const tokens = forServers.includes(access) ? ['machine'] : ['machine', 'flow'];
      const ids = [bob, 'none00000000000', 'short', 'ADA000000000001', '%2e%2e', 'ada000000000001%00', "a'or'1'='1'--"];
      for (const token of tokens) {
        for (const other of ids) {
          const received = await send({
            method,
            path: examplePath(path, other),
            headers: { ...withToken(token), ...json },
            ...bodyFor(method, body.example),
          });
          expect(received.text, `${token} ${other}`).to.equal(JSON.stringify(missing));
          expect(received.status).to.equal(404);
        }
      }
    });
  }

  const nowhere = [
    ...'/api /api/profiles/ /API/profiles // /docs/ /docs/../package.json'.split(' '),
    ...'/docs/%2e%2e/package.json /docs/start.js/ /.git/config /.env /package.json /packages/'.split(' '),
    ...'/api/profiles/../../etc/passwd'.split(' '),
  ];
  const ofNothing = [
    ...'/api/face-liveness/results/x /docs/package.json /docs/..%2fpackage.json /docs/..%5cpackage.json'.split(' '),
    ...'/docs/. /docs/.. /docs/start.js%00 /docs/constructor'.split(' '),
  ];
  for (const [paths, body] of [
    [nowhere, unknownPath],
    [ofNothing, missing],
  ] as const)
    for (const path of paths)
      it(`answers 404 at ${path}`, async () => {
        const received = await send({ path, headers: withToken('machine') });
        expect(received.text).to.equal(JSON.stringify(body));
      });

  it('answers 404 to a flow token that names another profile in its body or query', async () => {
    const headers = { ...withToken('flow'), ...json };
    const session = await send({
      method: 'POST',
      path: '/api/face-liveness/session',
      headers,
      body: JSON.stringify({ profile_id: bob }),
    });
    const credentials = await send({ path: `/api/cloud/credentials?profile_id=${bob}`, headers });
    const analysis = await send({
      method: 'POST',
      path: '/api/ai/document-analysis',
      headers,
      body: JSON.stringify({ profile_id: bob, front_file_id: fileId }),
    });
    for (const { text } of [session, credentials, analysis]) expect(text).to.equal(JSON.stringify(missing));
  });

  it('answers 405 with the allowed methods to a method that a path does not have, whoever calls', async () => {
    for (const [method, path, allow] of [
      ['PUT', `/api/profiles/${ada}`, 'DELETE, GET, HEAD, PATCH'],
      ['PUT', '/', 'GET, HEAD'],
      ['OPTIONS', '/api/settings', 'GET, HEAD'],
      ['GET', '/api/profiles/create', 'POST'],
      ['HEAD', '/api/profiles/create', 'POST'],
      ['PATCH', '/api/profiles/create', 'POST'],
      ['DELETE', '/api/profiles/create', 'POST'],
      ['POST', '/api/profiles', 'GET, HEAD'],
      ['DELETE', `/api/profiles/${ada}/flow-token`, 'POST'],
    ] as const) {
      const received = await send({ method, path });
      expect(received.status, `${method} ${path}`).to.equal(405);
      expect(received.headers['allow']).to.equal(allow);
      if (method !== 'HEAD') expect(received.json).to.include({ code: 'method_not_allowed', request_id: 'same' });
    }
  });
});

describe('the order of the checks of a request', () => {
  const broken = { method: 'PATCH', path: `/api/profiles/${ada}`, body: '{' } as const;
  const answerOf = async (replaced: Partial<Services>, sent: TestRequest): Promise<unknown> => {
    const server = await openServer({ services: stubServices(replaced) });
    const { json: body } = await server.send(sent);
    await server.close();
    return Object(body).code;
  };

  it('verifies the token before the kind of the caller', async () => {
    expect(await answerOf({}, { ...broken, path: `/api/profiles/${bob}` })).to.equal('unauthenticated');
  });

  it('verifies the scope before the profile', async () => {
    const headers = { ...withToken('only.profiles.read'), ...json };
    expect(await answerOf({}, { ...broken, path: `/api/profiles/${bob}`, headers })).to.equal('insufficient_scope');
  });

  it('verifies the profile before the body', async () => {
    const headers = { ...withToken('machine'), ...json };
    expect(await answerOf({}, { ...broken, path: `/api/profiles/${bob}`, headers })).to.equal('not_found');
  });

  it('verifies the status before the body', async () => {
    const authorizeProfile: Services['authorizeProfile'] = () =>
      TE.left(invalidTransition('evidence_added', 'in_review', []));
    const headers = { ...withToken('machine'), 'content-type': 'text/plain' };
    expect(await answerOf({ authorizeProfile }, { ...broken, headers })).to.equal('invalid_transition');
  });

  it('verifies that the flow has not ended before the body, also where the path names no profile', async () => {
    const authorizeProfile: Services['authorizeProfile'] = () => TE.left(flowEnded('approved'));
    for (const path of ['/api/face-liveness/session', '/api/ai/document-analysis']) {
      const sent = { method: 'POST', path, headers: { ...withToken('flow'), ...json }, body: '{' };
      expect(await answerOf({ authorizeProfile }, sent)).to.equal('flow_ended');
    }
  });

  it('passes on the intent of the route', async () => {
    const asked: unknown[] = [];
    const authorizeProfile: Services['authorizeProfile'] = ({ id, intent, caller }) => {
      asked.push({ id, intent, kind: caller.kind });
      return async () => E.left(flowEnded('approved'));
    };
    const server = await openServer({ services: stubServices({ authorizeProfile }) });
    for (const [method, path, token] of [
      ['PATCH', `/api/profiles/${ada}`, 'machine'],
      ['POST', `/api/profiles/${ada}/flow-token`, 'machine'],
      ['POST', `/api/status_history/${ada}`, 'machine'],
      ['POST', `/api/verification_history/${ada}`, 'machine'],
      ['POST', '/api/face-liveness/session', 'flow'],
      ['POST', '/api/ai/document-analysis', 'flow'],
    ] as const) {
      await server.send({ method, path, headers: withToken(token) });
    }
    await server.close();
    expect(asked).to.deep.equal([
      { id: ada, intent: 'withdraw', kind: 'machine' },
      { id: ada, intent: 'link', kind: 'machine' },
      { id: ada, intent: 'status', kind: 'machine' },
      { id: ada, intent: 'append', kind: 'machine' },
      { id: ada, intent: 'liveness', kind: 'flow' },
      { id: ada, intent: 'analyze', kind: 'flow' },
    ]);
  });

  it('leaves it to the core whether a document may be analyzed, since a stored reading is still answered', async () => {
    const analyzeDocument: Services['analyzeDocument'] = () =>
      TE.left(invalidTransition('evidence_added', 'approved', []));
    const path = '/api/ai/document-analysis';
    const headers = { ...withToken('flow'), ...json };
    expect(await answerOf({ analyzeDocument }, { method: 'POST', path, headers, body: '{' })).to.equal('invalid_json');
    const sent = { method: 'POST', path, headers, body: JSON.stringify({ front_file_id: fileId }) };
    expect(await answerOf({ analyzeDocument }, sent)).to.equal('invalid_transition');
  });

  it('does not read a body after it has refused the request', async () => {
    const server = await openServer();
    const received = await server.send({
      method: 'PATCH',
      path: `/api/profiles/${bob}`,
      headers: { ...withToken('machine'), 'content-type': 'multipart/form-data; boundary=b' },
      body: Buffer.alloc(2 * defaultRequestLimits.imageBytes),
    });
    await server.close();
    expect(received.status).to.equal(404);
  });
});
