import type { Reason } from '../model/index.ts';

/** The meaning of each reason, for reviewers. A language that lacks one does not compile. */
export type ReasonTexts = { readonly [Code in Reason]: string };
