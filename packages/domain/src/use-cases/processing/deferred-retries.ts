import type { ProfileId } from '../../kernel/ids.ts';

/**
 * Profiles whose provider could not be called, and when this process retries them. A call that was not sent needs no
 * record, so the store has these profiles due meanwhile: a process that has lost its list finds them there.
 */
export type DeferredRetries = {
  /** `time` is in milliseconds, as the clock has it. */
  readonly defer: (id: ProfileId, time: number) => void;
  readonly forget: (id: ProfileId) => void;
  readonly has: (id: ProfileId) => boolean;
  readonly size: () => number;
  /** Removes and answers up to `limit` profiles whose time has come, those that were deferred first come first. */
  readonly takeDue: (now: number, limit: number) => readonly ProfileId[];
};

/**
 * Every sweep skips each of them in the store: this many cost ten more queries, and ten times as many would cost too
 * much.
 */
const maxEntries = 10_000;

export const newDeferredRetries = (): DeferredRetries => {
  const times = new Map<ProfileId, number>();
  return {
    defer: (id, time) => {
      times.delete(id);
      times.set(id, time);
      const [oldest] = times.keys();
      if (times.size > maxEntries && oldest !== undefined) times.delete(oldest);
    },
    forget: (id) => void times.delete(id),
    has: (id) => times.has(id),
    size: () => times.size,
    takeDue: (now, most) => {
      const taken = [...times].flatMap(([id, time]) => (time <= now ? [id] : [])).slice(0, most);
      for (const id of taken) times.delete(id);
      return taken;
    },
  };
};
