import type { ProfileId } from '../../ids.ts';

/**
 * Profiles whose provider could not even be asked, and when this process comes back to them. That nothing was asked is
 * nothing to write down, so the store has them due meanwhile: a process that has forgotten them finds them there.
 */
export type PutOff = {
  /** Times are those of the clock, in milliseconds. */
  readonly until: (id: ProfileId, time: number) => void;
  readonly forget: (id: ProfileId) => void;
  readonly has: (id: ProfileId) => boolean;
  readonly size: () => number;
  /** Takes out up to `most` whose time has come, those first that were put off first. */
  readonly take: (now: number, most: number) => readonly ProfileId[];
};

/** Each of them is passed over in the store by every sweep: that costs ten questions more, and a hundred would be too many. */
const mostKept = 10_000;

export const newPutOff = (): PutOff => {
  const times = new Map<ProfileId, number>();
  return {
    until: (id, time) => {
      times.delete(id);
      times.set(id, time);
      const [oldest] = times.keys();
      if (times.size > mostKept && oldest !== undefined) times.delete(oldest);
    },
    forget: (id) => void times.delete(id),
    has: (id) => times.has(id),
    size: () => times.size,
    take: (now, most) => {
      const taken = [...times].flatMap(([id, time]) => (time <= now ? [id] : [])).slice(0, most);
      for (const id of taken) times.delete(id);
      return taken;
    },
  };
};
