import { request } from 'node:http';
import { TE } from '@portcullis/domain';
import { defaultRequestLimits, type Services } from '@portcullis/http';
import { expect } from 'chai';
import { httpConfig, openServer, type TestServer } from '../../support/http/server.ts';
import { ada, stubServices, theLink, theView } from '../../support/http/stub-services.ts';

type Case = readonly [name: string, body: string | Uint8Array, status: number, expected: string];

const inJson = (json: string) => `{"reference":"x","metadata":${json}}`;
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const bytes = (...parts: readonly (string | readonly number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));

/** `expected` is the code and, after a space, the pointers. */
const hostile: readonly Case[] = [
  ['nothing at all', '', 415, 'unsupported_media_type'],
  ['half an object', '{"reference":', 400, 'invalid_json'],
  ['two values', '{"reference":"x"} {}', 400, 'invalid_json'],
  ['a trailing comma', '{"reference":"x",}', 400, 'invalid_json'],
  ['single quotes', "{'reference':'x'}", 400, 'invalid_json'],
  ['a comment', '{"reference":"x" /* no */}', 400, 'invalid_json'],
  ['NaN', '{"reference":NaN}', 400, 'invalid_json'],
  ['a raw line feed in a string', '{"reference":"a\nb"}', 400, 'invalid_json'],
  ['invalid UTF-8', bytes('{"reference":"', [0xff, 0xfe], '"}'), 400, 'invalid_json'],
  ['an overlong encoding', bytes('{"reference":"', [0xc0, 0xaf], '"}'), 400, 'invalid_json'],
  ['UTF-16', Buffer.from('{"reference":"x"}', 'utf16le'), 400, 'invalid_json'],
  ['a key twice', '{"reference":"x","reference":"x"}', 400, 'invalid_json'],
  ['a key twice, once escaped', '{"reference":"x","\\u0072eference":"y"}', 400, 'invalid_json'],
  ['a key twice far down', inJson('{"a":{"b":1,"b":1}}'), 400, 'invalid_json'],
  ['a key twice beside one of the same name elsewhere', inJson('{"a":"1","b":"2","a":"3"}'), 400, 'invalid_json'],
  ['half a surrogate pair', '{"reference":"\\ud800"}', 400, 'invalid_json'],
  ['a number without end', inJson('{"a":1e999}'), 400, 'invalid_json'],
  ['deeper than 16', inJson(nested(16)), 400, 'invalid_json'],
  ['__proto__', '{"reference":"x","__proto__":{"forceNew":true}}', 400, 'invalid_json'],
  ['__proto__, escaped', '{"reference":"x","__pr\\u006fto__":{}}', 400, 'invalid_json'],
  ['constructor', '{"reference":"x","constructor":{"prototype":{}}}', 400, 'invalid_request /constructor'],
  ['an array', '[]', 400, 'invalid_request '],
  ['null', 'null', 400, 'invalid_request '],
  ['a string', '"reference"', 400, 'invalid_request '],
  ['no reference', '{}', 400, 'invalid_request /reference'],
  ['a number for the reference', '{"reference":1}', 400, 'invalid_request /reference'],
  ['an empty reference', '{"reference":""}', 400, 'invalid_request /reference'],
  ['a reference of 129', JSON.stringify({ reference: 'x'.repeat(129) }), 400, 'invalid_request /reference'],
  ['a control character', '{"reference":"a\\u0000b"}', 400, 'invalid_request /reference'],
  ['unknown fields', '{"reference":"x","b":1,"c~/d":1}', 400, 'invalid_request /b /c~0~1d'],
  ['an unknown field within', '{"reference":"x","claimed":{"a":1}}', 400, 'invalid_request /claimed/a'],
  [
    'a 30th of February',
    '{"reference":"x","claimed":{"date_of_birth":"2025-02-30"}}',
    400,
    'invalid_request /claimed/date_of_birth',
  ],
  [
    'a sandbox scenario outside the sandbox',
    '{"reference":"x","sandbox":{"scenario":"approve"}}',
    400,
    'invalid_request /sandbox',
  ],
  ['a string for a truth value', '{"reference":"x","force_new":"true"}', 400, 'invalid_request /force_new'],
  ['null for an optional field', '{"reference":"x","language":null}', 400, 'invalid_request /language'],
  ['a script URL', '{"reference":"x","redirect_url":"javascript:alert(1)"}', 400, 'invalid_request /redirect_url'],
  ['http to elsewhere', '{"reference":"x","redirect_url":"http://example.com"}', 400, 'invalid_request /redirect_url'],
  [
    '21 metadata pairs',
    inJson(JSON.stringify(Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`k${i}`, 'v'])))),
    400,
    'invalid_request /metadata',
  ],
  ['a metadata key of 41', inJson(`{"${'k'.repeat(41)}":"v"}`), 400, 'invalid_request /metadata'],
  ['a metadata value of 501', inJson(`{"k":"${'v'.repeat(501)}"}`), 400, 'invalid_request /metadata/k'],
  ['a metadata number', inJson('{"k":1}'), 400, 'invalid_request /metadata/k'],
  ['a metadata null on creation', inJson('{"k":null}'), 400, 'invalid_request /metadata/k'],
  ['one byte over 64 KiB', `{"reference":"x"}${' '.repeat(64 * 1024 - 16)}`, 413, 'payload_too_large '],
];

describe('a JSON body', () => {
  let server: TestServer;
  const seen: unknown[] = [];
  const createProfile: Services['createProfile'] = (input) => {
    seen.push(input);
    return TE.right({ outcome: 'created', view: theView, link: theLink });
  };
  before(async () => {
    server = await openServer({ services: stubServices({ createProfile }) });
  });
  after(() => server.close());

  const post = (body: string | Uint8Array, headers: { readonly [name: string]: string } = {}) =>
    server.send({
      method: 'POST',
      path: '/api/profiles/create',
      headers: { authorization: 'Bearer machine', 'content-type': 'application/json', ...headers },
      body,
    });

  for (const [name, body, status, expected] of hostile) {
    it(`that is ${name} is refused with ${status} and changes nothing`, async () => {
      const before = seen.length;
      const received = await post(body, name === 'nothing at all' ? { 'content-type': '' } : {});
      const { code, errors } = Object(received.json);
      const pointers = errors?.map(({ pointer }: { pointer: string }) => pointer).join(' ');
      expect(errors ? `${code} ${pointers}` : code).to.equal(expected);
      expect(received.status).to.equal(status);
      expect(seen.length).to.equal(before);
    });
  }

  it('is never repeated in the refusal', async () => {
    const { text } = await post('{"reference":["hunter2"],"claimed":"hunter2","force_new":"hunter2"}');
    expect(text).not.to.contain('hunter2');
  });

  it('of exactly 64 KiB, and 16 levels deep, is accepted', async () => {
    expect((await post(`{"reference":"x"}${' '.repeat(64 * 1024 - 17)}`)).status).to.equal(201);
    const path = `/api/verification_history/${ada}`;
    const headers = { authorization: 'Bearer machine', 'content-type': 'application/json' };
    const body = `{"type":"a.b","data":{"x":${nested(14)}}}`;
    expect((await server.send({ method: 'POST', path, headers, body })).status).to.equal(201);
  });

  it('of 64 KiB without an announced length is cut off at the limit', async () => {
    const status = await new Promise<number>((resolve, reject) => {
      const outgoing = request(
        {
          host: '127.0.0.1',
          port: server.port,
          method: 'POST',
          path: '/api/profiles/create',
          headers: { authorization: 'Bearer machine', 'content-type': 'application/json' },
        },
        (incoming) => {
          incoming.resume();
          resolve(incoming.statusCode ?? 0);
        },
      );
      outgoing.on('error', reject);
      for (let i = 0; i < 40; i += 1) outgoing.write(' '.repeat(4096));
      outgoing.end();
    });
    expect(status).to.equal(413);
  });

  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=utf-8; charset=utf-16',
    'application/json; charset =utf-8',
    'application/json; charset="utf-8',
    'application/json charset=utf-8',
    'application/json, text/plain',
    'application/json; x',
    'application/jsonx',
    'application/problem+json',
    'multipart/form-data; boundary=x',
  ]) {
    it(`of the type ${type} is refused`, async () => {
      const received = await post('{"reference":"x"}', { 'content-type': type });
      expect(received.status).to.equal(415);
      expect(received.json).to.include({
        code: 'unsupported_media_type',
        detail: 'Send application/json, without a content encoding.',
      });
    });
  }

  for (const type of [
    'application/json',
    'APPLICATION/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/json; charset=iso-8859-1',
    'application/json; charset=utf-16',
    'application/json;',
    'application/json; ;',
    'application/json ;charset=utf-8 ;',
    'application/json; charset=utf8',
    'application/json; charset=US-ASCII',
    'application/json; charset="u\\tf-8"',
    'application/json; odata.metadata=minimal',
    'application/json; profile="https://a.example/;x=\\"1\\""',
  ]) {
    it(`of the type ${type} is accepted`, async () => {
      expect((await post('{"reference":"x"}', { 'content-type': type })).status).to.equal(201);
    });
  }

  for (const encoding of ['gzip', 'br', 'identity, gzip']) {
    it(`that is encoded as ${encoding} is refused`, async () => {
      expect((await post('{"reference":"x"}', { 'content-encoding': encoding })).status).to.equal(415);
    });
  }

  it('reaches the use case decoded, with omitted fields as absent', async () => {
    await post('{"reference":"customer-9"}');
    expect(Object(seen.at(-1))).to.deep.include({
      reference: 'customer-9',
      policyId: null,
      claimed: {},
      language: null,
      metadata: {},
      redirectUrl: null,
      forceNew: false,
      scenario: null,
    });
    await post(
      JSON.stringify({
        reference: 'customer-9',
        policy: 'standard',
        claimed: { date_of_birth: '2024-02-29', country: 'GBR' },
        language: 'pt-BR',
        metadata: { constructor: 'harmless' },
        redirect_url: 'http://localhost:3000/done',
        force_new: true,
      }),
    );
    expect(Object(seen.at(-1))).to.deep.include({
      reference: 'customer-9',
      policyId: 'standard',
      claimed: { dateOfBirth: '2024-02-29', country: 'GBR' },
      language: 'pt-BR',
      metadata: { constructor: 'harmless' },
      redirectUrl: 'http://localhost:3000/done',
      forceNew: true,
      scenario: null,
    });
  });

  it('may name a scenario in the sandbox', async () => {
    const sandbox = await openServer({
      services: stubServices({ createProfile }),
      config: { ...httpConfig, sandbox: true, limits: defaultRequestLimits },
    });
    const received = await sandbox.send({
      method: 'POST',
      path: '/api/profiles/create',
      headers: { authorization: 'Bearer machine', 'content-type': 'application/json' },
      body: '{"reference":"x","sandbox":{"scenario":"decline_underage"}}',
    });
    await sandbox.close();
    expect(received.status).to.equal(201);
    expect(Object(seen.at(-1)).scenario).to.equal('decline_underage');
  });

  it('of a flow token may hold what a person supplies and no data of the partner', async () => {
    const patch = (body: object) =>
      server.send({
        method: 'PATCH',
        path: `/api/profiles/${ada}`,
        headers: { authorization: 'Bearer flow', 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    for (const field of ['claimed', 'metadata']) {
      const refused = await patch({ [field]: {} });
      expect(refused.status).to.equal(400);
      expect(Object(refused.json).errors).to.deep.equal([{ pointer: `/${field}`, message: 'unknown field' }]);
    }
    const consent = { text_version: '2026-01', locale: 'en', granted: true };
    expect((await patch({ consent, device: { event_id: '17.Ab' }, language: 'de' })).status).to.equal(200);
  });
});
