/** A process that dies at a certain write: that write still reaches its store, and no call after it. */
export type Life = {
  readonly writes: () => number;
  readonly dead: () => boolean;
  readonly spend: () => void;
  readonly live: () => void;
};

export const died = new Error('the process died');

/** `after` is the number of the write at which the process dies; `null` means that it survives. */
export const lifeOf = (after: number | null): Life => {
  let writes = 0;
  return {
    writes: () => writes,
    dead: () => after !== null && writes >= after,
    spend: () => {
      writes += 1;
    },
    live: () => {
      if (after !== null && writes >= after) throw died;
    },
  };
};

/** Answers the store as a process sees it that dies: `writes` names the calls that write. */
export const mortal = <Store extends object>(
  store: Store,
  writes: readonly (keyof Store & string)[],
  life: Life,
): Store =>
  new Proxy(store, {
    get: (target, name) => {
      const call: unknown = Reflect.get(target, name);
      if (typeof call !== 'function') return call;
      return (...input: readonly unknown[]) =>
        async () => {
          life.live();
          const task: unknown = Reflect.apply(call, target, input);
          const answer: unknown = typeof task === 'function' ? await Reflect.apply(task, undefined, []) : task;
          if (writes.some((write) => write === name)) {
            life.spend();
            life.live();
          }
          return answer;
        };
    },
  });
