/** The signals that ask a command to end. */
export const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs work that goes on until a signal asks it to end, or until nobody reads its output any more (`| head`), and then
 * ends at once. Further signals change nothing: npm forwards an interrupt twice.
 */
export const untilSignal = async <Result>(work: (stop: AbortSignal) => Promise<Result>): Promise<Result> => {
  const controller = new AbortController();
  const end = (): void => controller.abort();
  for (const signal of endSignals) process.on(signal, end);
  process.stdout.on('error', end);
  try {
    return await work(controller.signal);
  } finally {
    process.stdout.removeListener('error', end);
    for (const signal of endSignals) process.removeListener(signal, end);
  }
};
