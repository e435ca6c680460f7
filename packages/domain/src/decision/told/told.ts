import type { ToldCode } from '../reason-table.ts';

/** The applicant messages in one language: one for every reason that an applicant may see. */
export type Told = { readonly [Code in ToldCode]: string };
