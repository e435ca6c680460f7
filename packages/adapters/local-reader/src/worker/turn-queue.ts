/**
 * A turn in the queue, in order of arrival. Proceed when `ready` resolves, and call `release` when the work is done or
 * the caller stops waiting.
 */
export type Turn = { readonly ready: Promise<void>; readonly release: () => void };

/**
 * Creates a function that joins the queue. A caller that leaves before its turn does not let others pass the one that
 * still runs.
 */
export const createTurnQueue = (): (() => Turn) => {
  let last = Promise.resolve();
  return () => {
    const ready = last;
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    last = ready.then(() => released);
    return { ready, release };
  };
};
