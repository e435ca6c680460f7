import { type Unavailable, unavailable, withOutageCause } from '../kernel/errors.ts';
import { E, type TaskEither } from '../kernel/fp.ts';
import type { Clock } from './clock.ts';

/** Nothing is judged by time, and nothing is written with a time, until the clock is believed again. */
const notTrusted: Unavailable = withOutageCause(unavailable('clock', 'the clock is not believed'), 'clock_skew');

/** Why nothing may be judged by the time of this clock now; `null` where it may. */
export const clockFault = ({ isTrusted }: Clock): Unavailable | null => (isTrusted?.() === false ? notTrusted : null);

/**
 * Runs the task only while the clock is believed, and answers what it found only if the clock is believed still: the
 * next step is judged, or written, by its time.
 */
export const withTrustedClock =
  <Left, Right>(clock: Clock, task: TaskEither<Left, Right>): TaskEither<Left | Unavailable, Right> =>
  async () => {
    const before = clockFault(clock);
    if (before) return E.left(before);
    const done = await task();
    const after = clockFault(clock);
    return after ? E.left(after) : done;
  };
