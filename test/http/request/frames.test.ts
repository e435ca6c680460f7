import { TE } from '@portcullis/domain';
import type { ImageInput } from '@portcullis/domain/use-cases';
import { expect } from 'chai';
import { aFile, bodyOf, multipartType, type Part } from '../../support/http/multipart.ts';
import { httpConfig, openServer, type TestServer } from '../../support/http/server.ts';
import { ada, stubServices, theAnalysis } from '../../support/http/stub-services.ts';
import { uploadLimits } from '../../support/http/uploads.ts';

const kibi = 1024;

type Seen = { readonly front: ImageInput; readonly back: ImageInput | null };

const textsOf = (image: ImageInput | null) =>
  image && 'bytes' in image
    ? [image.bytes, ...(image.frames ?? [])].map((bytes) => Buffer.from(bytes).toString())
    : image;

describe('the frames of a form', () => {
  let server: TestServer;
  let seen: Seen[];
  before(async () => {
    server = await openServer({
      services: stubServices({
        analyzeDocument: ({ back, front }) => {
          seen.push({ front, back });
          return TE.right(theAnalysis);
        },
      }),
      config: {
        ...httpConfig,
        limits: { ...uploadLimits, multipartBytes: 200 * kibi, uploadBytesInFlight: 180 * kibi },
      },
    });
  });
  beforeEach(() => {
    seen = [];
  });
  after(() => server.close());

  const analyze = (parts: readonly Part[], headers: { readonly [name: string]: string } = {}) =>
    server.send({
      method: 'POST',
      path: '/api/ai/document-analysis',
      headers: { authorization: 'Bearer flow', 'content-type': multipartType, ...headers },
      body: bodyOf(parts),
    });

  const refusalOf = async (parts: readonly Part[]) => {
    const { json, status } = await analyze(parts);
    const { code, errors } = Object(json);
    return { status, code, errors };
  };

  const front = aFile('document_front', 'front');
  const back = aFile('document_back', 'back');

  it('reach the use case beside their pictures, more of them than files are accepted', async () => {
    const frames = [
      'document_front_frame_1',
      'document_front_frame_2',
      'document_back_frame_1',
      'document_back_frame_2',
    ];
    const { status } = await analyze([front, back, ...frames.map((name) => aFile(name, name))]);
    expect(status).to.equal(200);
    expect(seen.map((one) => [textsOf(one.front), textsOf(one.back)])).to.deep.equal([
      [
        ['front', 'document_front_frame_1', 'document_front_frame_2'],
        ['back', 'document_back_frame_1', 'document_back_frame_2'],
      ],
    ]);
  });

  it('are left out where a form has an empty field for them', async () => {
    expect((await analyze([front, { name: 'document_front_frame_1', content: '', file: '' }])).status).to.equal(200);
    expect(textsOf(seen[0]?.front ?? null)).to.deep.equal(['front']);
  });

  it('are refused without their picture', async () => {
    expect(await refusalOf([front, aFile('document_back_frame_1', 'x')])).to.deep.equal({
      status: 400,
      code: 'invalid_request',
      errors: [{ pointer: '/document_back', message: 'is missing; expected a file' }],
    });
    expect((await refusalOf([aFile('document_front_frame_1', 'x')])).errors).to.deep.equal([
      { pointer: '/document_front', message: 'is missing; expected a file' },
    ]);
  });

  it('are refused if there is a third one, or one comes twice', async () => {
    const frame = (n: number) => aFile(`document_front_frame_${n}`, 'x');
    expect((await refusalOf([front, frame(1), frame(2), frame(3)])).errors).to.deep.equal([
      { pointer: '/document_front_frame_3', message: 'unknown field' },
    ]);
    expect((await refusalOf([front, frame(1), frame(1)])).errors).to.deep.equal([
      { pointer: '/document_front_frame_1', message: 'given more than once' },
    ]);
    expect(seen).to.deep.equal([]);
  });

  it('have together at most the bytes of one image', async () => {
    const half = 'x'.repeat(30 * kibi);
    const one = aFile('document_front_frame_1', half);
    const two = aFile('document_front_frame_2', half);
    expect((await analyze([front, one, two])).status).to.equal(200);
    expect(await refusalOf([front, one, aFile('document_front_frame_2', `${half}x`)])).to.deep.include({
      status: 413,
      code: 'payload_too_large',
    });
    expect((await refusalOf([front, back, one, two, aFile('document_back_frame_1', 'x')])).status).to.equal(413);
    expect((await refusalOf([front, aFile('document_front_frame_1', `${half}${half}x`)])).status).to.equal(413);
  });

  it('are no part of the form that changes a profile', async () => {
    const { json, status } = await server.send({
      method: 'PATCH',
      path: `/api/profiles/${ada}`,
      headers: { authorization: 'Bearer flow', 'content-type': multipartType },
      body: bodyOf([front, aFile('document_front_frame_1', 'x')]),
    });
    expect([status, Object(json).errors]).to.deep.equal([
      400,
      [{ pointer: '/document_front_frame_1', message: 'unknown field' }],
    ]);
  });

  it('are part of what an idempotency key stands for', async () => {
    const key = { 'idempotency-key': 'one-photo' };
    const frame = (content: string) => aFile('document_front_frame_1', content);
    const statuses = [
      (await analyze([front, frame('a')], key)).status,
      (await analyze([front, frame('a')], key)).status,
      (await analyze([front, frame('b')], key)).status,
      (await analyze([front], key)).status,
    ];
    expect(statuses).to.deep.equal([200, 200, 422, 422]);
    expect(seen.length).to.equal(1);
  });
});
