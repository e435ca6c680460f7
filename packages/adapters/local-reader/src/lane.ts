/** One at a time, in order of arrival: go when `turn` resolves, and call `leave` when done or when no longer waiting. */
export type Place = { readonly turn: Promise<void>; readonly leave: () => void };

/** Answers a function that queues up. Who leaves before the turn comes lets nobody past the one that still runs. */
export const createLane = (): (() => Place) => {
  let last = Promise.resolve();
  return () => {
    const turn = last;
    let leave = (): void => undefined;
    const left = new Promise<void>((resolve) => {
      leave = resolve;
    });
    last = turn.then(() => left);
    return { turn, leave };
  };
};
