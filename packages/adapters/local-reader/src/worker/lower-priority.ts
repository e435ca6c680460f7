import { getPriority, setPriority } from 'node:os';

/** How much nicer a thread that reads is than the thread that started it; the range is -20 to 19. */
const nicer = 5;
const nicest = 19;

/**
 * Lets others go first where there are more threads than processors: a caller that waits for a response of a
 * millisecond does not wait for a document. Linux has a priority for each thread, which the threads that it starts
 * inherit; elsewhere it is that of the whole program, and stays.
 */
export const lowerPriority = (): void => {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, Math.min(nicest, getPriority(0) + nicer));
  } catch {
    // Where the system forbids it, documents are read all the same.
  }
};
