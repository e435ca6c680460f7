import { rmSync } from 'node:fs';
import { type DestinationStream, destination, pino, stdTimeFunctions } from 'pino';
import type { Config } from './config.ts';
import { keepKnown, type LogFields } from './observe/log-fields.ts';

/** What happened, in `words_like_this`: a constant of our own code, so that lines can be counted. */
type Write = (event: string, fields?: LogFields) => void;

/** Structured lines of JSON with fields from an allowlist: whatever else is given to it is not written. */
export type Logger = {
  readonly debug: Write;
  readonly info: Write;
  readonly warn: Write;
  readonly error: Write;
  /** Answers when every line has been handed over; for the end of the process. */
  readonly flush: () => Promise<void>;
};

export const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {}, async flush() {} };

/** Lines are written together, after 4 KiB or a tenth of a second: a write for each would cost more than its request. */
const gathered = { minLength: 4096, periodicFlush: 100 } as const;

/** A stream that may keep lines for an instant before it writes them. */
type Destination = DestinationStream & { readonly flush?: (done: () => void) => void };

const standardOutput = (): Destination => destination({ fd: 1, sync: false, ...gathered });

/** A file that is begun anew, readable by its owner alone. */
export const logFile = (path: string): Destination => {
  rmSync(path, { force: true });
  return destination({ dest: path, mode: 0o600, sync: false, ...gathered });
};

/** Writes to the standard output unless told otherwise. Times are ISO 8601 UTC with milliseconds. */
export const createLogger = (level: Config['logLevel'], out: Destination = standardOutput()): Logger => {
  const options = {
    level,
    base: null,
    messageKey: 'event',
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  const lines = pino(options, out);
  const flush = () =>
    new Promise<void>((resolve) => {
      if (out.flush === undefined) resolve();
      else out.flush(() => resolve());
    });
  return {
    debug: (event, fields = {}) => lines.debug(keepKnown(fields), event),
    info: (event, fields = {}) => lines.info(keepKnown(fields), event),
    warn: (event, fields = {}) => lines.warn(keepKnown(fields), event),
    error: (event, fields = {}) => lines.error(keepKnown(fields), event),
    flush,
  };
};
