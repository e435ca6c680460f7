import { lruCache } from '../../kernel/concurrency/lru-cache.ts';
import type { Unavailable } from '../../kernel/errors.ts';
import type { ProfileId } from '../../kernel/ids.ts';

/**
 * Profiles whose provider could not be called, and when this process retries them. A call that was not sent needs no
 * record, so the store has these profiles due meanwhile: a process that has lost its list finds them there.
 */
export type DeferredRetries = {
  /** `time` is in milliseconds that pass, as `monotonicNow` has them: the clock may be set meanwhile. */
  readonly defer: (id: ProfileId, time: number) => void;
  readonly forget: (id: ProfileId) => void;
  readonly has: (id: ProfileId) => boolean;
  readonly size: () => number;
  /** Removes and answers up to `limit` profiles whose time has come. Earlier deferred profiles come first. */
  readonly takeDue: (now: number, limit: number) => readonly ProfileId[];
};

/** The longest time after which a provider that gave no answer is tried once more. */
const maxDelaySeconds = 60;

/** How many milliseconds a retry waits: as long as the outages say, and `extraSeconds` longer. */
export const retryDelayMs = (outages: readonly Unavailable[], extraSeconds = 0): number =>
  1000 *
  Math.min(Math.max(1, ...outages.map(({ retryAfterSeconds }) => retryAfterSeconds)) + extraSeconds, maxDelaySeconds);

/**
 * Every sweep skips each of them in the store: this many cost ten more queries, and ten times as many would cost too
 * much.
 */
const maxEntries = 10_000;

export const newDeferredRetries = (): DeferredRetries => {
  const times = lruCache<ProfileId, number>(maxEntries);
  return {
    defer: (id, time) => void times.set(id, time),
    forget: times.delete,
    has: (id) => times.peek(id) !== undefined,
    size: times.size,
    takeDue: (now, most) => {
      const taken: ProfileId[] = [];
      for (const [id, time] of [...times.entries()]) {
        if (taken.length >= most) break;
        if (time > now) continue;
        times.delete(id);
        taken.push(id);
      }
      return taken;
    },
  };
};
