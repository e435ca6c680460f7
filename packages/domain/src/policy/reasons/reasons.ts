import type { ApplicantMessages } from '../messages/applicant-messages.ts';
import { arabic } from '../messages/arabic.ts';
import { english } from '../messages/english.ts';
import { french } from '../messages/french.ts';
import { german } from '../messages/german.ts';
import { portuguese } from '../messages/portuguese.ts';
import { spanish } from '../messages/spanish.ts';
import type { ReasonAction, ReasonRow } from './reason-row.ts';
import { type ApplicantReasonCode, codesInCategory, type ReasonCategory, reasonTable } from './reason-table.ts';

export type { ReasonAction } from './reason-row.ts';
export { type ReasonCategory, reasonCategories, reasonTable } from './reason-table.ts';

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

/** The applicant messages by language (ISO 639-1). */
const messagesByLanguage: Readonly<Record<string, ApplicantMessages>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  pt: portuguese,
  ar: arabic,
};

/** The languages of the applicant messages. The first one is the fallback. */
export const applicantLanguages: readonly string[] = Object.keys(messagesByLanguage);

const isForApplicant = (code: ReasonCode): code is ApplicantReasonCode => rows[code].visibility === 'person';

/**
 * Returns the applicant message in the applicant's language if we have it (the primary subtag of a BCP 47 tag like
 * `pt-BR` counts), otherwise in English. `null` means that the applicant never sees this reason.
 */
export const applicantMessage = (code: ReasonCode, language: string): string | null => {
  if (!isForApplicant(code)) return null;
  const primary = language.split('-', 1)[0]?.toLowerCase() ?? '';
  const messages = Object.hasOwn(messagesByLanguage, primary) ? messagesByLanguage[primary] : undefined;
  return (messages ?? english)[code];
};

/** Returns the message for staff. */
export const staffMessage = (code: ReasonCode): string => rows[code].staffMessage;
