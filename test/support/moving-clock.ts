import type { Clock } from '@portcullis/domain';

/** A clock that stands still until it is moved. */
export type MovingClock = Clock & { readonly advance: (milliseconds: number) => void };

export const movingClock = (start = '2026-05-01T00:00:00.000Z'): MovingClock => {
  let now = Date.parse(start);
  return {
    now: () => now,
    advance: (milliseconds) => {
      now += milliseconds;
    },
  };
};
