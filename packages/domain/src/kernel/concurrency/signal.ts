/** Something that happens again and again, for one who waits. */
export type Signal = {
  readonly raise: () => void;
  /** Resolves when the signal is raised next. Earlier callers wait for nothing more. */
  readonly next: () => Promise<void>;
};

export const createSignal = (): Signal => {
  let resolveNext: () => void = () => undefined;
  return {
    raise: () => resolveNext(),
    next: () =>
      new Promise((resolve) => {
        resolveNext = resolve;
      }),
  };
};
