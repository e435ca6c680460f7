import { type MediaOptions, sharpMediaNormalizer } from '@portcullis/adapter-sharp';
import { expect } from 'chai';
import sharp from 'sharp';

/** Makes a picture that takes a moment to decode. */
const noisy = () =>
  sharp({
    create: {
      width: 400,
      height: 300,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  });

describe('many concurrent images', function () {
  this.timeout(60_000);

  const tooBusy = {
    _tag: 'LimitReached',
    message: 'Too many pictures are looked at at this moment.',
    retryAfterSeconds: 5,
  };
  const outcomes = async (options: MediaOptions, count: number) => {
    const busy = sharpMediaNormalizer(options);
    const good = await noisy().jpeg().toBuffer();
    const answers = await Promise.all(Array.from({ length: count }, () => busy.normalize('document_front', good)()));
    const again = await busy.normalize('document_front', good)();
    expect(again._tag).to.equal('Right');
    return answers.map((answer) => (answer._tag === 'Right' ? 'decoded' : answer.left));
  };

  it('are refused when the queue is full, and others are accepted afterwards', async () => {
    const found = await outcomes({ decodes: 1, maxWaiting: 2 }, 6);
    expect(found).to.deep.equal(['decoded', 'decoded', 'decoded', tooBusy, tooBusy, tooBusy]);
  });

  it('are refused when they have waited too long, and others are accepted afterwards', async () => {
    const found = await outcomes({ decodes: 1, maxWaitMs: 0 }, 4);
    expect(found).to.deep.equal(['decoded', tooBusy, tooBusy, tooBusy]);
  });

  it('are all decoded, also after some were refused, when one is decoded at a time', async () => {
    const slow = sharpMediaNormalizer({ decodes: 1 });
    const good = await noisy().jpeg().toBuffer();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        slow.normalize('document_front', i % 3 === 0 ? good.subarray(0, 900) : good)(),
      ),
    );
    expect(answers.map(({ _tag }) => _tag)).to.deep.equal(
      Array.from({ length: 20 }, (_, i) => (i % 3 === 0 ? 'Left' : 'Right')),
    );
  });
});
