import { createHash } from 'node:crypto';

/** A secret as a machine would make one, the same in every run, and told apart by what it is for: 64 hex characters. */
export const secretFor = (what: string): string => createHash('sha256').update(`of a test: ${what}`).digest('hex');
