/** How far the clock of a program goes ahead: longer than any instance leaves a profile to another. */
export const aheadMs = 120_000;

/** The signal at which the clock of a program that was started with `clockAheadOnSignal` goes ahead, once. */
export const clockAheadSignal = 'SIGUSR2';

/** The clocks of the other machines go ahead with it, as this program sees them: it would not believe its own clock. */
const jump = `
  const { now, parse } = Date;
  const monotonic = performance.now.bind(performance);
  let ahead = 0;
  Date.now = () => now() + ahead;
  Date.parse = (text) => parse(text) + (String(text).endsWith('GMT') ? ahead : 0);
  performance.now = () => monotonic() + ahead;
  process.on('${clockAheadSignal}', () => { ahead = ${aheadMs}; });
`;

/** The value of `NODE_OPTIONS` with which the clock of a program goes ahead at a signal, so that nobody has to wait. */
export const clockAheadOnSignal = `--import=data:text/javascript,${encodeURIComponent(jump)}`;
