import type { Size } from '../harness.ts';

/**
 * How long an answer, or becoming ready, may take. The short form runs beside other tests on whatever machine there is,
 * and looks for what hangs; the promise of two seconds is held by the full one, which has the machine to itself.
 */
export const limitMs = (size: Size): number => (size === 'short' ? 8000 : 2000);
