import type { ToldCode } from '../reason-table.ts';

/** A sentence for every reason that a person may see, in one language. */
export type Told = { readonly [Code in ToldCode]: string };
