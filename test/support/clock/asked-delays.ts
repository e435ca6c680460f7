/**
 * Answers how long the timers are, in milliseconds, that a package sets while the work is done. They do not depend on
 * how busy the machine is, as a measured time does.
 */
export const askedDelays = async (inPackage: string, work: () => Promise<unknown>): Promise<readonly number[]> => {
  const real = globalThis.setTimeout;
  const asked: number[] = [];
  const recording = (run: () => void, ms = 0, ...rest: readonly unknown[]) => {
    if (new Error('asked').stack?.includes(`/packages/${inPackage}/`)) asked.push(ms);
    return Reflect.apply(real, globalThis, [run, ms, ...rest]);
  };
  Reflect.set(globalThis, 'setTimeout', Object.assign(recording, real));
  try {
    await work();
  } finally {
    Reflect.set(globalThis, 'setTimeout', real);
  }
  return asked;
};
