import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';

/** A wait on this process ends after fewer turns; while others work, turns without pauses would slow them. */
const turnsWithoutPause = 200;
const pauseMs = 2;
/** The real one, also where a test has replaced the timers. */
const pause = sleep;

/** Resolves once the condition is true; if it never is, the test times out. */
export const waitUntil = async (condition: () => boolean): Promise<void> => {
  for (let turns = 0; !condition(); turns += 1) await (turns < turnsWithoutPause ? turn() : pause(pauseMs));
};
