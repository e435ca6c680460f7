import type { Trigger } from '@portcullis/domain/kernel';

/** A trigger that the test fires by hand, and the number of those who listen to it. */
export const handTrigger = () => {
  const listeners = new Set<() => void>();
  const trigger: Trigger = (fire) => {
    listeners.add(fire);
    return () => void listeners.delete(fire);
  };
  const fire = (): void => {
    for (const listener of [...listeners]) listener();
  };
  return { trigger, fire, listeners: () => listeners.size };
};

/** Work that the test ends by hand. */
export const handWork = <A>(result: A) => {
  let started = false;
  let end = (): void => undefined;
  let fail = (_: Error): void => undefined;
  const work = (): Promise<A> => {
    started = true;
    return new Promise((resolve, reject) => {
      end = () => resolve(result);
      fail = reject;
    });
  };
  return { work, isStarted: () => started, end: () => end(), fail: (cause: Error) => fail(cause) };
};

/** Never fires. */
export const never: Trigger = () => () => undefined;
/** Lets everything run that does not wait for the test. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
