/**
 * Something that happens once, such as the end of a timer or an abort: calls `fire` when it happens, which may be at
 * once, and answers the function that stops listening. Timers and signals belong to the platform, so they come in as
 * arguments of this form.
 */
export type Trigger = (fire: () => void) => () => void;

/** The timers of a platform, such as `globalThis`: the language itself has none. */
type Timers<Timer> = {
  readonly setTimeout: (fire: () => void, ms: number) => Timer;
  readonly clearTimeout: (timer: Timer) => void;
};

/** Fires after `ms` milliseconds. */
export const after =
  <Timer>(timers: Timers<Timer>, ms: number): Trigger =>
  (fire) => {
    const timer = timers.setTimeout(fire, ms);
    return () => timers.clearTimeout(timer);
  };

/** Resolves to the name of the trigger that fires first, and stops all of them. */
export const firstOf = <Name>(triggers: readonly (readonly [Name, Trigger])[]): Promise<Name> =>
  new Promise((resolve) => {
    const stops: (() => void)[] = [];
    let isOver = false;
    const stopAll = (): void => {
      for (const stop of stops.splice(0)) stop();
    };
    for (const [name, listen] of triggers) {
      if (isOver) return;
      const stop = listen(() => {
        isOver = true;
        stopAll();
        resolve(name);
      });
      stops.push(stop);
      if (isOver) stopAll();
    }
  });

/** Fires when the work settles, whether it succeeds or fails. It cannot be stopped, and nobody learns of it then. */
export const settled =
  (work: Promise<unknown>): Trigger =>
  (fire) => {
    work.then(fire, fire);
    return () => undefined;
  };
