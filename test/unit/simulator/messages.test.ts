import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fieldNames } from '@portcullis/documents';
import { simulatorKeys, unreadablePhoto } from '@portcullis/vendor-simulator';
import { expect } from 'chai';
import sharp from 'sharp';
import { specimenReadings } from '#simulator/anthropic/readings';
import { askModel, askModelCard, bodyOf, type Reply, simulatorForTests } from '../../support/clients/vendor-calls.ts';
import { tinyJpeg } from '../../support/images/tiny-jpeg.ts';
import { root } from '../../support/repository/files.ts';

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const imageBlock = (data: string, media_type = 'image/jpeg') => ({
  type: 'image',
  source: { type: 'base64', media_type, data },
});
const textBlock = { type: 'text', text: 'What stands on it?' };
const schemaOf = (properties: object, more: object = {}) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
  ...more,
});
const outputOf = (schema: object) => ({ output_config: { format: { type: 'json_schema', schema } } });
const someSchema = schemaOf({ a: { type: 'string' } });

/** A valid request of the service; `over` gives the differences. */
const aMessage = (over: object = {}): Record<string, unknown> => ({
  model: simulatorKeys.model,
  max_tokens: 4096,
  system: [{ type: 'text', text: 'Read.', cache_control: { type: 'ephemeral' } }],
  messages: [{ role: 'user', content: [imageBlock(base64(tinyJpeg())), textBlock] }],
  metadata: { user_id: 'a'.repeat(64) },
  ...outputOf(someSchema),
  ...over,
});
const withContent = (...content: readonly unknown[]) => aMessage({ messages: [{ role: 'user', content }] });

const errorOf = (reply: Reply) => {
  const { type, error, request_id, ...rest } = bodyOf(reply);
  expect({ type, rest }).to.deep.equal({ type: 'error', rest: {} });
  expect(request_id).to.equal(reply.headers.get('request-id'));
  return { status: reply.status, error };
};
const invalid = (message: string) => ({ status: 400, error: { type: 'invalid_request_error', message } });

describe('messages of the vendor simulator', () => {
  const { running } = simulatorForTests();
  const ask = (body: unknown, headers?: Record<string, string>) => askModel(running().url, body, headers);
  const refusal = async (body: unknown) => errorOf(await ask(body));
  const textIn = async (body: unknown): Promise<string> => {
    const { content } = bodyOf(await ask(body));
    const [block]: readonly unknown[] = Array.isArray(content) ? content : [];
    return String(Reflect.get(Object(block), 'text'));
  };

  it('contain the print of the specimens in the repository', () => {
    const file = join(root, 'test/fixtures/specimens/specimens.json');
    const printed: readonly { name: string; lines: readonly string[]; fields: Record<string, string> }[] = JSON.parse(
      readFileSync(file, 'utf8'),
    );
    for (const [name, { sides }] of Object.entries(specimenReadings)) {
      const [{ fields, mrz_lines }] = sides;
      const specimen = printed.find((one) => one.name === name);
      const values = Object.entries(fields).flatMap(([field, read]) => (read === null ? [] : [[field, read.value]]));
      expect({ fields: Object.fromEntries(values), lines: mrz_lines }, name).to.deep.equal({
        fields: specimen?.fields,
        lines: specimen?.lines,
      });
      expect(Object.keys(fields)).to.deep.equal(fieldNames);
    }
  });

  it('contain the print of the document that the scenario names', async () => {
    running().script({ scenario: 'decline_underage' });
    expect(await textIn(aMessage())).to.equal(JSON.stringify(specimenReadings['td3-minor']));
  });

  it('contain what the script says, and for a picture what the script says for its bytes', async () => {
    running().script({ reading: { document_type: null } });
    expect(await textIn(aMessage())).to.equal('{"document_type":null}');
    running().script({ reading: 'I cannot read this.' });
    expect(await textIn(aMessage())).to.equal('I cannot read this.');
    const digest = createHash('sha256').update(tinyJpeg()).digest('hex');
    running().script({ readings: { [digest]: unreadablePhoto } });
    expect(await textIn(aMessage())).to.equal(JSON.stringify(unreadablePhoto));
    const other = base64(await sharp(tinyJpeg()).png().toBuffer());
    expect(await textIn(withContent(imageBlock(other, 'image/png')))).to.equal('I cannot read this.');
  });

  it('are answered with either form of the key, and with no other key', async () => {
    const version = { 'anthropic-version': '2026-10-21' };
    expect((await ask(aMessage(), { 'x-api-key': simulatorKeys.apiKey, ...version })).status).to.equal(200);
    const denied = async (headers: Record<string, string>) =>
      errorOf(await ask(aMessage(), { ...headers, ...version }));
    const wrong = (message: string) => ({ status: 401, error: { type: 'authentication_error', message } });
    expect(await denied({ authorization: 'Bearer another' })).to.deep.equal(wrong('invalid bearer token'));
    expect(await denied({ 'x-api-key': 'another' })).to.deep.equal(wrong('invalid x-api-key'));
    expect(await denied({})).to.deep.equal(wrong('x-api-key header is required'));
  });

  it('are answered in the existing API versions', async () => {
    const authorization = `Bearer ${simulatorKeys.apiKey}`;
    expect((await ask(aMessage(), { authorization, 'anthropic-version': '2023-06-01' })).status).to.equal(200);
    expect(errorOf(await ask(aMessage(), { authorization }))).to.deep.equal(
      invalid('anthropic-version: header is required'),
    );
    expect(errorOf(await ask(aMessage(), { authorization, 'anthropic-version': '2020-01-01' }))).to.deep.equal(
      invalid('anthropic-version: not a valid version'),
    );
  });

  it('are answered by the one existing model', async () => {
    const unknown = { status: 404, error: { type: 'not_found_error', message: 'model: claude-nope' } };
    expect(await refusal(aMessage({ model: 'claude-nope' }))).to.deep.equal(unknown);
    expect(errorOf(await askModelCard(running().url, 'claude-nope'))).to.deep.equal(unknown);
    const { capabilities, ...card } = bodyOf(await askModelCard(running().url, simulatorKeys.model));
    expect(card).to.include({ type: 'model', id: simulatorKeys.model, lifecycle: 'active', max_tokens: 128_000 });
    expect(capabilities).to.deep.include({ image_input: { supported: true }, structured_outputs: { supported: true } });
    expect(errorOf(await askModelCard(running().url, simulatorKeys.model, {})).status).to.equal(401);
  });

  it('are refused for a body that the vendor refuses', async () => {
    for (const [body, message] of [
      ['not json', 'The request body is not valid JSON'],
      ['[]', 'The request body is not valid JSON'],
      [aMessage({ model: undefined }), 'model: Field required'],
      [aMessage({ max_tokens: undefined }), 'max_tokens: Field required'],
      [aMessage({ max_tokens: 0 }), 'max_tokens: Input should be greater than or equal to 1'],
      [
        aMessage({ max_tokens: 128_001 }),
        'max_tokens: 128001 > 128000, which is the maximum allowed number of output tokens',
      ],
      [aMessage({ temperature: 0 }), 'temperature: Extra inputs are not permitted'],
      [aMessage({ messages: [] }), 'messages: Field required'],
      [aMessage({ messages: [{ role: 'assistant' }] }), 'messages: only one message of the user is played here'],
      [withContent(), 'messages.0.content: Field required'],
      [withContent({ type: 'text', text: '' }), 'messages: text content blocks must be non-empty'],
      [withContent({ type: 'tool_use' }), 'messages.0.content.0: only text and image blocks are played here'],
      [aMessage({ system: 7 }), 'system: Input should be a list'],
      [aMessage({ system: [{ type: 'text' }] }), 'system.0.text.text: Field required'],
      [
        aMessage({ metadata: { user_id: 'a'.repeat(257) } }),
        'metadata.user_id: String should have at most 256 characters',
      ],
      [aMessage({ metadata: { email: 'a@b.c' } }), 'metadata.email: Extra inputs are not permitted'],
      [aMessage({ thinking: { type: 'enabled' } }), "thinking.type: Input should be 'disabled'"],
      [
        aMessage({ output_config: { format: { type: 'json' } } }),
        "output_config.format.type: Input should be 'json_schema'",
      ],
    ] as const) {
      expect(await refusal(body), message).to.deep.equal(invalid(message));
    }
  });

  it('are refused for a schema that the vendor does not support', async () => {
    const nullable = { anyOf: [{ type: 'string' }, { type: 'null' }] };
    const many = (count: number) =>
      schemaOf(Object.fromEntries(Array.from({ length: count }, (_, i) => [`a${i}`, nullable])));
    for (const [schema, rule] of [
      [
        schemaOf({}, { additionalProperties: true }),
        "For 'object' type, 'additionalProperties' must be explicitly set to false",
      ],
      [
        schemaOf({ a: { type: 'object', properties: {} } }),
        "For 'object' type, 'additionalProperties' must be explicitly set to false",
      ],
      [schemaOf({ a: { type: 'string' } }, { required: [] }), "every property must be required: 'a' is not"],
      [
        schemaOf({ a: { type: 'array', items: schemaOf({ b: nullable }, { required: [] }) } }),
        "every property must be required: 'b' is not",
      ],
      [
        schemaOf({ a: { anyOf: [schemaOf({ b: nullable }, { required: [] })] } }),
        "every property must be required: 'b' is not",
      ],
      [schemaOf({ a: { type: 'number', minimum: 0 } }), "property 'minimum' is not supported"],
      [schemaOf({ a: { type: 'array' } }), "For 'array' type, 'items' must be given"],
      [schemaOf({ a: {} }), 'a schema must have a type, an enum or anyOf'],
      [schemaOf({ a: { type: 'date' } }), 'type is not one of the types of JSON Schema'],
      [{ type: 'array', items: nullable }, 'the schema must be of an object'],
      [
        many(17),
        'Schemas contains too many parameters with union types (17 parameters with type arrays or anyOf). Reduce the number of nullable or union-typed parameters (limit: 16 parameters with unions).',
      ],
    ] as const) {
      expect(await refusal(aMessage(outputOf(schema))), rule).to.deep.equal(
        invalid(`output_config.format.schema: ${rule}`),
      );
    }
    expect((await ask(aMessage(outputOf(many(16))))).status).to.equal(200);
  });

  it('are refused for a picture that the vendor refuses', async () => {
    const place = 'messages.0.content.0.image.source';
    const tooLong = `${place}.base64.data: At least one of the image dimensions exceed max allowed size: 8000 pixels`;
    const plain = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: '#888' } });
    const png = async (width: number, height: number) => base64(await plain(width, height).png().toBuffer());
    const jpeg = async (width: number, height: number) => base64(await plain(width, height).jpeg().toBuffer());
    const padded = (characters: number) =>
      base64(Buffer.concat([tinyJpeg(), Buffer.alloc((characters / 4) * 3 - tinyJpeg().length)]));
    const url = { type: 'image', source: { type: 'url', url: 'https://example.com/a.jpg' } };
    for (const [block, message] of [
      [imageBlock(await png(8000, 8), 'image/png'), null],
      [imageBlock(await jpeg(8, 8000)), null],
      [imageBlock(await png(8001, 8), 'image/png'), tooLong],
      [imageBlock(await jpeg(8, 8001)), tooLong],
      [imageBlock(padded(5_242_880)), null],
      [imageBlock(padded(5_242_884)), `${place}.base64: image exceeds 5 MB maximum: 5242884 bytes > 5242880 bytes`],
      [imageBlock(await png(8, 8)), `${place}.base64.data: Image does not match the provided media type image/jpeg`],
      [imageBlock(base64(Buffer.from('%PDF-1.7'))), `${place}.base64.data: Could not process image`],
      [imageBlock(base64(tinyJpeg().subarray(0, 20))), `${place}.base64.data: Could not process image`],
      [imageBlock('ab==cd=='), `${place}.base64.data: Invalid base64 data`],
      [imageBlock(''), `${place}.base64.data: Field required`],
      [imageBlock('aaaa', 'image/heic'), `${place}.base64.media_type: only JPEG and PNG are played here`],
      [url, `${place}: only base64 sources are played here`],
    ] as const) {
      const reply = await ask(withContent(block));
      if (message === null) expect(reply.status).to.equal(200);
      else expect(errorOf(reply), message).to.deep.equal(invalid(message));
    }
  });

  it('are refused for more than 32 MB', async () => {
    const empty = JSON.stringify(aMessage({ system: [{ type: 'text', text: '' }] })).length;
    const sized = (bytes: number) => aMessage({ system: [{ type: 'text', text: 'a'.repeat(bytes - empty) }] });
    const limit = 32 * 1024 * 1024;
    expect((await ask(sized(limit))).status).to.equal(200);
    expect((await ask(sized(limit + 1))).status).to.equal(413);
  });

  it('are logged without the bytes of any picture', async () => {
    const body = aMessage();
    await ask(body);
    const note = { bytes: tinyJpeg().length, sha256: createHash('sha256').update(tinyJpeg()).digest('hex') };
    const source = { type: 'base64', media_type: 'image/jpeg', data: note };
    const messages = [{ role: 'user', content: [{ type: 'image', source }, textBlock] }];
    expect(running().requests()).to.deep.equal([
      { vendor: 'anthropic', operation: 'messages.create', status: 200, body: { ...body, messages } },
    ]);
  });
});
