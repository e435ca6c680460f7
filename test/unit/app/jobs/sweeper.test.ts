import { type Logger, silentLogger } from '@portcullis/app';
import { expect } from 'chai';
import { createSweeper, createWakeableSweeper } from '#app/jobs/sweeper';
import { manualTimers } from '../../../support/clock/manual-timers.ts';

/** Answers work that runs until the test ends it. */
const manualWork = () => {
  let begun = 0;
  let running = 0;
  let most = 0;
  const ends: (() => void)[] = [];
  const begins: (() => void)[] = [];
  return {
    sweep: async (): Promise<void> => {
      begun += 1;
      running += 1;
      most = Math.max(most, running);
      begins.shift()?.();
      await new Promise<void>((resolve) => ends.push(resolve));
      running -= 1;
    },
    hasBegun: () => new Promise<void>((resolve) => begins.push(resolve)),
    end: () => ends.shift()?.(),
    counts: () => ({ begun, running, most }),
  };
};

describe('the sweeper', () => {
  it('never runs its work concurrently, however long it takes', async () => {
    const work = manualWork();
    const sweeper = createSweeper(work.sweep, 1, silentLogger);
    let next = work.hasBegun();
    sweeper.start();
    for (let round = 0; round < 3; round += 1) {
      await next;
      next = work.hasBegun();
      await new Promise((resolve) => setImmediate(resolve));
      work.end();
    }
    await next;
    const stopped = sweeper.stop();
    work.end();
    await stopped;
    expect(work.counts()).to.deep.equal({ begun: 4, running: 0, most: 1 });
  });

  it('waits for its current work when it stops, and starts no more', async () => {
    const work = manualWork();
    const sweeper = createSweeper(work.sweep, 1, silentLogger);
    const begun = work.hasBegun();
    sweeper.start();
    await begun;
    let stopped = false;
    const stop = sweeper.stop().then(() => {
      stopped = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(stopped).to.equal(false);
    work.end();
    await stop;
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(work.counts()).to.deep.equal({ begun: 1, running: 0, most: 1 });
  });

  it('logs a failure and continues', async () => {
    const events: string[] = [];
    const logger: Logger = { ...silentLogger, error: (event) => events.push(event) };
    let rounds = 0;
    await new Promise<void>((resolve) => {
      const sweeper = createSweeper(
        async () => {
          rounds += 1;
          if (rounds < 3) throw new Error('no luck');
          void sweeper.stop().then(resolve);
        },
        1,
        logger,
      );
      sweeper.start();
    });
    expect(events).to.deep.equal(['sweep_failed', 'sweep_failed']);
  });
});

describe('a sweeper that can be woken', () => {
  /** One that may run 50 ms after its last round, and runs a second after it unasked. */
  const begin = () => {
    const { count, pass, settle, timers } = manualTimers();
    const work = manualWork();
    const sweeper = createWakeableSweeper(work.sweep, () => ({ gapMs: 50, dueMs: 1000 }), silentLogger, timers);
    const begun = (): number => work.counts().begun;
    const ends = async (): Promise<void> => {
      work.end();
      await settle();
    };
    return {
      begun,
      count,
      ends,
      pass,
      sweeper,
      work,
    };
  };

  it('runs at once when it is woken, however many wake it, and otherwise when it is due', async () => {
    const { begun, count, ends, pass, sweeper } = begin();
    sweeper.start();
    await pass(100);
    expect(begun()).to.equal(0);
    for (let n = 0; n < 500; n += 1) sweeper.wake();
    await pass(0);
    expect([begun(), count()]).to.deep.equal([1, 0]);
    await ends();
    await pass(999);
    expect(begun()).to.equal(1);
    await pass(1);
    expect(begun()).to.equal(2);
    await ends();
  });

  it('leaves the gap between two rounds, and makes one round of all that was asked for meanwhile', async () => {
    const { begun, ends, pass, sweeper, work } = begin();
    sweeper.start();
    sweeper.wake();
    await pass(50);
    for (let n = 0; n < 500; n += 1) sweeper.wake();
    await pass(5000);
    expect(work.counts()).to.deep.equal({ begun: 1, running: 1, most: 1 });
    await ends();
    sweeper.wake();
    await pass(49);
    expect(begun()).to.equal(1);
    await pass(1);
    expect(begun()).to.equal(2);
    await ends();
    await pass(200);
    expect(begun()).to.equal(2);
  });

  it('does not run before it is started, nor after it was stopped', async () => {
    const { begun, count, ends, pass, sweeper } = begin();
    sweeper.wake();
    await pass(2000);
    expect(begun()).to.equal(0);
    sweeper.start();
    sweeper.wake();
    await pass(50);
    sweeper.wake();
    const stopped = sweeper.stop();
    await ends();
    await stopped;
    sweeper.wake();
    await pass(2000);
    expect([begun(), count()]).to.deep.equal([1, 0]);
  });

  it('pauses for as long as the answer of the round and its duration say, and as after none when it has failed', async () => {
    const { pass, takes, timers } = manualTimers();
    const seen: (readonly [string | null, number])[] = [];
    const rounds = [
      async () => {
        takes(30);
        return 'placed';
      },
      async () => {
        takes(7);
        throw new Error('no luck');
      },
    ];
    const sweeper = createWakeableSweeper(
      async () => (await rounds.shift()?.()) ?? 'nothing',
      (answer, tookMs) => {
        seen.push([answer, tookMs]);
        return { gapMs: 10, dueMs: 100 };
      },
      silentLogger,
      timers,
    );
    sweeper.start();
    await pass(1000);
    await sweeper.stop();
    expect(seen.slice(0, 4)).to.deep.equal([
      [null, 0],
      ['placed', 30],
      [null, 7],
      ['nothing', 0],
    ]);
  });
});
