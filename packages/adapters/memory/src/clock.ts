import type { Clock } from '@portcullis/domain';

/** A clock that moves only when it is told to. */
export type MemoryClock = Clock & {
  /** Moves by so many milliseconds; a negative number steps back. */
  readonly advance: (milliseconds: number) => void;
};

/** Begins at `start`, milliseconds since 1970. */
export const memoryClock = (start: number): MemoryClock => {
  let now = start;
  return {
    now: () => now,
    advance: (milliseconds) => {
      now += milliseconds;
    },
  };
};

/** The clock of the machine: what an embedder uses outside tests. */
export const systemClock: Clock = { now: () => Date.now() };
