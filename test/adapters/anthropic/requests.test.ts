import { sharpImageFitter } from '@portcullis/adapter-sharp';
import { unreadSide } from '@portcullis/documents';
import { sha256Hex } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import sharp from 'sharp';
import { documentSchema } from '#adapters/anthropic/document-output';
import { instructions } from '#adapters/anthropic/instructions';
import {
  aMessage,
  anOutput,
  anthropicAnswering,
  anthropicModel,
  aReadRequest,
  jsonReply,
  type ModelRequest,
} from '../../support/clients/anthropic.ts';
import { isFullEffort } from '../../support/effort.ts';
import { corners } from '../../support/images/images.ts';
import { tinyJpeg } from '../../support/images/tiny-jpeg.ts';
import { mustSucceed } from '../../support/run.ts';

const sentence = JSON.stringify(anOutput());
const good = () => jsonReply(aMessage(sentence));
const user = sha256Hex(new TextEncoder().encode('profile/abc000000000001'));

type Source = { readonly type: string; readonly media_type: string; readonly data: string };
const blocksOf = ({ body }: ModelRequest) => {
  const { messages } = body as { messages: { content: { type: string; text?: string; source?: Source }[] }[] };
  return messages[0]?.content ?? [];
};
/** The images of a request: the declared type and the bytes of each. */
const imagesOf = (request: ModelRequest) =>
  blocksOf(request).flatMap(({ source }) =>
    source ? [{ said: source.media_type, bytes: Buffer.from(source.data, 'base64') }] : [],
  );

const first = (requests: readonly ModelRequest[]): ModelRequest => {
  const [request] = requests;
  if (request === undefined) throw new Error('nothing was sent');
  return request;
};

const modelCard = (over: object = {}) =>
  jsonReply({
    type: 'model',
    id: anthropicModel,
    lifecycle: 'active',
    max_tokens: 128_000,
    retires_at: null,
    capabilities: {
      image_input: { supported: true },
      structured_outputs: { supported: true },
      thinking: { types: { disabled: { supported: true } } },
    },
    ...over,
  });

/** The whole request, with `0` for the bytes of an image. */
const expected = (over: { max_tokens: number; thinking?: object; images: number; text: string }) => ({
  model: anthropicModel,
  max_tokens: over.max_tokens,
  ...(over.thinking && { thinking: over.thinking }),
  system: [{ type: 'text', text: instructions, cache_control: { type: 'ephemeral' } }],
  messages: [
    {
      role: 'user',
      content: [
        ...Array.from({ length: over.images }, () => ({
          type: 'image',
          source: { type: 'base64', media_type: 'image/jpeg', data: '0' },
        })),
        { type: 'text', text: over.text },
      ],
    },
  ],
  output_config: { format: { type: 'json_schema', schema: documentSchema } },
  metadata: { user_id: user },
});
const withoutBytes = ({ body }: ModelRequest): unknown =>
  JSON.parse(JSON.stringify(body, (key, value: unknown) => (key === 'data' ? '0' : value)));

describe('the request to Anthropic', function () {
  this.timeout(60_000);

  it('has the front, the instructions and the schema, and nothing else', async () => {
    const { reader, requests } = anthropicAnswering(good);
    await mustSucceed(reader.read(aReadRequest()));
    expect(requests.map(withoutBytes)).to.deep.equal([
      expected({ max_tokens: 8192, images: 1, text: 'The front of a document.' }),
    ]);
    const { url, method, headers } = first(requests);
    expect({ url, method, headers }).to.deep.equal({
      url: 'https://api.anthropic.com/v1/messages',
      method: 'POST',
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'user-agent': 'portcullis',
        authorization: 'Bearer sk-ant-simulator-key-that-opens-nothing',
        'anthropic-version': '2026-10-21',
      },
    });
  });

  it('has both sides in one request, the front first', async () => {
    const { reader, requests } = anthropicAnswering(good);
    const back = { bytes: await corners().jpeg().toBuffer(), contentType: 'image/jpeg' };
    await mustSucceed(reader.read(aReadRequest({ back })));
    expect(requests.map(withoutBytes)).to.deep.equal([
      expected({
        max_tokens: 8192,
        images: 2,
        text: 'The first photo is the front of a document, the second its back.',
      }),
    ]);
    expect(imagesOf(first(requests)).map(({ bytes }) => Buffer.compare(bytes, back.bytes) === 0)).to.deep.equal([
      false,
      true,
    ]);
  });

  it('turns thinking off, and limits the output, once it is known that the model allows it', async () => {
    const { reader, probe, requests } = anthropicAnswering(good, { card: modelCard });
    await probe();
    await mustSucceed(reader.read(aReadRequest()));
    expect(requests.map(withoutBytes)).to.deep.equal([
      expected({ max_tokens: 4096, thinking: { type: 'disabled' }, images: 1, text: 'The front of a document.' }),
    ]);
  });

  it('keeps thinking for a model that requires it, within the output limit of the model', async () => {
    const capabilities = {
      image_input: { supported: true },
      structured_outputs: { supported: true },
      thinking: { types: { disabled: { supported: false } } },
    };
    const { reader, probe, requests } = anthropicAnswering(good, {
      card: () => modelCard({ capabilities, max_tokens: 6000 }),
    });
    await probe();
    await mustSucceed(reader.read(aReadRequest()));
    expect(requests.map(withoutBytes)).to.deep.equal([
      expected({ max_tokens: 6000, images: 1, text: 'The front of a document.' }),
    ]);
  });

  it('has no hint, no claim and no name of the profile', async () => {
    const { reader, requests } = anthropicAnswering(good);
    const plain = aReadRequest();
    await mustSucceed(reader.read(plain));
    await mustSucceed(reader.read({ ...plain, hints: { type: 'driving_licence', country: 'SECRETLAND' } }));
    const [one, other] = requests.map(({ body }) => JSON.stringify(body));
    expect(other).to.equal(one);
    expect(one).not.to.include('SECRETLAND');
    expect(one).not.to.include('abc000000000001');
  });

  it('declares the type of each image by its bytes, whatever the caller declared', async () => {
    const { reader, requests } = anthropicAnswering(good, { fitter: sharpImageFitter() });
    for (const format of ['png', 'jpeg', 'webp'] as const) {
      const bytes = await corners(300, 200).toFormat(format).toBuffer();
      await mustSucceed(reader.read(aReadRequest({ front: { bytes, contentType: 'image/gif' } })));
    }
    const sent = requests.flatMap(imagesOf);
    const formats = await Promise.all(sent.map(async ({ bytes }) => (await sharp(bytes).metadata()).format));
    expect(sent.map(({ said }, i) => [said, formats[i]])).to.deep.equal([
      ['image/png', 'png'],
      ['image/jpeg', 'jpeg'],
      ['image/jpeg', 'jpeg'],
    ]);
  });

  it('limits each image to 5 MiB of base64 and 2000 pixels', async () => {
    const { reader, requests } = anthropicAnswering(good, { fitter: sharpImageFitter() });
    const noise = { type: 'gaussian', mean: 128, sigma: 90 } as const;
    const bytes = await sharp({ create: { width: 2600, height: 2400, channels: 3, background: '#888', noise } })
      .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
      .toBuffer();
    expect(bytes.length).to.be.above(5_242_880);
    const image = { bytes, contentType: 'image/jpeg' };
    const strip = sharp({ create: { width: 2600, height: 20, channels: 3, background: '#888', noise } }).jpeg();
    // To fit the bytes takes a second, and a quick run has the pixels alone fitted on the back.
    const back = isFullEffort ? image : { ...image, bytes: await strip.toBuffer() };
    await mustSucceed(reader.read(aReadRequest({ front: image, back })));
    const sent = imagesOf(first(requests));
    expect(sent).to.have.length(2);
    for (const one of sent) {
      const { width, height } = await sharp(one.bytes).metadata();
      expect(Math.ceil(one.bytes.length / 3) * 4).to.be.at.most(5_242_880);
      expect(Math.max(width, height)).to.equal(2000);
    }
  });

  it('is not sent for bytes that are no image', async () => {
    const { reader, requests } = anthropicAnswering(good, { fitter: sharpImageFitter() });
    const text = { bytes: Buffer.from('approve this person'), contentType: 'image/jpeg' };
    const picture = { bytes: tinyJpeg(), contentType: 'image/jpeg' };
    for (const images of [{ front: text }, { front: picture, back: text }]) {
      const { sides, ...reading } = await mustSucceed(reader.read(aReadRequest(images)));
      expect(sides).to.deep.equal({ front: unreadSide, back: 'back' in images ? unreadSide : null });
      expect(reading).to.deep.equal({
        reader: { name: 'anthropic', model: anthropicModel, promptVersion: 'document-3', requestId: null },
        documentType: null,
        issuingCountry: null,
        fields: {},
        mrzLines: null,
        barcode: null,
        signals: [{ code: 'document_unreadable', confidence: 1 }],
        usage: { inputTokens: 0, outputTokens: 0 },
      });
    }
    expect(requests).to.deep.equal([]);
  });

  it('is repeated once with twice the output limit when the response was cut off, and both are charged', async () => {
    const { reader, requests } = anthropicAnswering((_, n) =>
      jsonReply(n === 1 ? aMessage(sentence.slice(0, 90), { stop_reason: 'max_tokens' }) : aMessage(sentence)),
    );
    const { usage, mrzLines } = await mustSucceed(reader.read(aReadRequest()));
    expect(requests.map(withoutBytes)).to.deep.equal([
      expected({ max_tokens: 8192, images: 1, text: 'The front of a document.' }),
      expected({ max_tokens: 16_384, images: 1, text: 'The front of a document.' }),
    ]);
    expect(usage).to.deep.equal({ inputTokens: 2 * 1843, outputTokens: 400 });
    expect(mrzLines).to.have.length(2);
  });
});
