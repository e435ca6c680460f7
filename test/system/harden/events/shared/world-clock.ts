import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clockAheadSignal } from '../../../../support/clock/clock-ahead.ts';

/**
 * The time of all instances, which can be set ahead, so that nobody has to wait for what is due in five minutes. An
 * instance that is started later has the same time as the others.
 */
export type WorldClock = {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The times that an instance may have: one that was not told yet of the last advance has the time before it. */
  readonly possible: () => readonly number[];
  /** The value of `NODE_OPTIONS` with which an instance has this time. */
  readonly nodeOptions: string;
  /**
   * Sets the time ahead. First the database is told by how much in all, then the processes that run, by
   * `clockAheadSignal`.
   */
  readonly advance: (ms: number, setDatabase: (ahead: number) => Promise<void>, tell: () => void) => Promise<void>;
  readonly close: () => void;
};

/** The dates in the answers of the database go ahead too: an instance would not believe its own clock otherwise. */
const preloaded = (file: string): string => `
  import { readFileSync } from 'node:fs';
  const { now, parse } = Date;
  const monotonic = performance.now.bind(performance);
  const read = () => Number(readFileSync(${JSON.stringify(file)}, 'utf8'));
  let ahead = read();
  Date.now = () => now() + ahead;
  Date.parse = (text) => parse(text) + (String(text).endsWith('GMT') ? ahead : 0);
  performance.now = () => monotonic() + ahead;
  process.on('${clockAheadSignal}', () => { ahead = read(); });
`;

export const openWorldClock = (): WorldClock => {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-clock-'));
  const file = join(folder, 'ahead');
  let ahead = 0;
  let before = 0;
  writeFileSync(file, '0');
  return {
    now: () => Date.now() + ahead,
    possible: () => [Date.now() + ahead, Date.now() + before],
    nodeOptions: `--import=data:text/javascript,${encodeURIComponent(preloaded(file))}`,
    advance: async (ms, setDatabase, tell) => {
      await setDatabase(ahead + ms);
      before = ahead;
      ahead += ms;
      writeFileSync(file, String(ahead));
      tell();
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
};
