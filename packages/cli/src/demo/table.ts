/** One completed call. `outcome` is the HTTP status, or `ok` for a local check. */
export type Row = {
  readonly who: string;
  readonly call: string;
  readonly outcome: string;
  readonly ms: number;
  readonly answer: string;
};

/** A table that grows by a line for each call that has ended. */
export type Table = {
  readonly print: (line: string) => void;
  readonly header: () => void;
  readonly add: (row: Row) => void;
};

/** Formats a duration, as in `12 ms` or `3.41 s`. */
export const duration = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(2)} s`);

const formatRow = (who: string, call: string, outcome: string, time: string, answer: string): string =>
  `  ${who.padEnd(8)} ${call.padEnd(48)} ${outcome.padStart(6)} ${time.padStart(8)}  ${answer}`.trimEnd();

export const createTable = (print: (line: string) => void): Table => ({
  print,
  header: () => print(formatRow('who', 'call', 'status', 'time', 'answer')),
  add: ({ who, call, outcome, ms, answer }) => print(formatRow(who, call, outcome, duration(ms), answer)),
});

/** The table for calls that nobody looks at. */
export const silentTable = createTable(() => undefined);
