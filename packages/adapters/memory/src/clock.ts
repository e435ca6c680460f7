import type { Clock } from '@portcullis/domain';

/** A clock that moves only when it is advanced. */
export type MemoryClock = Clock & {
  /** Advances the clock by a number of milliseconds; a negative number sets it back. */
  readonly advance: (milliseconds: number) => void;
};

/** Creates a clock that begins at `start`, in milliseconds since 1970. */
export const memoryClock = (start: number): MemoryClock => {
  let now = start;
  return {
    now: () => now,
    advance: (milliseconds) => {
      now += milliseconds;
    },
  };
};

/** The clock of the machine, which an embedder uses outside tests. */
export const systemClock: Clock = { now: () => Date.now() };
