import { memoryRateLimiter } from '@portcullis/adapter-limits';
import { sharpMediaNormalizer } from '@portcullis/adapter-sharp';
import { uploadOwner } from '@portcullis/contracts/builders';
import type { MediaNormalizer } from '@portcullis/domain';
import { expect } from 'chai';
import sharp from 'sharp';
import type { MediaOptions } from '#adapters/sharp/media-normalizer';
import { mustFail } from '../../support/run.ts';

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

const tooBusy = {
  _tag: 'LimitReached',
  limit: 'image_queue',
  message: 'Too many pictures are being processed.',
  retryAfterSeconds: 5,
};
const oneByOne = {
  _tag: 'LimitReached',
  limit: 'images_of_profile',
  message: 'Two pictures of this profile are looked at already; send one after another.',
  retryAfterSeconds: 2,
};

type Outcome = Awaited<ReturnType<ReturnType<MediaNormalizer['normalize']>>>;
const told = (outcome: Outcome) => (outcome._tag === 'Right' ? 'decoded' : outcome.left);

describe('many concurrent images', function () {
  this.timeout(60_000);

  let good: Buffer;
  before(async () => {
    good = await noisy().jpeg().toBuffer();
  });

  const outcomes = async (options: MediaOptions, count: number) => {
    const busy = sharpMediaNormalizer(options);
    const ask = (i: number) => busy.normalize('document_front', good, uploadOwner(`profile ${i}`))();
    const answers = await Promise.all(Array.from({ length: count }, (_, i) => ask(i)));
    expect(told(await ask(count))).to.equal('decoded');
    return answers.map(told);
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
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        slow.normalize('document_front', i % 3 === 0 ? good.subarray(0, 300) : good, uploadOwner(`profile ${i}`))(),
      ),
    );
    expect(answers.map(({ _tag }) => _tag)).to.deep.equal(
      Array.from({ length: 20 }, (_, i) => (i % 3 === 0 ? 'Left' : 'Right')),
    );
  });

  it('of one profile are decoded one by one: one runs, one waits, and the others are refused at once', async () => {
    const media = sharpMediaNormalizer({ decodes: 2 });
    const flood = Array.from({ length: 12 }, () => media.normalize('document_front', good, uploadOwner('flood'))());
    const neighbour = media.normalize('document_front', good, uploadOwner('neighbour'))();
    expect((await Promise.all(flood)).map(told)).to.deep.equal([
      'decoded',
      'decoded',
      ...Array.from({ length: 10 }, () => oneByOne),
    ]);
    expect(told(await neighbour)).to.equal('decoded');
  });

  it('of one tenant wait for those of another, which came later', async () => {
    const media = sharpMediaNormalizer({ decodes: 1 });
    const order: string[] = [];
    const ask = async (profile: string, partner: string): Promise<void> => {
      await media.normalize('document_front', good, uploadOwner(profile, partner))();
      order.push(profile);
    };
    const first = ['a1', 'a2', 'a3', 'a4'].map((profile) => ask(profile, 'acme'));
    const later = ['b1', 'b2'].map((profile) => ask(profile, 'bolt'));
    await Promise.all([...first, ...later]);
    expect(order).to.deep.equal(['a1', 'b1', 'a2', 'b2', 'a3', 'a4']);
  });
});

describe('the pixels of one profile', function () {
  this.timeout(60_000);

  /** The pictures are of 400 × 300 pixels in three colours, so that a budget of a million bytes has two of them. */
  const budget = () => ({ limiter: memoryRateLimiter(), bytesPerHour: 1_000_000 });
  /** The hour began with the first picture, which may be a while ago on a busy machine. */
  const expectExceeded = (outcome: unknown): void => {
    const { _tag, message, retryAfterSeconds } = Object(outcome);
    const sentence = 'The images of one profile have at most 1 MB of pixels together in an hour.';
    expect([_tag, message]).to.deep.equal(['ImageBudgetExceeded', sentence]);
    expect(retryAfterSeconds).to.be.within(3540, 3600);
  };

  it('have a budget for an hour, whatever the bytes of the pictures are, and others have theirs', async () => {
    const media = sharpMediaNormalizer({ budget: budget() });
    const answers = [];
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const picture = await noisy().toFormat(format).toBuffer();
      answers.push(told(await media.normalize('document_front', picture, uploadOwner('one'))()));
    }
    expect(answers.slice(0, 2)).to.deep.equal(['decoded', 'decoded']);
    expectExceeded(answers[2]);
    const other = await media.normalize('document_front', await noisy().jpeg().toBuffer(), uploadOwner('other'))();
    expect(told(other)).to.equal('decoded');
  });

  it('are not counted of a picture that no decoder has seen', async () => {
    const media = sharpMediaNormalizer({ budget: budget() });
    const good = await noisy().jpeg().toBuffer();
    const cut = good.subarray(0, 300);
    for (let i = 0; i < 10; i += 1) await mustFail(media.normalize('document_front', cut, uploadOwner()));
    const owner = uploadOwner();
    const flood = await Promise.all(Array.from({ length: 10 }, () => media.normalize('document_back', good, owner)()));
    expect(flood.map(told).filter((outcome) => outcome === 'decoded')).to.have.length(2);
    expectExceeded(told(await media.normalize('document_back', good, owner)()));
  });
});
