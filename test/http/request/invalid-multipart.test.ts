import { expect } from 'chai';
import { aFile, bodyOf, boundary, closing, multipartType, openBody } from '../../support/http/multipart.ts';
import { openUploads, type Uploads } from '../../support/http/uploads.ts';

const kibi = 1024;
const consent = { name: 'consent', content: '{"text_version":"2026-01","locale":"en","granted":true}' };
const picture = Uint8Array.from({ length: 3000 }, (_, i) => (i * 31) % 256);

describe('an invalid multipart body', () => {
  let uploads: Uploads;
  before(async () => {
    uploads = await openUploads();
  });
  beforeEach(() => uploads.forget());
  afterEach(() => expect(uploads.leftovers()).to.deep.equal([]));
  after(() => uploads.close());

  const text = (name: string, content: string | Uint8Array) => ({ name, content });
  const front = aFile('document_front', picture);
  const whole = bodyOf([consent, front]).toString('latin1');

  const hostile: readonly (readonly [name: string, body: string | Uint8Array, status: number, expected: string])[] = [
    ['has an unknown part', bodyOf([text('other', 'x')]), 400, 'invalid_request /other'],
    [
      'has a part without a name',
      bodyOf([{ ...front, headers: 'Content-Disposition: form-data' }]),
      400,
      'invalid_request ',
    ],
    ['has a part named __proto__', bodyOf([text('__proto__', '{}')]), 400, 'invalid_request /__proto__'],
    ['has the partner’s part from a flow token', bodyOf([text('metadata', '{}')]), 400, 'invalid_request /metadata'],
    ['has a field twice', bodyOf([consent, consent]), 400, 'invalid_request /consent'],
    ['has a file twice', bodyOf([front, front]), 400, 'invalid_request /document_front'],
    ['has broken JSON in a field', bodyOf([text('consent', '{"granted":')]), 400, 'invalid_request /consent'],
    [
      'has a key twice in a field',
      bodyOf([text('consent', '{"granted":true,"granted":false}')]),
      400,
      'invalid_request /consent',
    ],
    [
      'has a wrong type in a field',
      bodyOf([text('device', '{"event_id":5}')]),
      400,
      'invalid_request /device/event_id',
    ],
    [
      'has text that is not UTF-8',
      bodyOf([text('language', new Uint8Array([0xff, 0xfe]))]),
      400,
      'invalid_request /language',
    ],
    [
      'has a field that is too long',
      bodyOf([text('language', 'x'.repeat(kibi + 1))]),
      413,
      'payload_too_large /language',
    ],
    [
      'has an image over the limit',
      bodyOf([aFile('document_front', Buffer.alloc(60 * kibi + 1))]),
      413,
      'payload_too_large /document_front',
    ],
    [
      'is over the limit as a whole',
      bodyOf([front, aFile('document_back', Buffer.alloc(120 * kibi))]),
      413,
      'payload_too_large ',
    ],
    [
      'has a kind of file that there is not',
      bodyOf([aFile('facial_photo', 'x')]),
      400,
      'invalid_request /facial_photo',
    ],
    ['is empty', '', 400, 'invalid_request '],
    ['is no multipart', 'hello', 400, 'invalid_request '],
    ['has another boundary', whole.replaceAll(boundary, 'another'), 400, 'invalid_request '],
    ['begins within a line', `x${whole}`, 400, 'invalid_request '],
    ['begins with a boundary of another line end', `\n${whole}`, 400, 'invalid_request '],
    ['begins with too much else', `${'x'.repeat(9000)}\r\n${whole}`, 400, 'invalid_request '],
    [
      'has its boundary within a line, after a blank',
      whole.replace(boundary, `${boundary} x`),
      400,
      'invalid_request ',
    ],
    [
      'says that its texts are Latin-1',
      bodyOf([text('_charset_', 'iso-8859-1'), consent]),
      400,
      'invalid_request /_charset_',
    ],
    [
      'has a blank before a colon',
      bodyOf([{ ...consent, headers: 'Content-Disposition : form-data; name="consent"' }]),
      400,
      'invalid_request ',
    ],
    ['ends within a file', whole.slice(0, -200), 400, 'invalid_request '],
    ['ends before its closing boundary', openBody([consent, front]), 400, 'invalid_request '],
    ['ends within its closing boundary', whole.slice(0, -4), 400, 'invalid_request '],
    [
      'ends after a boundary that opens a part',
      `${openBody([consent]).toString()}--${boundary}\r\n`,
      400,
      'invalid_request ',
    ],
    ['has its boundary within a line', whole.replace(`--${boundary}--`, `--${boundary}x`), 400, 'invalid_request '],
    ['has a part without headers', `--${boundary}\r\n\r\nx\r\n${closing}`, 400, 'invalid_request '],
    ['has a header without a colon', bodyOf([{ ...consent, headers: 'Content-Disposition' }]), 400, 'invalid_request '],
    ['has nine headers', bodyOf([{ ...consent, headers: 'A: b\r\n'.repeat(9).trimEnd() }]), 400, 'invalid_request '],
    [
      'has a header without an end',
      bodyOf([{ ...consent, headers: `A: ${'filename="'.repeat(300)}` }]),
      400,
      'invalid_request ',
    ],
    [
      'has a header that never ends',
      `--${boundary}\r\nContent-Disposition: ${'filename="'.repeat(9000)}`,
      400,
      'invalid_request ',
    ],
    [
      'has an unknown transfer encoding',
      bodyOf([
        { ...consent, headers: 'Content-Disposition: form-data; name="consent"\r\nContent-Transfer-Encoding: rot13' },
      ]),
      400,
      'invalid_request ',
    ],
  ];

  for (const [name, body, status, expected] of hostile) {
    it(`that ${name} is refused with ${status}, reaches no use case and leaves no file`, async () => {
      const received = await uploads.patch(body, multipartType);
      const { code, errors } = Object(received.json);
      const pointers = errors?.map(({ pointer }: { pointer: string }) => pointer).join(' ');
      expect(errors ? `${code} ${pointers}` : code).to.equal(expected);
      expect(received.status).to.equal(status);
      expect(uploads.seen).to.deep.equal([]);
    });
  }

  const named = 'Content-Disposition: form-data; name="consent"';
  const ambiguous: readonly (readonly [name: string, body: string | Uint8Array, sentence: string])[] = [
    ...[named, 'content-disposition: form-data; name="device"'].map((second): readonly [string, Uint8Array, string] => [
      `has a second header ${second}`,
      bodyOf([{ ...consent, headers: `${named}\r\n${second}` }]),
      'a part has the same header twice',
    ]),
    [
      'has two Content-Type headers in a part',
      bodyOf([{ ...consent, headers: `${named}\r\nContent-Type: a/b\r\nContent-Type: c/d` }]),
      'a part has the same header twice',
    ],
    ...[
      'form-data; name="consent"; name="device"',
      'form-data; name="consent"; NAME=consent',
      'form-data; name="consent"; filename="a"; filename="b"',
      'form-data; name="consent',
      'form-data; name="consent" filename="a"',
      'form-data; name="consent"; filename="a"b"',
      'attachment; name="consent"',
      'name="consent"',
      '',
    ].map((disposition): readonly [string, Uint8Array, string] => [
      `has the disposition ${disposition}`,
      bodyOf([{ ...consent, headers: `Content-Disposition: ${disposition}` }]),
      'a part needs one Content-Disposition: form-data with one name',
    ]),
    ...['base64', 'BASE64', 'quoted-printable', 'binary, base64', ''].map(
      (encoding): readonly [string, Uint8Array, string] => [
        `has the transfer encoding ${encoding}`,
        bodyOf([{ ...consent, headers: `${named}\r\nContent-Transfer-Encoding: ${encoding}` }]),
        'a part has a Content-Transfer-Encoding; its bytes are sent as they are',
      ],
    ),
    ['has no part', closing, 'the form has no part'],
  ];
  for (const [name, body, sentence] of ambiguous) {
    it(`that ${name} is refused with a code and a sentence`, async () => {
      const received = await uploads.patch(body);
      expect(received.status).to.equal(400);
      const { code, errors } = Object(received.json);
      expect({ code, errors }).to.deep.equal({ code: 'invalid_request', errors: [{ pointer: '', message: sentence }] });
      expect(uploads.seen).to.deep.equal([]);
    });
  }

  for (const type of [
    'multipart/form-data',
    'multipart/form-data; boundary=',
    `multipart/form-data; boundary=${'b'.repeat(71)}`,
    'multipart/form-data; boundary="a\\"b"',
    `multipart/mixed; boundary=${boundary}`,
    `multipart/form-data; boundary=${boundary}; boundary=other`,
    'image/jpeg',
  ]) {
    it(`of the type ${type.slice(0, 60)} is refused`, async () => {
      const received = await uploads.patch(bodyOf([consent]), type);
      expect(received.status).to.equal(415);
      expect(Object(received.json).detail).to.contain('application/json or multipart/form-data');
    });
  }
});
