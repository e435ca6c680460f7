import { E, type Either } from '../fp.ts';
import { firstOf, type Trigger } from './first-of.ts';
import type { QueueLoad } from './semaphore.ts';

/**
 * The owner of a task: groups take turns, and a member of a group has one task that runs and one that waits. `cost`, a
 * number from 1 and 1 where it is absent, is what the group pays for the task.
 */
export type TaskOwner = { readonly group: string; readonly member: string; readonly cost?: number };

/**
 * `member_busy`: a task of this member waits already. `queue_full`: too many tasks wait, and no group has more of them
 * than this one. `waited_too_long`: the wait was ended before it was this task's turn.
 */
export type FairRejection = 'member_busy' | 'queue_full' | 'waited_too_long';

export type FairSemaphore = {
  /** Runs a task when it is its turn. A rejected task was not started, and nothing refers to it any more. */
  readonly run: <A>(owner: TaskOwner, task: () => Promise<A>, endWait: Trigger) => Promise<Either<FairRejection, A>>;
  readonly load: () => QueueLoad;
};

type Waiter = { readonly owner: TaskOwner; admit: () => void; evict: () => void };

const nothing = (): void => undefined;

/**
 * Lets at most `permits` tasks run at once, and at most `maxWaiting` more wait. The next task is one of the group that
 * has paid least (start-time fair queueing, Goyal, Vin and Cheng 1996), so that one with few costly tasks has no more
 * than one with many, and one that returns has no credit. The members of a group are served in turn. When the queue is
 * full, a task of a group with few is let in at the cost of the newest of the group with the most.
 */
export const fairSemaphore = (permits: number, maxWaiting: number): FairSemaphore => {
  const running = new Set<string>();
  /** In the order of their arrival. */
  const waiting = new Set<Waiter>();
  /** The payment at the begin of the newest task, and what each group has then paid in all. */
  let now = 0;
  const paid = new Map<string, number>();

  const turnOf = ({ group }: TaskOwner): number => Math.max(now, paid.get(group) ?? 0);
  const ofGroup = (name: string): readonly Waiter[] => [...waiting].filter(({ owner }) => owner.group === name);
  const waiterOf = (member: string): Waiter | undefined => [...waiting].find(({ owner }) => owner.member === member);

  const begin = (owner: TaskOwner): void => {
    // Nobody owes anything once nothing runs and nobody waits.
    if (running.size === 0 && waiting.size === 0) paid.clear();
    running.add(owner.member);
    now = turnOf(owner);
    for (const [group, sum] of paid) if (sum <= now) paid.delete(group);
    paid.set(owner.group, now + (owner.cost ?? 1));
  };

  const nextWaiter = (): Waiter | undefined => {
    const ready = [...waiting].filter(({ owner }) => !running.has(owner.member));
    const first = Math.min(...ready.map(({ owner }) => turnOf(owner)));
    return ready.find(({ owner }) => turnOf(owner) === first);
  };

  /** The newest task of the group with the most of them, if these are more than this group would then have. */
  const excessive = (group: string): Waiter | null => {
    const groups = [...waiting].map(({ owner }) => ofGroup(owner.group));
    const longest = groups.reduce((one, other) => (other.length > one.length ? other : one), []);
    return longest.length > ofGroup(group).length + 1 ? (longest.at(-1) ?? null) : null;
  };

  const wait = (owner: TaskOwner, endWait: Trigger): Promise<FairRejection | 'admitted'> => {
    const waiter: Waiter = { owner, admit: nothing, evict: nothing };
    const inQueue: Trigger = (admit) => {
      waiter.admit = admit;
      waiting.add(waiter);
      return () => waiting.delete(waiter);
    };
    const evicted: Trigger = (evict) => {
      waiter.evict = evict;
      return nothing;
    };
    return firstOf<FairRejection | 'admitted'>([
      ['admitted', inQueue],
      ['queue_full', evicted],
      ['waited_too_long', endWait],
    ]);
  };

  const acquire = async (owner: TaskOwner, endWait: Trigger): Promise<FairRejection | 'admitted'> => {
    if (running.size < permits && !running.has(owner.member)) {
      begin(owner);
      return 'admitted';
    }
    if (waiterOf(owner.member) !== undefined) return 'member_busy';
    if (waiting.size >= maxWaiting) {
      const other = excessive(owner.group);
      if (other === null) return 'queue_full';
      other.evict();
    }
    return wait(owner, endWait);
  };

  // The permit is handed over directly: a task that arrives in between cannot take it.
  const release = ({ member }: TaskOwner): void => {
    running.delete(member);
    const own = waiterOf(member);
    if (own !== undefined && waiting.delete(own)) waiting.add(own);
    const next = nextWaiter();
    if (next === undefined) return;
    begin(next.owner);
    next.admit();
  };

  return {
    load: () => ({ running: running.size, waiting: waiting.size }),
    run: async (owner, task, endWait) => {
      const outcome = await acquire(owner, endWait);
      if (outcome !== 'admitted') return E.left(outcome);
      try {
        return E.right(await task());
      } finally {
        release(owner);
      }
    },
  };
};
