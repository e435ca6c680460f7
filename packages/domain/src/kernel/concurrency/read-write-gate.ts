import { E, type Either } from '../fp.ts';
import { firstOf, settled, type Trigger } from './first-of.ts';

/** `not_drained`: shared work did not end soon enough. `aborted`: the caller does not wait any longer. */
export type GateRejection = 'not_drained' | 'aborted';

type Enter<Rejection> = <A>(work: () => Promise<A>, abort: Trigger) => Promise<Either<Rejection, A>>;

/**
 * Lets shared work run at the same time, and exclusive work only alone. Exclusive work waits for the shared work, and
 * not the other way round: while long shared work runs, more of it may begin. Shared work waits as long as exclusive
 * work takes that has begun, and for one that has not begun as long as `drain` blocks it.
 */
export type ReadWriteGate = { readonly shared: Enter<'aborted'>; readonly exclusive: Enter<GateRejection> };

export type GateLimits = {
  /** Ends the wait for the shared work that runs when exclusive work arrives, while more of it may begin. */
  readonly patience: Trigger;
  /** Ends the wait for the rest of it, during which no other may begin. */
  readonly drain: Trigger;
  /** How often exclusive work tries both. */
  readonly maxAttempts: number;
};

export const readWriteGate = ({ patience, drain, maxAttempts }: GateLimits): ReadWriteGate => {
  const running = new Set<Promise<unknown>>();
  /** A caller that finds this `null` proceeds synchronously. If it yielded first, two callers could proceed. */
  let blocked: Promise<void> | null = null;

  const drained = (): Trigger => settled(Promise.allSettled([...running]));

  const waitForShared = (limit: Trigger, abort: Trigger): Promise<'done' | GateRejection> =>
    firstOf<'done' | GateRejection>([
      ['aborted', abort],
      ['done', drained()],
      ['not_drained', limit],
    ]);

  const unblocked = (wait: Promise<void>, abort: Trigger): Promise<'done' | 'aborted'> =>
    firstOf<'done' | 'aborted'>([
      ['aborted', abort],
      ['done', settled(wait)],
    ]);

  /** Blocks shared work and runs the work after what is running has ended. */
  const attempt = async <A>(work: () => Promise<A>, abort: Trigger): Promise<Either<GateRejection, A>> => {
    let unblock = (): void => undefined;
    blocked = new Promise((resolve) => {
      unblock = resolve;
    });
    try {
      const outcome = await waitForShared(drain, abort);
      return outcome === 'done' ? E.right(await work()) : E.left(outcome);
    } finally {
      blocked = null;
      unblock();
    }
  };

  return {
    shared: async (work, abort) => {
      while (blocked !== null) if ((await unblocked(blocked, abort)) === 'aborted') return E.left('aborted');
      const task = work();
      running.add(task);
      try {
        return E.right(await task);
      } finally {
        running.delete(task);
      }
    },
    exclusive: async (work, abort) => {
      for (let attemptsLeft = maxAttempts; attemptsLeft > 0; attemptsLeft -= 1) {
        const outcome = await waitForShared(patience, abort);
        if (outcome !== 'done') return E.left(outcome);
        while (blocked !== null) if ((await unblocked(blocked, abort)) === 'aborted') return E.left('aborted');
        const result = await attempt(work, abort);
        if (E.isRight(result) || result.left === 'aborted') return result;
      }
      return E.left('not_drained');
    },
  };
};
