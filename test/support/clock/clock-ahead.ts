/** How far the clock of a program goes ahead: longer than any instance leaves a profile to another. */
const aheadMs = 120_000;

/** The signal at which the clock of a program that was started with `clockAheadOnSignal` goes ahead, once. */
export const clockAheadSignal = 'SIGUSR2';

const jump = `
  const now = Date.now;
  let ahead = 0;
  Date.now = () => now() + ahead;
  process.on('${clockAheadSignal}', () => { ahead = ${aheadMs}; });
`;

/** The value of `NODE_OPTIONS` with which the clock of a program goes ahead at a signal, so that nobody has to wait. */
export const clockAheadOnSignal = `--import=data:text/javascript,${encodeURIComponent(jump)}`;
