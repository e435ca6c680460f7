import type { WireCount } from './wire.ts';

/** A count with whether there may be more. */
export const countOf = (count: WireCount): { readonly value: number; readonly isAtLeast: boolean } =>
  typeof count === 'number'
    ? { value: count, isAtLeast: false }
    : { value: count.value, isAtLeast: count.at_least === true };
