import type { EventEmitter } from 'node:events';

/** The signals that ask a process to stop. */
export type StopSignals = {
  /** Calls `stop` for every signal: for one that came before at once. */
  readonly handle: (stop: (signal: NodeJS.Signals) => void) => void;
};

/**
 * Watches the signals that would end the process otherwise. One that comes before there is anything to stop is kept
 * until there is, so that a stop during the start is as orderly as any other.
 */
export const watchStopSignals = (source: Pick<EventEmitter, 'on'>): StopSignals => {
  let early: NodeJS.Signals | null = null;
  let handler = (signal: NodeJS.Signals): void => {
    early = signal;
  };
  for (const name of ['SIGTERM', 'SIGINT']) source.on(name, (signal: NodeJS.Signals) => handler(signal));
  return {
    handle: (stop) => {
      handler = stop;
      if (early !== null) stop(early);
    },
  };
};
