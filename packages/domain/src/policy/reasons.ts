import type { ReasonAction, ReasonRow } from './reason-row.ts';
import { type ApplicantReasonCode, codesInCategory, type ReasonCategory, reasonTable } from './reason-table.ts';

export type { ReasonAction } from './reason-row.ts';
export { type ReasonCategory, reasonTable } from './reason-table.ts';

export type ReasonCode = keyof typeof reasonTable;

const rows: Record<ReasonCode, ReasonRow> = reasonTable;

/** Whether a word is a reason code. */
export const isReasonCode = (word: string): word is ReasonCode => Object.hasOwn(reasonTable, word);

/** Every code, in the order of the table. */
export const reasonCodes: readonly ReasonCode[] = Object.keys(reasonTable).filter(isReasonCode);

/** The action of a reason before any policy changes it. */
export const defaultAction = (code: ReasonCode): ReasonAction => rows[code].action;

/** Whether a retry for this reason does not count as an attempt. */
export const isFreeRetry = (code: ReasonCode): boolean => rows[code].isFreeRetry === true;

/** The codes of one category, in the order of the table. */
export const reasonsInCategory = (category: ReasonCategory): readonly ReasonCode[] =>
  codesInCategory(category).filter(isReasonCode);

/** Whether an applicant may see the reason. */
export const isForApplicant = (code: ReasonCode): code is ApplicantReasonCode => rows[code].visibility === 'person';

/** Returns the message for staff. */
export const staffMessage = (code: ReasonCode): string => rows[code].staffMessage;
