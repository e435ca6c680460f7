import type { Size } from './harness.ts';

/**
 * The time that a response, or becoming ready, may take. The short run shares its machine with other tests, and only
 * finds requests that hang; the full run has the machine to itself, and verifies the promised two seconds.
 */
export const responseLimitMs = (size: Size): number => (size === 'short' ? 8000 : 2000);
