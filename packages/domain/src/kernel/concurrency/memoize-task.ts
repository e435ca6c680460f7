/** For how long a result is kept, in milliseconds of a clock that never goes back. */
type Lifetime = { readonly maxAgeMs: number; readonly now: () => number };

/**
 * Runs a task with its first call and lets later calls share the result, also while it is still awaited. With a
 * lifetime, a call that comes more than `maxAgeMs` after the task was started starts it again.
 */
export const memoizeTask = <A>(task: () => Promise<A>, lifetime?: Lifetime): (() => Promise<A>) => {
  let last: { readonly result: Promise<A>; readonly startedAt: number } | null = null;
  return () => {
    const now = lifetime?.now() ?? 0;
    const isStale = lifetime !== undefined && last !== null && now - last.startedAt > lifetime.maxAgeMs;
    if (last === null || isStale) last = { startedAt: now, result: task() };
    return last.result;
  };
};
