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
  let handled: () => void = () => undefined;
  const round = (_: boolean, onHandled: () => void) =>
    new Promise<boolean>((resolve, reject) => {
      handled = onHandled;
      end = (how) => (how === undefined ? resolve(true) : reject(how));
    });
  const shares = { keep, count: () => 16, leaveToOthers: async () => false };
  const job = keepingShares({ shares, clock, round, onLeft: () => expect.fail('left') });
  return { clock, kept: () => kept, end: (how?: Error) => end(how), handled: () => handled(), job };
};

/** An instance with as many shards, among others or alone, whose rounds are well or not. */
const beginAmong = (state: { isAlone: boolean; isWell: boolean; shards: number }) => {
  const clock = fakeClock();
  const left: number[] = [];
  const trials: boolean[] = [];
  const job = keepingShares({
    shares: {
      keep: async () => E.right(undefined),
      count: () => state.shards,
      leaveToOthers: async () => !state.isAlone,
    },
    clock,
    round: async (isOnTrial) => {
      trials.push(isOnTrial);
      return state.isWell;
    },
    onLeft: (ms) => void left.push(ms),
  });
  const rounds = async (seconds: number): Promise<void> => {
    for (let second = 0; second < seconds; second += 1) {
      await job.round();
      clock.advance(1000);
    }
  };
  return { left, rounds, trials };
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

  it('are kept for as long as something in a round ends every five minutes', async () => {
    const { clock, end, handled, job, kept } = begin();
    const running = job.round();
    for (let n = 1; n <= 5; n += 1) {
      clock.advance(299_000);
      await job.keep();
      expect(kept()).to.equal(n);
      handled();
    }
    clock.advance(300_000);
    await job.keep();
    expect(kept(), 'nothing ends any more').to.equal(5);
    end();
    await running;
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

  it('are left to others by one whose rounds have failed for three minutes, and longer each time that it fails', async () => {
    const state = { isAlone: false, isWell: false, shards: 8 };
    const { left, rounds, trials } = beginAmong(state);
    await rounds(180);
    expect(left).to.deep.equal([]);
    await rounds(1);
    expect(left).to.deep.equal([30_000]);
    state.shards = 0;
    await rounds(60);
    expect(left, 'it has nothing to fail at').to.deep.equal([30_000]);
    state.shards = 8;
    await rounds(6);
    expect(left).to.deep.equal([30_000, 60_000, 120_000, 240_000, 480_000, 480_000, 480_000]);
    expect([trials[180], trials[181], trials.at(-1)]).to.deep.equal([false, true, true]);
  });

  it('are kept by one that is well in between, and again after a trial in which it had a part and was well', async () => {
    const state = { isAlone: false, isWell: false, shards: 8 };
    const { left, rounds, trials } = beginAmong(state);
    await rounds(179);
    state.isWell = true;
    await rounds(1);
    state.isWell = false;
    await rounds(181);
    expect(left).to.deep.equal([30_000]);
    state.isWell = true;
    state.shards = 0;
    await rounds(40);
    expect(trials.at(-1), 'without a part').to.equal(true);
    state.shards = 8;
    await rounds(2);
    expect(trials.slice(-2)).to.deep.equal([true, false]);
    state.isWell = false;
    await rounds(181);
    expect(left).to.deep.equal([30_000, 30_000]);
  });

  it('are kept by one that is alone, whatever its rounds say', async () => {
    const { left, rounds } = beginAmong({ isAlone: true, isWell: false, shards: 16 });
    await rounds(600);
    expect(left).to.deep.equal([]);
  });
});
