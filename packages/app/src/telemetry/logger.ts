import { rmSync } from 'node:fs';
import sonicBoom, { type SonicBoom } from 'sonic-boom';
import type { Config } from '../config/config.ts';
import { allowedFields, type LogFields } from './log-fields.ts';

/** `event` says what happened in `words_like_this`. It is a constant of our own code, so that lines can be counted. */
type LogMethod = (event: string, fields?: LogFields) => void;

/** Writes structured JSON lines. Only fields of the allowlist are written; all others are dropped. */
export type Logger = {
  readonly debug: LogMethod;
  readonly info: LogMethod;
  readonly warn: LogMethod;
  readonly error: LogMethod;
  /** Resolves when every line has been handed over to the system; used at the end of the process. */
  readonly flush: () => Promise<void>;
};

export const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {}, async flush() {} };

/**
 * Lines are buffered and written after 15 KiB or 100 ms: one write per line would cost more than its request, and the
 * library writes at most 16 KiB at once. They are buffered as bytes: of text, the library counts all that it holds
 * again for every line.
 */
const buffering = { minLength: 15 * 1024, periodicFlush: 100, contentMode: 'buffer' } as const;

/** A stream that may buffer lines for a moment before it writes them. */
type Destination = {
  readonly write: (line: string) => void;
  readonly flush?: (done: () => void) => void;
};

/** The library's stream, whose types know no bytes. */
type ByteStream = { write(line: string | Uint8Array): unknown; flush(done: () => void): void };

type Target = { readonly fd: number } | { readonly dest: string; readonly mode: number };

const openStreams = new Set<SonicBoom>();

/** Writes what is left when the process ends at once. */
const flushAll = (): void => {
  for (const stream of openStreams) {
    try {
      stream.flushSync();
    } catch {
      // Its file was never opened.
    }
  }
};

/** The library's stream. If nobody reads standard output any more (EPIPE), lines end, and not the service. */
const openStream = (target: Target): ByteStream => {
  const stream = new sonicBoom.SonicBoom({ ...target, sync: false, ...buffering });
  process.off('exit', flushAll).once('exit', flushAll);
  openStreams.add(stream);
  const bytes: ByteStream = stream;
  let isRead = true;
  stream.on('error', (cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EPIPE') throw cause;
    isRead = false;
    // The library would try to write what is left without end.
    openStreams.delete(stream);
  });
  return {
    write: (line) => isRead && bytes.write(line),
    flush: (done) => (isRead ? bytes.flush(done) : done()),
  };
};

const buffered = (target: Target): Destination => {
  const out = openStream(target);
  let isEmpty = true;
  return {
    write: (line) => {
      isEmpty = false;
      out.write(Buffer.from(line));
    },
    // The library fails when a file that has no line yet is flushed before it is open. While a write is in progress, it
    // answers a flush when that write is over. A second one writes the rest.
    flush: (done) => (isEmpty ? done() : out.flush(() => out.flush(() => done()))),
  };
};

const standardOutput = (): Destination => buffered({ fd: 1 });

/** A log file that starts empty and that only its owner can read. */
export const logFile = (path: string): Destination => {
  rmSync(path, { force: true });
  return buffered({ dest: path, mode: 0o600 });
};

/** Answers the time that a line begins with, and keeps it for the other lines of its millisecond. */
const isoTime = (): (() => string) => {
  let last = Number.NaN;
  let text = '';
  return () => {
    const now = Date.now();
    if (now !== last) text = new Date(now).toISOString();
    last = now;
    return text;
  };
};

/** From the least important level on. No line has the last one. */
const levels: readonly Config['logLevel'][] = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

/** Creates a logger that writes to standard output by default. Times are ISO 8601 UTC with milliseconds. */
export const createLogger = (threshold: Config['logLevel'], out: Destination = standardOutput()): Logger => {
  const time = isoTime();
  const method = (level: 'debug' | 'info' | 'warn' | 'error'): LogMethod => {
    if (levels.indexOf(level) < levels.indexOf(threshold)) return () => undefined;
    // Every request writes a line: the parts that all of them share are not turned into JSON each time.
    return (event, fields = {}) => {
      const known = JSON.stringify(allowedFields(fields)).slice(1, -1);
      out.write(`{"level":"${level}","time":"${time()}"${known && `,${known}`},"event":${JSON.stringify(event)}}\n`);
    };
  };
  const flush = () =>
    new Promise<void>((resolve) => {
      if (out.flush === undefined) resolve();
      else out.flush(() => resolve());
    });
  return { debug: method('debug'), info: method('info'), warn: method('warn'), error: method('error'), flush };
};
