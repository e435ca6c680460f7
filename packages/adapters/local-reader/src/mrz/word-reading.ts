import type { CharPosition } from './position.ts';

/** The lines as the words make them, and which positions of them were read; those that were not stand as they were. */
export type WordReading = {
  readonly lines: readonly string[];
  readonly isRead: (position: CharPosition) => boolean;
};
