import { E } from '@portcullis/domain';
import { defaultRequestLimits } from '@portcullis/http';
import { expect } from 'chai';
import { aSnapshot } from '../../support/builders/profiles.ts';
import { type Connection, openConnection } from '../../support/http/connection.ts';
import { closing, multipartType, openBody } from '../../support/http/multipart.ts';
import { openServer, type TestServer } from '../../support/http/server.ts';
import { ada, stubServices, theView } from '../../support/http/stub-services.ts';
import { openUploads, type Uploads } from '../../support/http/uploads.ts';

const mebi = 1024 * 1024;
const limits = { ...defaultRequestLimits, multipartBytes: 30 * mebi };
/** This is more than the system buffers for two sockets, so that it passes only while the server reads. */
const megabytes = 24;
const block = Buffer.alloc(mebi, 0x41);

const part = (name: string): Buffer => openBody([{ name, file: 'a.jpg', content: '' }]).subarray(0, -2);
const end = Buffer.from(`\r\n${closing}`);
const filled = (begin: Buffer, last: Buffer, blocks = megabytes): readonly Buffer[] => [
  begin,
  ...Array.from({ length: blocks }, () => block),
  last,
];

const head = (method: string, headers: readonly string[]): string =>
  [`${method} /api/profiles/${ada} HTTP/1.1`, 'Host: test', 'Authorization: Bearer flow', ...headers, '', ''].join(
    '\r\n',
  );

const announced = (type: string, chunks: readonly Buffer[]) => ({
  begin: head('PATCH', [
    `Content-Type: ${type}`,
    `Content-Length: ${chunks.reduce((sum, chunk) => sum + chunk.length, 0)}`,
  ]),
  chunks,
});

/** Makes the same upload without an announced length (RFC 9112 section 7.1). */
const chunked = (type: string, chunks: readonly Buffer[]) => ({
  begin: head('PATCH', [`Content-Type: ${type}`, 'Transfer-Encoding: chunked']),
  chunks: [
    ...chunks.map((chunk) =>
      Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')]),
    ),
    Buffer.from('0\r\n\r\n'),
  ],
});

const front = filled(part('document_front'), end);
const whole = filled(part('document_back'), end, 36);
const refusals = [
  ['a file over the limit', announced(multipartType, front), 413],
  ['an unknown field', announced(multipartType, filled(part('other'), end)), 400],
  ['another boundary', announced(multipartType, filled(Buffer.from('--another\r\n'), end)), 400],
  [
    'a part with broken headers',
    announced(multipartType, filled(Buffer.from(`--the-boundary-9f86\r\nx\r\n\r\n`), end)),
    400,
  ],
  ['a body over the limit that does not say how long it is', chunked(multipartType, whole), 413],
  [
    'an unknown field of a body that does not say how long it is',
    chunked(multipartType, filled(part('other'), end)),
    400,
  ],
  ['a body over the limit that says so', announced(multipartType, whole), 413],
  ['a file over the limit in a body that does not say how long it is', chunked(multipartType, front), 413],
  ['JSON over the limit that says so', announced('application/json', front), 413],
  ['JSON over the limit that does not say so', chunked('application/json', front), 413],
  ['another type', announced('text/plain', front), 415],
] as const;

describe('an upload that is refused before it is complete', function () {
  this.timeout(60_000);
  let uploads: Uploads;
  let connection: Connection;
  before(async () => {
    uploads = await openUploads(limits);
  });
  beforeEach(() => {
    connection = openConnection(uploads.server.port);
  });
  afterEach(() => connection.close());
  after(() => uploads.close());

  for (const [name, { begin, chunks }, status] of refusals) {
    it(`for ${name} can be sent completely, and the connection is usable again`, async () => {
      await connection.write(begin);
      for (const chunk of chunks) await connection.write(chunk);
      await connection.write(head('GET', []));
      const [refused, next] = await connection.answers(2);
      expect([refused?.status, next?.status]).to.deep.equal([status, 200]);
      expect(Object(JSON.parse(refused?.body ?? '')).status).to.equal(status);
      expect(Object(JSON.parse(next?.body ?? '')).id).to.equal(ada);
      expect(uploads.seen).to.deep.equal([]);
      expect(uploads.leftovers()).to.deep.equal([]);
    });
  }

  for (const size of [1, 10_000, 64 * 1024, 65_536 * 3]) {
    it(`of ${size} bytes in one piece with the next request gets two responses`, async () => {
      const { begin, chunks } = announced(multipartType, [part('other'), Buffer.alloc(size, 0x41), end]);
      await connection.write(Buffer.concat([Buffer.from(begin), ...chunks, Buffer.from(head('GET', []))]));
      expect((await connection.answers(2)).map(({ status }) => status)).to.deep.equal([400, 200]);
    });
  }

  it('is answered, and cut off when the client continues sending without end', async () => {
    await connection.write(head('PATCH', ['Content-Type: text/plain', `Content-Length: ${1024 * mebi}`]));
    await connection.write(block);
    expect((await connection.answers(1)).map(({ status }) => status)).to.deep.equal([415]);
    const sendOn = async (): Promise<never> => {
      for (;;) await connection.write(block);
    };
    expect(await sendOn().catch((failed: unknown) => failed)).to.be.an('error');
    await connection.closed;
  });
});

describe('a body in chunks', function () {
  this.timeout(60_000);
  let uploads: Uploads;
  before(async () => {
    uploads = await openUploads({ ...defaultRequestLimits, uploadBytesInFlight: 700 * 1024 });
  });
  after(() => uploads.close());

  const content = Buffer.from(Array.from({ length: 300_000 }, (_, i) => (i * 7 + (i >> 9)) % 251));

  for (const piece of [1, 7, 4095, 4096, 4097, 65_536, 300_000]) {
    it(`is reassembled exactly when each piece is ${piece} bytes long`, async () => {
      uploads.forget();
      // Single bytes would take too long, so after three thousand pieces the rest is sent at once.
      const cut = piece < 100 ? Math.min(content.length, 3000 * piece) : content.length;
      const body = Buffer.concat([
        openBody([{ name: 'document_front', file: 'a.jpg', content }]),
        Buffer.from(closing),
      ]);
      const connection = openConnection(uploads.server.port);
      await connection.write(head('PATCH', [`Content-Type: ${multipartType}`, `Content-Length: ${body.length}`]));
      for (let at = 0; at < cut; at += piece) await connection.write(body.subarray(at, Math.min(at + piece, cut)));
      await connection.write(body.subarray(cut));
      const [answer] = await connection.answers(1);
      connection.close();
      expect(answer?.status).to.equal(200);
      expect(Buffer.from(uploads.seen[0]?.files[0]?.bytes ?? []).equals(content)).to.equal(true);
    });
  }
});

describe('a client that disconnects before its body is read', () => {
  let server: TestServer;
  afterEach(() => server.close());

  for (const type of [multipartType, 'application/json']) {
    it(`leaves nothing that waits for the rest: ${type}`, async () => {
      let go = (): void => undefined;
      const looked = new Promise<void>((resolve) => {
        go = resolve;
      });
      let asked = (): void => undefined;
      const wasAsked = new Promise<void>((resolve) => {
        asked = resolve;
      });
      server = await openServer({
        services: stubServices({
          authorizeProfile: () => async () => {
            asked();
            await looked;
            return E.right(aSnapshot(theView.profile));
          },
        }),
      });
      const connection = openConnection(server.port);
      await connection.write(head('PATCH', [`Content-Type: ${type}`, 'Content-Length: 1000', 'Request-Id: gone']));
      await wasAsked;
      connection.close();
      await server.connectionsGone();
      go();
      expect(await server.recordOf('gone')).to.include({ status: 400, errorCode: 'invalid_request' });
    });
  }
});
