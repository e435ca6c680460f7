import { keepingShares } from '@portcullis/app';
import { E } from '@portcullis/domain';
import { expect } from 'chai';
import { fakeClock } from '../../../support/clock/fake-clock.ts';

const begin = () => {
  const clock = fakeClock();
  let kept = 0;
  let end: (how?: Error) => void = () => undefined;
  const keep = async () => {
    kept += 1;
    return E.right(undefined);
  };
  const round = () =>
    new Promise<void>((resolve, reject) => {
      end = (how) => (how === undefined ? resolve() : reject(how));
    });
  return { clock, kept: () => kept, end: (how?: Error) => end(how), job: keepingShares({ keep }, clock, round) };
};

describe('the shares of an instance', () => {
  it('are kept between the rounds of its sweep, and for five minutes of a round', async () => {
    const { clock, end, job, kept } = begin();
    await job.keep();
    expect(kept()).to.equal(1);
    const running = job.round();
    clock.advance(299_999);
    await job.keep();
    expect(kept()).to.equal(2);
    clock.advance(1);
    await job.keep();
    expect(kept(), 'a round that hangs').to.equal(2);
    end();
    await running;
    await job.keep();
    expect(kept(), 'behind it').to.equal(3);
  });

  it('are kept behind a round that was thrown out of', async () => {
    const { clock, end, job, kept } = begin();
    const running = job.round().catch((cause: Error) => cause.message);
    clock.advance(400_000);
    end(new Error('thrown'));
    expect(await running).to.equal('thrown');
    await job.keep();
    expect(kept()).to.equal(1);
  });
});
