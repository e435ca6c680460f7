/** One completed call. `outcome` is the HTTP status, or `ok` for a local check. */
export type Row = {
  readonly who: string;
  readonly call: string;
  readonly outcome: string;
  readonly ms: number;
  readonly answer: string;
};

/** A table that shows rows as they come: `begin` shows the call in flight, `end` turns it into a row. */
export type Table = {
  readonly print: (line: string) => void;
  readonly header: () => void;
  readonly begin: (who: string, call: string) => void;
  readonly end: (row: Row) => void;
  /** Removes what `begin` showed, if the call did not complete. */
  readonly discard: () => void;
};

type TableOutput = Pick<NodeJS.WriteStream, 'write'> & { readonly isTTY?: boolean; readonly columns?: number };

const eraseLine = '\r\u001b[2K';
const refreshMs = 200;

/** Formats a duration, as in `12 ms` or `3.41 s`. */
export const duration = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(2)} s`);

const formatRow = (who: string, call: string, outcome: string, time: string, answer: string): string =>
  `  ${who.padEnd(8)} ${call.padEnd(48)} ${outcome.padStart(6)} ${time.padStart(8)}  ${answer}`.trimEnd();

/**
 * A table that grows while the calls run. On a terminal the call in flight is shown with its duration, cut to the width
 * so that it can be overwritten; elsewhere every row is one plain line.
 */
export const createTable = (out: TableOutput): Table => {
  const live = out.isTTY === true;
  let timer: NodeJS.Timeout | undefined;

  const fit = (line: string): string => {
    const width = out.columns ?? 0;
    return width > 1 && line.length >= width ? `${line.slice(0, width - 2)}…` : line;
  };
  const abandon = (): void => {
    if (timer === undefined) return;
    clearInterval(timer);
    timer = undefined;
    out.write(eraseLine);
  };
  const begin = (who: string, call: string): void => {
    if (!live) return;
    const began = performance.now();
    const tick = () =>
      out.write(`${eraseLine}${fit(formatRow(who, call, '…', duration(performance.now() - began), ''))}`);
    tick();
    timer = setInterval(tick, refreshMs).unref();
  };
  const printLine = (line: string): void => {
    abandon();
    out.write(`${line}\n`);
  };
  return {
    print: printLine,
    begin,
    discard: abandon,
    header: () => printLine(formatRow('who', 'call', 'status', 'time', 'answer')),
    end: ({ who, call, outcome, ms, answer }) => printLine(formatRow(who, call, outcome, duration(ms), answer)),
  };
};
