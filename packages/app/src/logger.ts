import { type DestinationStream, destination, pino, stdTimeFunctions } from 'pino';
import type { Config } from './config.ts';
import { keepKnown, type LogFields } from './log-fields.ts';

/** What happened, in `words_like_this`: a constant of our own code, so that lines can be counted. */
type Write = (event: string, fields?: LogFields) => void;

/** Structured lines of JSON with fields from an allowlist: whatever else is given to it is not written. */
export type Logger = {
  readonly debug: Write;
  readonly info: Write;
  readonly warn: Write;
  readonly error: Write;
  /** Hands over every line there is; for the end of the process. */
  readonly flush: () => void;
};

export const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {}, flush() {} };

/** Writes to `to`, which is the standard output unless told otherwise. Times are ISO 8601 UTC with milliseconds. */
export const createLogger = (level: Config['logLevel'], to?: DestinationStream): Logger => {
  const out = to === undefined ? destination({ fd: 1, sync: false }) : undefined;
  const options = {
    level,
    base: null,
    messageKey: 'event',
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  const lines = out === undefined ? pino(options, to) : pino(options, out);
  const flush = () => {
    try {
      out?.flushSync();
    } catch {
      // Not open yet, or closed by its reader: there is nobody left to tell.
    }
  };
  return {
    debug: (event, fields = {}) => lines.debug(keepKnown(fields), event),
    info: (event, fields = {}) => lines.info(keepKnown(fields), event),
    warn: (event, fields = {}) => lines.warn(keepKnown(fields), event),
    error: (event, fields = {}) => lines.error(keepKnown(fields), event),
    flush,
  };
};
