import type { Logger } from '../telemetry/logger.ts';

/** A periodic job for work that is due by time; `stop` waits for the round that is running. */
export type Sweeper = { readonly start: () => void; readonly stop: () => Promise<void> };

/** A periodic job whose next round can be asked for before it is due, however often. */
export type WakeableSweeper = Sweeper & { readonly wake: () => void };

/** After how many milliseconds the next round may begin that somebody has asked for, and when it begins unasked. */
export type Pause = { readonly gapMs: number; readonly dueMs: number };

/** The timers of a job: `after` runs something later and answers what takes that back, `now` is in milliseconds. */
export type Timers = {
  readonly now: () => number;
  readonly after: (ms: number, run: () => void) => () => void;
};

/** The timers of this process, which do not keep it alive. */
const processTimers: Timers = {
  now: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms).unref();
    return () => clearTimeout(timer);
  },
};

/**
 * Runs `round` again and again, so that two rounds never overlap. `pauseAfter` computes the pause between them from the
 * answer of the round and its duration (milliseconds). A round on request begins after the gap of the pause, or at once
 * if that has passed. Several requests make one round, and a request during a round makes one after it. A failure is
 * logged, and the next round follows after the pause of a round without an answer.
 */
export const createWakeableSweeper = <A>(
  round: () => Promise<A>,
  pauseAfter: (answer: A | null, tookMs: number) => Pause,
  logger: Logger,
  timers: Timers = processTimers,
): WakeableSweeper => {
  let cancel: () => void = () => undefined;
  let running: Promise<void> | null = null;
  let mayBeginAt = 0;
  let isAsked = false;
  let isOn = false;

  const beginAfter = (ms: number): void => {
    cancel();
    cancel = timers.after(ms, begin);
  };

  const pause = ({ dueMs, gapMs }: Pause): void => {
    mayBeginAt = timers.now() + gapMs;
    if (isOn) beginAfter(isAsked ? gapMs : dueMs);
  };

  const run = async (): Promise<void> => {
    const began = timers.now();
    isAsked = false;
    const answer = await round().catch((cause: unknown) => {
      logger.error('sweep_failed', { cause });
      return null;
    });
    running = null;
    pause(pauseAfter(answer, timers.now() - began));
  };

  const begin = (): void => {
    running = run();
  };

  return {
    start: () => {
      isOn = true;
      pause(pauseAfter(null, 0));
    },
    wake: () => {
      if (!isOn || isAsked) return;
      isAsked = true;
      if (running === null) beginAfter(Math.max(0, mayBeginAt - timers.now()));
    },
    stop: async () => {
      isOn = false;
      cancel();
      await running;
    },
  };
};

/** Runs `sweep`, and again `everyMs` after it has ended. */
export const createSweeper = (sweep: () => Promise<void>, everyMs: number, logger: Logger): Sweeper =>
  createWakeableSweeper(sweep, () => ({ gapMs: everyMs, dueMs: everyMs }), logger);
