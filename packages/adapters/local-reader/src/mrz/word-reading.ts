import type { CharPosition } from './position.ts';

/**
 * The lines as the words make them, which positions of them were read, and whether every word of letters alone was:
 * those that were not stand as they were. What has digits is confirmed by check digits as well, and names are not.
 */
export type WordReading = {
  readonly lines: readonly string[];
  readonly isRead: (position: CharPosition) => boolean;
  readonly isComplete: boolean;
};
