/** Publishes a value within this instance, so that its other parts need not ask the database for it. */
export type Broadcast<A> = {
  readonly tell: (news: A) => void;
  readonly hear: (listener: (news: A) => void) => void;
};

export const createBroadcast = <A>(): Broadcast<A> => {
  const listeners: ((news: A) => void)[] = [];
  return {
    tell: (news) => {
      for (const listener of listeners) listener(news);
    },
    hear: (listener) => void listeners.push(listener),
  };
};
