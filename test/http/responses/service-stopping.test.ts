import { BlockList } from 'node:net';
import { memoryRateLimiter } from '@portcullis/adapter-limits';
import { notFound, type RateLimiter, TE } from '@portcullis/domain';
import { type AccessEvent, type RequestsInFlight, requestsInFlight, type Services } from '@portcullis/http';
import { expect } from 'chai';
import { flowEnded } from '#domain/kernel/errors';
import { type AppDeps, openApiDocument } from '#http/server';
import { httpConfig, openServer, type TestRequest, type TestServer } from '../../support/http/server.ts';
import { ada, stubServices } from '../../support/http/stub-services.ts';

/** Holds tasks after their beginning, until they are released. */
const gate = () => {
  let release = (): void => undefined;
  let begin = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const held =
    <Result>(task: () => Promise<Result>) =>
    async (): Promise<Result> => {
      begin();
      await released;
      return task();
    };
  return { begun, held, release };
};

const read: TestRequest = {
  path: `/api/profiles/${ada}`,
  headers: { authorization: 'Bearer machine', 'request-id': 'r-1' },
};

describe('a request that the service cannot finish before it stops', () => {
  let inFlight: RequestsInFlight;
  let server: TestServer;

  const opened = async (services: Partial<Services>, needs: Partial<AppDeps> = {}) => {
    inFlight = requestsInFlight();
    server = await openServer({ services: stubServices(services), inFlight, ...needs });
    return server;
  };
  afterEach(() => server.close());

  it('is answered with 503 and Retry-After at once, and with nothing afterwards', async () => {
    const { begun, held, release } = gate();
    const { records, recordOf, send } = await opened({ getProfile: () => held(TE.left(notFound)) });
    const pending = send(read);
    await begun;
    inFlight.answerAll();
    // What it results in now changes neither the answer nor what is recorded of it.
    release();
    const { headers, json, status } = await pending;
    expect(status).to.equal(503);
    expect(headers['retry-after']).to.equal('5');
    expect(json).to.include({ code: 'service_stopping', retryable: true, request_id: 'r-1' });
    expect(await recordOf('r-1')).to.include({ status: 503, errorCode: 'service_stopping' });
    inFlight.answerAll();
    await server.close();
    expect(records).to.have.length(1);
  });

  const shown: readonly (readonly [what: string, getProfile: Services['getProfile']])[] = [
    ['a profile', stubServices().getProfile],
    ['a refusal that tells of a person', () => TE.left(flowEnded('approved'))],
  ];
  for (const [what, getProfile] of shown)
    it(`leaves no line in the access log of ${what} that nobody was shown`, async () => {
      const looks: AccessEvent[] = [];
      const access = { hasRoom: () => true, record: (event: AccessEvent) => void looks.push(event) };
      const { begun, held, release } = gate();
      const { recordOf, send } = await opened({ getProfile: (input) => held(getProfile(input)) }, { access });
      const pending = send(read);
      await begun;
      inFlight.answerAll();
      release();
      expect((await pending).status).to.equal(503);
      await recordOf('r-1');
      expect(looks).to.deep.equal([]);
    });

  it('is answered although its target is none, on which Koa throws', async () => {
    const { begun, held, release } = gate();
    const { peek, take } = memoryRateLimiter();
    const limiter: RateLimiter = { peek, take: (...given) => held(take(...given)) };
    const limits = { clientPerMinute: 5, flowPerMinute: 5, tokenPerMinute: 5 };
    const { send } = await opened({}, { rateLimiting: { limiter, limits, trustedProxies: new BlockList() } });
    const pending = send({ path: 'http://[' });
    await begun;
    inFlight.answerAll();
    release();
    expect((await pending).json).to.include({ code: 'service_stopping' });
  });

  const credentials = 'client_id=acme+backend&client_secret=x&grant_type=client_credentials&token=t';
  for (const [path, operation] of [
    ['/api/auth/token', 'issueToken'],
    ['/api/auth/revoke', 'revokeToken'],
  ] as const)
    it(`is answered in the form of RFC 6749 at ${path}, as it is described`, async () => {
      const { begun, held, release } = gate();
      const { recordOf, send } = await opened({ [operation]: () => held(TE.left(notFound)) });
      const headers = { 'content-type': 'application/x-www-form-urlencoded', 'request-id': 'r-2' };
      const pending = send({ method: 'POST', path, headers, body: credentials });
      await begun;
      inFlight.answerAll();
      release();
      const answered = await pending;
      expect(answered.status).to.equal(503);
      expect(answered.headers).to.include({ 'content-type': 'application/json', 'retry-after': '5' });
      expect(answered.json).to.deep.equal({
        error: 'temporarily_unavailable',
        error_description: 'This instance of the service is being stopped',
      });
      expect(await recordOf('r-2')).to.include({ errorCode: 'service_stopping', outageCause: 'service_stopping' });
      const described = openApiDocument(httpConfig).paths[path]?.['post'];
      expect(described).to.have.nested.property('responses.503.description').that.includes('is being stopped');
      expect(described).to.have.nested.property('responses.503.content').that.has.keys('application/json');
    });
});
