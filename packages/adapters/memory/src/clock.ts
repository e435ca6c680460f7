import type { Clock } from '@portcullis/domain';

/** A clock that moves only when it is advanced or set. */
export type MemoryClock = Required<Pick<Clock, 'now' | 'monotonic'>> & {
  /** Lets a number of milliseconds pass; a negative number sets the time back. */
  readonly advance: (milliseconds: number) => void;
  /** Sets the time ahead by a number of milliseconds, or back, while none pass. */
  readonly set: (milliseconds: number) => void;
};

/** Creates a clock that begins at `start`, in milliseconds since 1970. */
export const memoryClock = (start: number): MemoryClock => {
  let now = start;
  let elapsed = 0;
  const set = (milliseconds: number): void => {
    now += milliseconds;
  };
  return {
    now: () => now,
    monotonic: () => elapsed,
    advance: (milliseconds) => {
      set(milliseconds);
      elapsed += Math.max(0, milliseconds);
    },
    set,
  };
};

/** The clock of the machine, which an embedder uses outside tests. */
export const systemClock: Clock = { now: () => Date.now() };
