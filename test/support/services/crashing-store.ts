/** A process that dies with a write of a certain number: that one still reaches its store, and no call after it. */
export type Life = {
  readonly writes: () => number;
  readonly dead: () => boolean;
  readonly spend: () => void;
  readonly live: () => void;
};

export const died = new Error('the process died');

/** `after`: the number of the write with which it ends; `null`: it lives on. */
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

/** The same store as a process sees it that dies: `writes` names its calls that write. */
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
