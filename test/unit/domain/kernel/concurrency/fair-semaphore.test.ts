import { E } from '@portcullis/domain';
import { fairSemaphore, type TaskOwner, type Trigger } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { handTrigger, handWork, never, nextTurn } from './hand-work.ts';

const owner = (group: string, member: string): TaskOwner => ({ group, member });

/** Lets tasks wait behind one that runs, and answers the order in which they were run. */
const orderOf = async (tasks: readonly TaskOwner[]): Promise<readonly string[]> => {
  const { run } = fairSemaphore(1, 100);
  const first = handWork('first');
  const order: string[] = [];
  const running = run(owner('first', 'first'), first.work, never);
  const waiting = tasks.map((one) => run(one, async () => void order.push(one.member), never));
  await nextTurn();
  first.end();
  await Promise.all([running, ...waiting]);
  return order;
};

describe('fairSemaphore', () => {
  it('lets groups take turns, and the members of each in the order of their arrival', async () => {
    const one = ['a1', 'a2', 'a3', 'a4', 'a5'].map((member) => owner('a', member));
    const others = [owner('b', 'b1'), owner('c', 'c1'), owner('b', 'b2')];
    expect(await orderOf([...one, ...others])).to.deep.equal(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4', 'a5']);
  });

  it('lets a group pay for a costly task by turns while others wait, and never keeps a place free', async () => {
    const costly = (member: string): TaskOwner => ({ ...owner('a', member), cost: 4 });
    const cheap = ['b1', 'b2', 'b3', 'b4', 'b5'].map((member) => owner('b', member));
    const order = await orderOf([costly('a1'), costly('a2'), ...cheap]);
    expect(order).to.deep.equal(['a1', 'b1', 'b2', 'b3', 'b4', 'a2', 'b5']);
    expect(await orderOf([costly('a1'), costly('a2'), costly('a3')])).to.deep.equal(['a1', 'a2', 'a3']);
    const both = [costly('a1'), costly('a2'), { ...owner('b', 'b1'), cost: 4 }, { ...owner('b', 'b2'), cost: 4 }];
    expect(await orderOf(both)).to.deep.equal(['a1', 'b1', 'a2', 'b2']);
  });

  it('lets a group pay for what was begun on a free place, until nobody waits', async () => {
    const { run } = fairSemaphore(1, 100);
    const ask = (one: TaskOwner, order: string[]) => run(one, async () => void order.push(one.member), never);
    const rounds = [];
    for (const cost of [3, 1]) {
      const order: string[] = [];
      const first = handWork('first');
      const running = run({ ...owner('a', 'first'), cost }, first.work, never);
      const waiting = [owner('a', 'a1'), owner('b', 'b1'), owner('b', 'b2')].map((one) => ask(one, order));
      await nextTurn();
      first.end();
      await Promise.all([running, ...waiting]);
      rounds.push(order);
    }
    expect(rounds).to.deep.equal([
      ['b1', 'b2', 'a1'],
      ['b1', 'a1', 'b2'],
    ]);
  });

  it('lets a member that had its turn wait behind the others of its group', async () => {
    const { run } = fairSemaphore(1, 100);
    const first = handWork('first');
    const order: string[] = [];
    const ask = (member: string) => run(owner('g', member), async () => void order.push(member), never);
    const running = run(owner('g', 'flood'), first.work, never);
    const waiting = ['flood', 'a', 'b'].map(ask);
    await nextTurn();
    first.end();
    await Promise.all([running, ...waiting]);
    expect(order).to.deep.equal(['a', 'b', 'flood']);
  });

  it('runs as many tasks at once as it has permits, each of another member', async () => {
    const { run } = fairSemaphore(2, 100);
    const works = ['a', 'a', 'b', 'c'].map((member) => ({ member, ...handWork(member) }));
    const results = works.map(({ member, work }) => run(owner('g', member), work, never));
    await nextTurn();
    expect(works.map(({ isStarted }) => isStarted())).to.deep.equal([true, false, true, false]);
    works[2]?.end();
    await nextTurn();
    expect(works.map(({ isStarted }) => isStarted())).to.deep.equal([true, false, true, true]);
    works[0]?.end();
    await nextTurn();
    expect(works.map(({ isStarted }) => isStarted())).to.deep.equal([true, true, true, true]);
    for (const { end } of works) end();
    expect(await Promise.all(results)).to.deep.equal(['a', 'a', 'b', 'c'].map(E.right));
  });

  it('rejects a third task of one member at once, whatever is free, and none of another', async () => {
    const { run } = fairSemaphore(2, 100);
    const running = handWork('running');
    const waiting = handWork('waiting');
    const other = handWork('other');
    const results = [run(owner('g', 'a'), running.work, never), run(owner('g', 'a'), waiting.work, never)];
    expect(await run(owner('g', 'a'), async () => 'third', never)).to.deep.equal(E.left('member_busy'));
    results.push(run(owner('g', 'b'), other.work, never));
    await nextTurn();
    expect(other.isStarted()).to.equal(true);
    for (const { end } of [running, other]) end();
    await nextTurn();
    waiting.end();
    expect(await Promise.all(results)).to.deep.equal(['running', 'waiting', 'other'].map(E.right));
    expect(await run(owner('g', 'a'), async () => 'again', never)).to.deep.equal(E.right('again'));
  });

  it('lets a group with few tasks into a full queue at the cost of the newest of the group with most', async () => {
    const { run } = fairSemaphore(1, 3);
    const first = handWork('first');
    const running = run(owner('first', 'first'), first.work, never);
    const ran: string[] = [];
    const ask = (group: string, member: string) => run(owner(group, member), async () => ran.push(member), never);
    const a1 = ask('a', 'a1');
    const a2 = ask('a', 'a2');
    const a3 = ask('a', 'a3');
    expect(await ask('a', 'a4')).to.deep.equal(E.left('queue_full'));
    const b1 = ask('b', 'b1');
    expect(await a3).to.deep.equal(E.left('queue_full'));
    expect(await ask('b', 'b2')).to.deep.equal(E.left('queue_full'));
    first.end();
    await Promise.all([running, a1, a2, b1]);
    expect(ran).to.deep.equal(['a1', 'b1', 'a2']);
  });

  it('does not start a task whose wait has ended, and gives its place to another', async () => {
    const { run } = fairSemaphore(1, 1);
    const running = handWork('running');
    const endWait = handTrigger();
    const first = run(owner('g', 'a'), running.work, never);
    const late = run(owner('g', 'b'), async () => 'late', endWait.trigger);
    endWait.fire();
    expect(await late).to.deep.equal(E.left('waited_too_long'));
    const ended: Trigger = (fire) => {
      fire();
      return () => undefined;
    };
    expect(await run(owner('g', 'b'), async () => 'late', ended)).to.deep.equal(E.left('waited_too_long'));
    const next = run(owner('g', 'b'), async () => 'next', never);
    running.end();
    expect(await Promise.all([first, next])).to.deep.equal([E.right('running'), E.right('next')]);
    expect(endWait.listeners()).to.equal(0);
  });

  it('releases the permit and the member of a task that fails', async () => {
    const { run } = fairSemaphore(1, 1);
    const failed = await run(owner('g', 'a'), () => Promise.reject(new Error('broken')), never).catch(String);
    expect(failed).to.equal('Error: broken');
    expect(await run(owner('g', 'a'), async () => 'next', never)).to.deep.equal(E.right('next'));
  });
});
