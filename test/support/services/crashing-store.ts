/** A process that dies at a certain write: that write still reaches its store, and no call after it. */
export type ProcessLife = {
  readonly writes: () => number;
  readonly isDead: () => boolean;
  readonly countWrite: () => void;
  readonly requireAlive: () => void;
};

export const processDied = new Error('the process died');

/** `after` is the number of the write at which the process dies; `null` means that it survives. */
export const lifeOf = (after: number | null): ProcessLife => {
  let writes = 0;
  return {
    writes: () => writes,
    isDead: () => after !== null && writes >= after,
    countWrite: () => {
      writes += 1;
    },
    requireAlive: () => {
      if (after !== null && writes >= after) throw processDied;
    },
  };
};

/** Answers the store as a process sees it that dies: `writes` names the calls that write. */
export const crashingStore = <Store extends object>(
  store: Store,
  writes: readonly (keyof Store & string)[],
  life: ProcessLife,
): Store =>
  new Proxy(store, {
    get: (target, name) => {
      const call: unknown = Reflect.get(target, name);
      if (typeof call !== 'function') return call;
      return (...input: readonly unknown[]) =>
        async () => {
          life.requireAlive();
          const task: unknown = Reflect.apply(call, target, input);
          const answer: unknown = typeof task === 'function' ? await Reflect.apply(task, undefined, []) : task;
          if (writes.some((write) => write === name)) {
            life.countWrite();
            life.requireAlive();
          }
          return answer;
        };
    },
  });
