import { E } from '@portcullis/domain';
import {
  boundedSemaphore,
  fairSemaphore,
  firstOf,
  memoizeTask,
  semaphore,
  settled,
  type Trigger,
} from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { handTrigger, handWork, never, nextTurn } from './hand-work.ts';

describe('firstOf', () => {
  it('answers the trigger that fires first, and stops all of them', async () => {
    const one = handTrigger();
    const other = handTrigger();
    const first = firstOf([
      ['one', one.trigger],
      ['other', other.trigger],
    ]);
    other.fire();
    one.fire();
    expect(await first).to.equal('other');
    expect([one.listeners(), other.listeners()]).to.deep.equal([0, 0]);
  });

  it('listens to no further trigger after one that fires at once, and stops that one too', async () => {
    const later = handTrigger();
    let stopped = 0;
    const atOnce: Trigger = (fire) => {
      fire();
      return () => {
        stopped += 1;
      };
    };
    const first = await firstOf([
      ['at once', atOnce],
      ['later', later.trigger],
    ]);
    expect([first, stopped, later.listeners()]).to.deep.equal(['at once', 1, 0]);
  });

  it('fires for work that fails as for work that succeeds', async () => {
    expect(await firstOf([['settled', settled(Promise.reject(new Error('no')))]])).to.equal('settled');
  });
});

describe('semaphore', () => {
  it('runs as many tasks at once as it has permits, and the others in order of arrival', async () => {
    const limited = semaphore(2);
    const works = [1, 2, 3, 4].map(handWork);
    const results = works.map(({ work }) => limited(work));
    await nextTurn();
    expect(works.map(({ isStarted }) => isStarted())).to.deep.equal([true, true, false, false]);
    works[1]?.end();
    await nextTurn();
    expect(works.map(({ isStarted }) => isStarted())).to.deep.equal([true, true, true, false]);
    for (const { end } of works) {
      end();
      await nextTurn();
    }
    expect(await Promise.all(results)).to.deep.equal([1, 2, 3, 4]);
  });

  it('releases the permit of a task that fails', async () => {
    const limited = semaphore(1);
    const failed = await limited(() => Promise.reject(new Error('broken'))).catch((cause: Error) => cause.message);
    expect([failed, await limited(async () => 'next')]).to.deep.equal(['broken', 'next']);
  });
});

describe('boundedSemaphore', () => {
  it('rejects a task at once when its queue is full', async () => {
    const { run } = boundedSemaphore(1, 1);
    const running = handWork('running');
    const waiting = handWork('waiting');
    const results = [run(running.work, never), run(waiting.work, never)];
    expect(await run(async () => 'refused', never)).to.deep.equal(E.left('queue_full'));
    running.end();
    await nextTurn();
    waiting.end();
    expect(await Promise.all(results)).to.deep.equal([E.right('running'), E.right('waiting')]);
  });

  it('does not start a task whose wait has ended, and gives its place to another', async () => {
    const { run } = boundedSemaphore(1, 1);
    const running = handWork('running');
    const waiting = handWork('waiting');
    const next = handWork('next');
    const endWait = handTrigger();
    const first = run(running.work, never);
    const late = run(waiting.work, endWait.trigger);
    endWait.fire();
    expect(await late).to.deep.equal(E.left('waited_too_long'));
    const last = run(next.work, never);
    running.end();
    await first;
    await nextTurn();
    next.end();
    expect(await last).to.deep.equal(E.right('next'));
    expect([waiting.isStarted(), endWait.listeners()]).to.deep.equal([false, 0]);
  });

  it('rejects a wait that ended before it began, and ignores that when a permit is free', async () => {
    const { run } = boundedSemaphore(1, 1);
    const ended: Trigger = (fire) => {
      fire();
      return () => undefined;
    };
    const running = handWork('running');
    const first = run(running.work, ended);
    expect(await run(async () => 'late', ended)).to.deep.equal(E.left('waited_too_long'));
    running.end();
    expect(await first).to.deep.equal(E.right('running'));
  });

  it('hands a permit to the task that waits, so that no task in between takes it', async () => {
    const { run } = boundedSemaphore(1, 5);
    const order: string[] = [];
    const task = (name: string) => async (): Promise<void> => void order.push(name);
    const running = handWork('running');
    const first = run(running.work, never);
    const waiting = run(task('waiting'), never);
    const between = first.then(() => run(task('between'), never));
    await nextTurn();
    running.end();
    await Promise.all([waiting, between]);
    expect(order).to.deep.equal(['waiting', 'between']);
  });

  it('is idle exactly when nothing runs and nothing waits', async () => {
    const { run, isIdle } = boundedSemaphore(1, 1);
    const running = handWork('running');
    const states = [isIdle()];
    const results = [run(running.work, never), run(async () => states.push(isIdle()), never)];
    states.push(isIdle());
    await nextTurn();
    running.end();
    await Promise.all(results);
    expect([...states, isIdle()]).to.deep.equal([true, false, false, true]);
  });
});

describe('the load of a semaphore', () => {
  it('is what runs and what waits, of a fair one too', async () => {
    const owner = (member: string) => ({ group: 'acme', member });
    const bounded = boundedSemaphore(1, 2);
    const fair = fairSemaphore(1, 2);
    const one = handWork('one');
    const other = handWork('other');
    const idle = { running: 0, waiting: 0 };
    expect([bounded.load(), fair.load()]).to.deep.equal([idle, idle]);
    const runs = [
      bounded.run(one.work, never),
      bounded.run(async () => undefined, never),
      fair.run(owner('a'), other.work, never),
      fair.run(owner('b'), async () => undefined, never),
    ];
    const busy = { running: 1, waiting: 1 };
    expect([bounded.load(), fair.load()]).to.deep.equal([busy, busy]);
    await nextTurn();
    one.end();
    other.end();
    await Promise.all(runs);
    expect([bounded.load(), fair.load()]).to.deep.equal([idle, idle]);
  });
});

describe('memoizeTask', () => {
  it('runs its task once without a lifetime, also when the task fails', async () => {
    let runs = 0;
    const once = memoizeTask(async () => {
      runs += 1;
      throw new Error('broken');
    });
    const failures = await Promise.allSettled([once(), once()]);
    expect([runs, ...failures.map(({ status }) => status)]).to.deep.equal([1, 'rejected', 'rejected']);
  });

  it('runs its task again when the result is older than its lifetime', async () => {
    let now = 0;
    let runs = 0;
    const kept = memoizeTask(async () => ++runs, { maxAgeMs: 1000, now: () => now });
    const results = [await kept()];
    for (now of [1000, 1001, 2001, 2002]) results.push(await kept());
    expect(results).to.deep.equal([1, 1, 2, 2, 3]);
  });
});
