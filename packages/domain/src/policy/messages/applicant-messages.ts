import type { ApplicantReasonCode } from '../reason-table.ts';

/** The applicant messages in one language: one for every reason that an applicant may see. */
export type ApplicantMessages = { readonly [Code in ApplicantReasonCode]: string };
