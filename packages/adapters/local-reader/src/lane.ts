/**
 * A turn in the queue, in order of arrival. Proceed when `ready` resolves, and call `release` when the work is done or
 * the caller stops waiting.
 */
export type Place = { readonly turn: Promise<void>; readonly leave: () => void };

/**
 * Creates a function that joins the queue. A caller that leaves before its turn does not let others pass the one that
 * still runs.
 */
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
