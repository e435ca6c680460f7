/** A port whose code, and what that loads, is in memory from the first use on. */
export type LazyPort<Port> = {
  /** Answers what the port does. Rejects if it could not be loaded, and then for every later use as well. */
  readonly use: <Result>(work: (port: Port) => Promise<Result>) => Promise<Result>;
  /** Does something with the port only if it was loaded. */
  readonly ifLoaded: (work: (port: Port) => Promise<void>) => Promise<void>;
};

/** Loads a port at its first use, once. */
export const lazyPort = <Port>(load: () => Promise<Port>): LazyPort<Port> => {
  let loaded: Promise<Port> | null = null;
  return {
    use: async (work) => {
      loaded ??= load();
      return work(await loaded);
    },
    ifLoaded: async (work) => {
      const port = await loaded?.catch(() => null);
      if (port) await work(port);
    },
  };
};
