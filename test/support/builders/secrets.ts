import { createHash } from 'node:crypto';

/** Answers a secret like a generated one, the same in every run, and different for every purpose: 64 hex characters. */
export const secretFor = (what: string): string => createHash('sha256').update(`of a test: ${what}`).digest('hex');
