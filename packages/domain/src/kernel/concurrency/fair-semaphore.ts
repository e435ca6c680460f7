import { E, type Either } from '../fp.ts';
import { firstOf, type Trigger } from './first-of.ts';
import type { QueueLoad } from './semaphore.ts';

/**
 * Whose task it is: groups take turns, and a member of a group has one task that runs and one that waits. A task of
 * weight `n`, a whole number from 1, is passed over `n - 1` times while others wait. After a task of cost `n`, a whole
 * number and 1 where it is absent, its group lets `n - 1` turns pass in which another group waits.
 */
export type TaskOwner = {
  readonly group: string;
  readonly member: string;
  readonly weight: number;
  readonly cost?: number;
};

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

type Waiter = { readonly owner: TaskOwner; weight: number; admit: () => void; evict: () => void };

const nothing = (): void => undefined;

const moveToEnd = (group: Set<Waiter>, waiter: Waiter): void => {
  if (group.delete(waiter)) group.add(waiter);
};

/** The next task of a group, which has none left to wait for; what is heavier than 1 becomes lighter by one. */
const nextOf = (group: Set<Waiter>, isRunning: (member: string) => boolean): Waiter | null => {
  for (const waiter of [...group].filter(({ owner }) => !isRunning(owner.member))) {
    if (waiter.weight <= 1) return waiter;
    waiter.weight -= 1;
    moveToEnd(group, waiter);
  }
  return null;
};

/** The tasks that wait, by group. Groups and the tasks of a group are in the order of their turns. */
const turnsOf = () => {
  const groups = new Map<string, Set<Waiter>>();
  /** How many turns a group has to let pass for what it had; nobody owes anything once nobody waits. */
  const debts = new Map<string, number>();
  let size = 0;
  const pays = (name: string): boolean => {
    const debt = debts.get(name) ?? 0;
    if (debt > 1) debts.set(name, debt - 1);
    else debts.delete(name);
    return debt > 0;
  };
  const remove = (waiter: Waiter): void => {
    const group = groups.get(waiter.owner.group);
    if (group?.delete(waiter) !== true) return;
    size -= 1;
    if (group.size === 0) groups.delete(waiter.owner.group);
  };
  const waiterOf = ({ group, member }: TaskOwner): Waiter | undefined =>
    [...(groups.get(group) ?? [])].find(({ owner }) => owner.member === member);
  const endTurn = (name: string): void => {
    const group = groups.get(name);
    if (group !== undefined && groups.delete(name)) groups.set(name, group);
  };
  return {
    size: () => size,
    remove,
    settle: (): void => debts.clear(),
    charge: ({ cost = 1, group }: TaskOwner): void => {
      if (cost > 1) debts.set(group, (debts.get(group) ?? 0) + cost - 1);
    },
    isWaiting: (owner: TaskOwner): boolean => waiterOf(owner) !== undefined,
    add: (waiter: Waiter): void => {
      const { group } = waiter.owner;
      groups.set(group, (groups.get(group) ?? new Set()).add(waiter));
      size += 1;
    },
    /** A member that had its turn waits behind those of its group that have not. */
    hadTurn: (owner: TaskOwner): void => {
      const waiter = waiterOf(owner);
      if (waiter !== undefined) moveToEnd(groups.get(owner.group) ?? new Set(), waiter);
    },
    /** Takes the next task whose member runs none; `null` when there is none. */
    next: (isRunning: (member: string) => boolean): Waiter | null => {
      const isReady = ({ owner }: Waiter): boolean => !isRunning(owner.member);
      while ([...groups.values()].some((group) => [...group].some(isReady))) {
        for (const [name, group] of [...groups]) {
          if ([...group].some(isReady) && pays(name)) continue;
          const found = nextOf(group, isRunning);
          if (found === null) continue;
          remove(found);
          endTurn(name);
          return found;
        }
      }
      return null;
    },
    /** The newest task of the group with the most of them, if these are more than this group would then have. */
    excessive: ({ group }: TaskOwner): Waiter | null => {
      const longest = [...groups.values()].reduce((one, other) => (other.size > one.size ? other : one), new Set());
      const own = groups.get(group)?.size ?? 0;
      return longest.size > own + 1 ? ([...longest].at(-1) ?? null) : null;
    },
  };
};

/**
 * Lets at most `permits` tasks run at once, and at most `maxWaiting` more wait. Groups are served in turn, and in each
 * of them its members, in rounds that heavy tasks let pass (deficit round robin, Shreedhar and Varghese 1995): what one
 * member sends delays the others by its share, and keeps nobody waiting for ever. Groups pay for what their tasks cost
 * by turns, so that one with few costly tasks has no more than one with many. When the queue is full, a task of a
 * group with few is let in at the cost of the newest of the group with the most.
 */
export const fairSemaphore = (permits: number, maxWaiting: number): FairSemaphore => {
  const running = new Set<string>();
  const turns = turnsOf();
  const isRunning = (member: string): boolean => running.has(member);

  const wait = (owner: TaskOwner, endWait: Trigger): Promise<FairRejection | 'admitted'> => {
    const waiter: Waiter = { owner, weight: owner.weight, admit: nothing, evict: nothing };
    const inQueue: Trigger = (admit) => {
      waiter.admit = admit;
      turns.add(waiter);
      return () => turns.remove(waiter);
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
    if (running.size === 0 && turns.size() === 0) turns.settle();
    if (running.size < permits && !isRunning(owner.member)) {
      running.add(owner.member);
      turns.charge(owner);
      return 'admitted';
    }
    if (turns.isWaiting(owner)) return 'member_busy';
    if (turns.size() >= maxWaiting) {
      const excessive = turns.excessive(owner);
      if (excessive === null) return 'queue_full';
      excessive.evict();
    }
    return wait(owner, endWait);
  };

  // The permit is handed over directly: a task that arrives in between cannot take it.
  const release = (owner: TaskOwner): void => {
    running.delete(owner.member);
    turns.hadTurn(owner);
    const next = turns.next(isRunning);
    if (next === null) return;
    running.add(next.owner.member);
    turns.charge(next.owner);
    next.admit();
  };

  return {
    load: () => ({ running: running.size, waiting: turns.size() }),
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
