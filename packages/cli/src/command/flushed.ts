import type { Writable } from 'node:stream';

/**
 * Resolves when a stream has passed on what was written to it, or cannot any more. A pipe takes some 64 KiB at once:
 * a process that exits before its reader has taken the rest cuts that off.
 */
export const flushed = (stream: Writable): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => resolve();
    stream.once('error', end);
    stream.once('close', end);
    if (stream.destroyed) end();
    else stream.write('', end);
  });
