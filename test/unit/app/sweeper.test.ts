import { createSweeper, type Logger, silentLogger } from '@portcullis/app';
import { expect } from 'chai';

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
