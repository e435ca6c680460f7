import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { expect } from 'chai';
import { aFile, bodyOf, boundary, multipartType, openBody } from '../../support/http/multipart.ts';
import { httpConfig, openServer } from '../../support/http/server.ts';
import { ada, stubServices, theView } from '../../support/http/stub-services.ts';
import { openUploads, type Uploads, uploadLimits } from '../../support/http/uploads.ts';

const kibi = 1024;
const consent = { name: 'consent', content: '{"text_version":"2026-01","locale":"en","granted":true}' };
const picture = Uint8Array.from({ length: 3000 }, (_, i) => (i * 31) % 256);

describe('a multipart body', () => {
  let uploads: Uploads;
  before(async () => {
    uploads = await openUploads();
  });
  beforeEach(() => uploads.forget());
  afterEach(() => expect(uploads.leftovers()).to.deep.equal([]));
  after(() => uploads.close());

  /** Sends these pieces one by one, each after the one before has left. */
  const inPieces = (pieces: readonly Uint8Array[], end: 'end' | 'hang up', requestId: string) =>
    new Promise<number>((resolve) => {
      const outgoing = request({
        host: '127.0.0.1',
        port: uploads.server.port,
        method: 'PATCH',
        path: `/api/profiles/${ada}`,
        headers: { authorization: 'Bearer flow', 'content-type': multipartType, 'request-id': requestId },
      });
      outgoing.on('response', (incoming) => {
        incoming.resume();
        incoming.on('end', () => resolve(incoming.statusCode ?? 0));
      });
      outgoing.on('error', () => resolve(0));
      const next = (i: number): void => {
        const piece = pieces[i];
        if (piece) outgoing.write(piece, () => next(i + 1));
        else if (end === 'end') outgoing.end();
        else outgoing.destroy();
      };
      next(0);
    });

  it('reaches the use case as decoded fields and exact bytes', async () => {
    const nearly = Buffer.concat([Buffer.from(`\r\n--${boundary.slice(0, -1)}`), picture, Buffer.from('\r\n--\r\n-')]);
    const received = await uploads.patch(
      bodyOf([consent, aFile('document_front', nearly), aFile('document_back', picture)]),
      multipartType,
    );
    expect(received.status).to.equal(200);
    expect(uploads.seen).to.have.length(1);
    expect(uploads.seen[0]?.consent).to.deep.equal({ textVersion: '2026-01', locale: 'en', granted: true });
    expect(uploads.seen[0]?.files.map(({ kind }) => kind)).to.deep.equal(['document_front', 'document_back']);
    expect(Buffer.from(uploads.seen[0]?.files[0]?.bytes ?? []).equals(nearly)).to.equal(true);
    expect(Buffer.from(uploads.seen[0]?.files[1]?.bytes ?? []).equals(Buffer.from(picture))).to.equal(true);
  });

  it('is read the same however it is split into chunks', async () => {
    const body = bodyOf([consent, aFile('document_front', `a\r\n--b\r\n${'x'.repeat(50)}`)]);
    for (const size of [1, 7, 31]) {
      uploads.forget();
      const pieces = Array.from({ length: Math.ceil(body.length / size) }, (_, i) =>
        body.subarray(i * size, i * size + size),
      );
      expect(await inPieces(pieces, 'end', `pieces-${size}`)).to.equal(200);
      expect(Buffer.from(uploads.seen[0]?.files[0]?.bytes ?? []).toString()).to.equal(`a\r\n--b\r\n${'x'.repeat(50)}`);
    }
  });

  it('may have a text field of any declared type, and a file without a type', async () => {
    const body = bodyOf([
      { ...consent, type: 'application/json' },
      { name: 'document_back', content: 'abc' },
    ]);
    expect((await uploads.patch(body)).status).to.equal(200);
    expect(uploads.seen[0]?.files.map(({ kind }) => kind)).to.deep.equal(['document_back']);
  });

  it('may have a file of any name, and the name is passed on to nobody', async () => {
    for (const name of ['../../etc/passwd', 'a.php', '<b>.jpg', 'x'.repeat(200), 'CON', 'é\u202Egpj.exe']) {
      uploads.forget();
      const received = await uploads.patch(bodyOf([{ ...aFile('document_back', 'abc'), file: name }]));
      expect(received.status, name).to.equal(200);
      expect(uploads.seen[0]?.files).to.deep.equal([
        { kind: 'document_back', bytes: Uint8Array.from(Buffer.from('abc')) },
      ]);
      expect(received.text).to.not.contain(name);
    }
  });

  it('may have a quoted boundary, and an empty file field, which is left out', async () => {
    const empty = { name: 'document_back', content: '', file: '', type: 'application/octet-stream' };
    const received = await uploads.patch(bodyOf([consent, empty]), `multipart/form-data; boundary="${boundary}"`);
    expect(received.status).to.equal(200);
    expect(uploads.seen[0]?.files).to.deep.equal([]);
  });

  it('may have a name without quotes, a quoted pair, a file name in UTF-8, and an encoding that changes nothing', async () => {
    const heads = [
      'content-disposition:form-data;name=consent',
      'Content-Disposition: Form-Data; NAME="con\\sent" ; filename="a;name=b"',
      'Content-Disposition: form-data; name="consent"; filename="\u00e9.json"; filename*=UTF-8\'\'x',
      ...['7bit', '8bit', 'BINARY'].map(
        (encoding) => `Content-Disposition: form-data; name="consent"\r\nContent-Transfer-Encoding: ${encoding}`,
      ),
    ];
    for (const headers of heads) {
      uploads.forget();
      expect((await uploads.patch(bodyOf([{ ...consent, headers }]))).status, headers).to.equal(200);
      expect(uploads.seen[0]?.consent?.textVersion).to.equal('2026-01');
    }
  });

  it('may have what RFC 2046 allows before its first boundary, behind each, and after its last', async () => {
    const plain = bodyOf([consent, aFile('document_back', 'abc')]).toString();
    const padded = plain.replaceAll(`--${boundary}\r\n`, `--${boundary} \t\r\n`);
    const bodies = [
      `\r\n${plain}`,
      `\r\n\r\n${plain}`,
      `This is a message in several parts.\r\n${plain}`,
      `--not-the-boundary\r\n--\r\n${plain}`,
      padded,
      plain.replace(`--${boundary}--\r\n`, `--${boundary}--`),
      plain.replace(`--${boundary}--\r\n`, `--${boundary}-- \r\nAn end for people.\r\n`),
    ];
    for (const body of bodies) {
      uploads.forget();
      expect((await uploads.patch(body)).status, JSON.stringify(body.slice(0, 60))).to.equal(200);
      expect(Buffer.from(uploads.seen[0]?.files[0]?.bytes ?? []).toString()).to.equal('abc');
    }
    const pieces = Array.from(Buffer.from(`A preamble.\r\n${padded}`), (byte) => Uint8Array.of(byte));
    expect(await inPieces(pieces, 'end', 'padded-pieces')).to.equal(200);
  });

  it('may have headers as RFC 5322, 2045 and 7578 write them, and the charset of its texts', async () => {
    const heads = [
      'Content-Disposition: form-data;\r\n name="consent"',
      'Content-Disposition:\r\n\tform-data;\r\n\tname="consent";\r\n\tfilename="a"',
      'CONTENT-DISPOSITION: FORM-DATA; NAME="consent"',
      'Content-Disposition: form-data; name = "consent" ;',
      'Content-Disposition: form-data; name="consent"\r\nContent-MD5: Q2hlY2sgSW50ZWdyaXR5IQ==\r\nX_Any.Thing~1: a',
      'Content-Disposition: form-data; name="consent"\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: 55',
    ];
    for (const headers of heads) {
      uploads.forget();
      const body = bodyOf([
        { name: '_charset_', content: 'UTF-8' },
        { ...consent, headers },
      ]);
      expect((await uploads.patch(body)).status, headers).to.equal(200);
      expect(uploads.seen[0]?.consent?.textVersion).to.equal('2026-01');
    }
  });

  for (const type of [
    `multipart/form-data;boundary=${boundary};`,
    `Multipart/Form-Data ; Boundary="${boundary}" ; ;`,
    `multipart/form-data; charset=UTF-8; boundary=${boundary}`,
    `multipart/form-data; boundary=${boundary}; charset="utf-8"`,
    `multipart/form-data; version="1; 2"; boundary="the-bound\\ary-9f86"`,
  ])
    it(`may be of the type ${type}`, async () => {
      expect((await uploads.patch(bodyOf([consent]), type)).status).to.equal(200);
    });

  it('may have anything after its closing boundary, which is not read', async () => {
    const body = Buffer.concat([bodyOf([consent]), Buffer.from(`--${boundary}\r\nnothing\r\n`)]);
    expect((await uploads.patch(body)).status).to.equal(200);
  });

  it('in pieces of a byte is refused once they are too many, and its connection is closed', async () => {
    const open = Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="document_back"; filename="a"\r\n\r\n`,
    );
    const socket = connect(uploads.server.port, '127.0.0.1');
    const head = `PATCH /api/profiles/${ada} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer flow\r\nContent-Type: ${multipartType}`;
    socket.write(`${head}\r\nTransfer-Encoding: chunked\r\n\r\n${open.length.toString(16)}\r\n${open}\r\n`);
    socket.write('1\r\nx\r\n'.repeat(3000));
    const [answer] = await once(socket, 'data');
    expect(String(answer))
      .to.match(/^HTTP\/1\.1 400 /)
      .and.to.contain('pieces of a few bytes');
    socket.on('error', () => undefined).write('1\r\nx\r\n'.repeat(3000));
    await once(socket, 'close');
    expect(uploads.seen).to.deep.equal([]);
  });

  it('may hold the partner’s data, with a machine token', async () => {
    const body = bodyOf([
      { name: 'claimed', content: '{"first_name":"Ada"}' },
      { name: 'metadata', content: '{"plan":null}' },
      { name: 'language', content: 'de' },
    ]);
    expect((await uploads.patch(body, multipartType, 'machine')).status).to.equal(200);
    expect(uploads.seen[0]).to.deep.equal({
      claimed: { firstName: 'Ada' },
      metadata: { plan: null },
      language: 'de',
      files: [],
    });
  });

  it('leaves nothing when the client disconnects, and its memory is released', async () => {
    for (let i = 0; i < 5; i += 1) {
      const half = openBody([consent, aFile('document_back', Buffer.alloc(50 * kibi))]).subarray(0, -1000);
      expect(await inPieces([half], 'hang up', `gone-${i}`)).to.equal(0);
      const record = await uploads.server.recordOf(`gone-${i}`);
      expect(record).to.include({ route: '/api/profiles/:id', errorCode: 'invalid_request', status: 400 });
    }
    expect(uploads.seen).to.deep.equal([]);
    const large = bodyOf([consent, aFile('document_back', Buffer.alloc(59 * kibi)), aFile('document_front', 'x')]);
    expect((await uploads.patch(large)).status).to.equal(200);
  });

  it('is refused with a time to wait while other uploads hold the memory', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let reached = () => {};
    const arrived = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const slow = await openServer({
      services: stubServices({
        updateProfile: () => async () => {
          reached();
          await held;
          return { _tag: 'Right', right: theView };
        },
      }),
      config: { ...httpConfig, limits: uploadLimits },
    });
    const upload = () =>
      slow.send({
        method: 'PATCH',
        path: `/api/profiles/${ada}`,
        headers: { authorization: 'Bearer flow', 'content-type': multipartType },
        body: bodyOf([aFile('document_back', Buffer.alloc(50 * kibi))]),
      });
    const first = upload();
    await arrived;
    const second = await upload();
    release();
    expect((await first).status).to.equal(200);
    expect(second.status).to.equal(429);
    expect(second.headers['retry-after']).to.equal('2');
    expect((await upload()).status).to.equal(200);
    await slow.close();
  });

  it('for an analysis must hold the front of the document', async () => {
    const analyze = (parts: Parameters<typeof bodyOf>[0]) =>
      uploads.server.send({
        method: 'POST',
        path: '/api/ai/document-analysis',
        headers: { authorization: 'Bearer machine', 'content-type': multipartType },
        body: bodyOf(parts),
      });
    const profile = { name: 'profile_id', content: ada };
    const refused = await analyze([profile, aFile('document_back', 'x')]);
    expect(refused.status).to.equal(400);
    expect(Object(refused.json).errors).to.deep.equal([
      { pointer: '/document_front', message: 'is missing; expected a file' },
    ]);
    expect((await analyze([aFile('document_front', 'x')])).status).to.equal(400);
    expect((await analyze([profile, aFile('document_front', 'x'), aFile('other', 'x')])).status).to.equal(400);
    expect((await analyze([profile, aFile('document_front', 'x')])).status).to.equal(200);
  });
});
