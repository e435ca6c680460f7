import type { RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { openRecordStore } from '@portcullis/adapter-pocketbase';
import { outageCauses } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { createReadiness } from '#app/telemetry/readiness';
import { doctorCommand } from '#cli/doctor/doctor-command';
import { aKeyring } from '../../../support/builders/keyrings.ts';
import { adminAccount } from '../../../support/servers/pocketbase.ts';
import { startRaw } from '../../../support/servers/raw-server.ts';
import { selfSigned } from '../../../support/servers/self-signed.ts';
import { environmentOf, unusedAddress } from '../../../support/servers/service-program.ts';
import { startStub } from '../../../support/servers/stub-server.ts';
import { runCommand } from '../../../support/services/commands.ts';

/** Something that answers in the place of PocketBase. */
type Stranger = { readonly url: string; readonly close: () => Promise<unknown> };

const answering =
  (status: number, body: string, type = 'application/json'): RequestListener =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': type, location: '/elsewhere' }).end(status === 204 ? '' : body);

const answers: Readonly<Record<string, RequestListener>> = {
  'a page': answering(200, '<html><body>Welcome</body></html>', 'text/html'),
  'an empty object': answering(200, '{}'),
  'an empty body': answering(200, ''),
  'no content': answering(204, ''),
  'JSON of another form': answering(200, '{"status":"ok","data":[1]}'),
  'a list': answering(200, '[]'),
  'a row of another form': answering(200, '{"id":"installation001"}'),
  'a list without rows': answering(200, '{"page":1,"perPage":1,"items":[]}'),
  'a redirect': answering(302, '', 'text/html'),
  'a 400': answering(400, 'no', 'text/plain'),
  'a 401': answering(401, 'who are you?', 'text/plain'),
  'a 403': answering(403, '{"error":"forbidden"}'),
  'a 404': answering(404, '<p>Not found</p>', 'text/html'),
  'a 418': answering(418, '{}'),
  'a 500': answering(500, '{"message":"no"}'),
  'a 502': answering(502, '<p>Bad gateway</p>', 'text/html'),
};

/** It accepts the account, as a database does that was there before, and answers everything else so. */
const afterLogin =
  (answer: RequestListener): RequestListener =>
  (request, response) =>
    request.url?.includes('auth-with-password')
      ? answering(200, '{"token":"t","record":{"id":"x"}}')(request, response)
      : answer(request, response);

const bytes = (content: string) => () => startRaw((socket: Socket) => void socket.end(content));
const startTls = async (): Promise<Stranger> => {
  const server = createTlsServer(selfSigned(), answering(200, '{}'));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return {
    url: `127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
};
const at = (protocol: string, start: () => Promise<Stranger>) => async (): Promise<Stranger> => {
  const { close, url } = await start();
  return { url: `${protocol}://${url.replace(/^\w+:\/\//, '')}`, close };
};

/** What `/readyz` says with a database at this address. */
const readyzOf = async (url: string) => {
  const records = openRecordStore({
    ...adminAccount,
    url,
    keyring: aKeyring(),
    ids: sequentialIds(),
    deadlineMs: 3000,
  });
  const readiness = createReadiness(records.healthProbe, () => ({}), { isTrusted: () => true, isWrong: () => false });
  readiness.markSchemaValid();
  return readiness.check();
};

const expectReason = async (start: () => Promise<Stranger>, expected: string): Promise<void> => {
  const stranger = await start();
  try {
    const { ready, reasons } = await readyzOf(stranger.url);
    expect({ ready, reasons }).to.deep.equal({ ready: false, reasons: [expected] });
    expect(outageCauses).to.include(expected);
  } finally {
    await stranger.close();
  }
};

/** The same, of which the doctor says a sentence. It begins with a question that needs no account. */
const expectSentence = async (start: () => Promise<Stranger>, expected: string): Promise<void> => {
  await expectReason(start, expected);
  const stranger = await start();
  try {
    const { lines } = await runCommand(doctorCommand, environmentOf(stranger.url));
    const said = lines.filter((line) => /^WRONG +record database:/.test(line));
    expect(said).to.have.length(1);
    expect(said[0]).not.to.include('could not be examined');
  } finally {
    await stranger.close();
  }
};

describe('something else at the address of the database', function () {
  this.timeout(20_000);

  for (const [name, answer] of Object.entries(answers)) {
    it(`is bad_answer when it answers ${name}`, () => expectSentence(() => startStub(answer), 'bad_answer'));
    it(`is bad_answer when it answers ${name} once a token was given`, () =>
      expectReason(() => startStub(afterLogin(answer)), 'bad_answer'));
  }

  it('is rate_limited when it answers a 429', () =>
    expectSentence(() => startStub(answering(429, '{}')), 'rate_limited'));
  it('is rate_limited when it answers a 429 once a token was given', () =>
    expectReason(() => startStub(afterLogin(answering(429, '{}'))), 'rate_limited'));

  const head = 'HTTP/1.1 200 OK\r\n';
  const connections: readonly (readonly [string, () => Promise<Stranger>, string])[] = [
    ['garbage bytes', bytes('\u0000\u0001garbage\r\n\r\n'), 'bad_answer'],
    ['the greeting of another protocol', bytes('SSH-2.0-OpenSSH_9.6\r\n'), 'bad_answer'],
    ['a header that is none', bytes(`${head}Content Length: 2\r\n\r\n{}`), 'bad_answer'],
    ['a length that is none', bytes(`${head}Content-Length: x\r\n\r\n{}`), 'bad_answer'],
    ['another version of HTTP', bytes('HTTP/9.9 200 OK\r\n\r\n{}'), 'bad_answer'],
    ['half an answer', bytes(`${head}Content-Length: 100\r\n\r\n{}`), 'connection_reset'],
    ['nothing', bytes(''), 'connection_reset'],
    ['TLS on a plain port', at('http', startTls), 'connection_reset'],
    ['a certificate that nobody trusts', at('https', startTls), 'tls_failed'],
    ['plain HTTP on a port of TLS', at('https', () => startStub(answering(200, '{}'))), 'tls_failed'],
  ];
  for (const [name, start, expected] of connections)
    it(`is ${expected} when it answers ${name}`, () => expectSentence(start, expected));

  it('is bad_answer when PocketBase has no accounts under the path of the address', () => {
    const missing = '{"status":404,"message":"The requested resource wasn\'t found.","data":{}}';
    return expectSentence(() => startStub(answering(404, missing)), 'bad_answer');
  });

  it('is connection_refused when nothing listens', () =>
    expectSentence(async () => ({ url: unusedAddress, close: async () => undefined }), 'connection_refused'));
});
