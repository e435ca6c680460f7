import { E } from '@portcullis/domain';
import { expect } from 'chai';
import { leasedRounds } from '#app/jobs/sweep-lease';
import { fakeClock } from '../../../support/clock/fake-clock.ts';

const second = 1000;

const begin = () => {
  const clock = fakeClock();
  const state = { isHeld: true, isWell: true, keeps: 0, left: 0, away: [] as boolean[] };
  let end: (() => void) | null = null;
  let handled: () => void = () => undefined;
  const lease = {
    isHeld: () => state.isHeld,
    keep: async () => {
      state.keeps += 1;
      state.isHeld = true;
      return E.right(undefined);
    },
    release: async () => {
      state.isHeld = false;
    },
  };
  const onLeft = (): void => {
    state.left += 1;
  };
  const job = leasedRounds({
    clock,
    lease,
    round: async (isAway, onHandled) => {
      state.away.push(isAway);
      handled = onHandled;
      return state.isWell;
    },
    onLeft,
  });
  /** A round that ends only when it is told to. */
  const hangingJob = leasedRounds({
    clock,
    lease,
    round: (_, onHandled) =>
      new Promise((resolve) => {
        handled = onHandled;
        end = () => resolve(true);
      }),
    onLeft,
  });
  const seconds = async (count: number): Promise<void> => {
    for (let n = 0; n < count; n += 1) {
      await job.round();
      await job.keep();
      clock.advance(second);
    }
  };
  return {
    clock,
    end: () => end?.(),
    handled: () => handled(),
    hangingJob,
    seconds,
    state,
  };
};

describe('the lease on the sweep', () => {
  it('is kept between the rounds, and by an instance that stands by', async () => {
    const { seconds, state } = begin();
    await seconds(3);
    state.isHeld = false;
    await seconds(3);
    expect([state.keeps, state.left]).to.deep.equal([6, 0]);
  });

  it('is given up by a round in which nothing ends for five minutes, and not taken again before it has ended', async () => {
    const { clock, end, handled, hangingJob, state } = begin();
    const running = hangingJob.round();
    clock.advance(299 * second);
    await hangingJob.keep();
    expect([state.keeps, state.isHeld]).to.deep.equal([1, true]);
    handled();
    clock.advance(299 * second);
    await hangingJob.keep();
    expect([state.keeps, state.isHeld]).to.deep.equal([2, true]);
    clock.advance(second);
    await hangingJob.keep();
    expect([state.keeps, state.isHeld, state.left]).to.deep.equal([2, false, 1]);
    clock.advance(600 * second);
    await hangingJob.keep();
    expect([state.keeps, state.isHeld]).to.deep.equal([2, false]);
    end();
    await running;
    await hangingJob.keep();
    expect([state.keeps, state.isHeld]).to.deep.equal([3, true]);
  });

  it('is given up for a minute by an instance whose rounds have failed for five', async () => {
    const { seconds, state } = begin();
    state.isWell = false;
    await seconds(300);
    expect([state.isHeld, state.left]).to.deep.equal([true, 0]);
    await seconds(1);
    expect([state.isHeld, state.left]).to.deep.equal([false, 1]);
    state.isWell = true;
    await seconds(59);
    expect([state.isHeld, state.away.slice(-59).every((one) => one)]).to.deep.equal([false, true]);
    await seconds(2);
    expect([state.isHeld, state.left, state.away.at(-1)]).to.deep.equal([true, 1, false]);
    await seconds(600);
    expect(state.left).to.equal(1);
  });

  it('is kept by one of whose rounds one succeeds every five minutes', async () => {
    const { seconds, state } = begin();
    for (let n = 0; n < 4; n += 1) {
      state.isWell = false;
      await seconds(250);
      state.isWell = true;
      await seconds(1);
    }
    expect(state.left).to.equal(0);
  });
});
