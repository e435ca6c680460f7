import type { CommandResult } from './command-result.ts';
import { endSignals } from './end-signals.ts';
import type { Output } from './output.ts';

/**
 * Runs work that has to clean up: the first signal aborts it, and the end of the work is awaited. A second one of
 * the same kind ends the process at once.
 */
export const withStop = async (
  { printError }: Output,
  work: (stop: AbortSignal) => Promise<CommandResult>,
): Promise<CommandResult> => {
  const controller = new AbortController();
  const end = (): void => {
    if (!controller.signal.aborted)
      printError('Stopping, and removing what is not complete. Again: at once, and it stays.');
    controller.abort();
  };
  for (const signal of endSignals) process.once(signal, end);
  try {
    const { code, lines } = await work(controller.signal);
    return controller.signal.aborted && code !== 0
      ? { code: 2, lines: [...lines, 'It was stopped by a signal.'] }
      : { code, lines };
  } finally {
    for (const signal of endSignals) process.removeListener(signal, end);
  }
};
