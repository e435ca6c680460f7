/** Publishes a value within this instance, so that its other parts need not ask the database for it. */
export type Broadcast<A> = {
  readonly publish: (value: A) => void;
  readonly subscribe: (listener: (value: A) => void) => void;
};

export const createBroadcast = <A>(): Broadcast<A> => {
  const listeners: ((value: A) => void)[] = [];
  return {
    publish: (value) => {
      for (const listener of listeners) listener(value);
    },
    subscribe: (listener) => void listeners.push(listener),
  };
};
