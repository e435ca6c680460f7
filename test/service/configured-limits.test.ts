import { defaultRequestLimits, type RequestLimits } from '@portcullis/http';
import { expect } from 'chai';
import { configOf } from '../support/builders/configurations.ts';
import { aFile, bodyOf } from '../support/http/multipart.ts';
import { openUploads, type Uploads } from '../support/http/uploads.ts';

const kibi = 1024;
const asPartner = { authorization: 'Bearer machine' };

const chosen = {
  LIMIT_URL_BYTES: '1024',
  LIMIT_JSON_BYTES: '4096',
  LIMIT_JSON_DEPTH: '4',
  LIMIT_MULTIPART_BYTES: '1048576',
  LIMIT_IMAGE_BYTES: '65536',
};

describe('configured limits of requests', () => {
  let uploads: Uploads;
  const limits: RequestLimits = configOf(chosen).limits.requests;
  before(async () => {
    uploads = await openUploads(limits);
  });
  after(() => uploads.close());

  const statusOf = async (kind: string, bytes: number): Promise<number> =>
    (await uploads.patch(bodyOf([aFile(kind, new Uint8Array(bytes))]))).status;
  const json = async (text: string) => {
    const { status, json } = await uploads.patch(text, 'application/json');
    return { status, code: Object(json).code, detail: Object(json).detail };
  };

  it('have the configured values, and the defaults elsewhere', () => {
    expect(limits).to.deep.equal({
      ...defaultRequestLimits,
      urlBytes: kibi,
      jsonBytes: 4 * kibi,
      jsonDepth: 4,
      multipartBytes: kibi * kibi,
      imageBytes: 64 * kibi,
    });
  });

  it('apply to each file, and to their total size', async () => {
    expect(await statusOf('document_front', 64 * kibi)).to.equal(200);
    expect(await statusOf('document_front', 64 * kibi + 1)).to.equal(413);
    const whole = await uploads.patch(bodyOf([aFile('document_front', new Uint8Array(kibi * kibi))]));
    expect(whole.json).to.have.nested.property('errors[0].message', 'at most 1048576 bytes are accepted');
  });

  it('apply to the size and depth of JSON, and to the URL', async () => {
    const padded = (size: number) => `{"metadata":{}}${' '.repeat(size - 15)}`;
    expect((await json(padded(4 * kibi + 1))).status).to.equal(413);
    expect((await json(padded(4 * kibi))).status).not.to.equal(413);
    expect(await json('[[[[[]]]]]')).to.deep.equal({
      status: 400,
      code: 'invalid_json',
      detail: 'The nesting is deeper than 4.',
    });
    expect((await json('[[[[]]]]')).code).not.to.equal('invalid_json');
    const statusAt = async (length: number) =>
      (await uploads.server.send({ path: `/?${'x'.repeat(length - 2)}`, headers: asPartner })).status;
    expect(await statusAt(kibi + 1)).to.equal(400);
    const { json: refused } = await uploads.server.send({ path: `/?${'x'.repeat(kibi)}`, headers: asPartner });
    expect(Object(refused).detail).to.equal('The URL is longer than accepted, or does not have a form that is.');
  });

  it('are part of the settings for clients', async () => {
    const { json: settings } = await uploads.server.send({ path: '/api/settings', headers: asPartner });
    expect(settings)
      .to.have.property('uploads')
      .that.deep.equals({
        image: {
          content_types: ['image/jpeg', 'image/png', 'image/webp'],
          max_bytes: 64 * kibi,
          max_pixels: 25_000_000,
        },
        max_request_bytes: kibi * kibi,
        frames: { per_side: 1, max_bytes: 64 * kibi },
      });
  });
});
