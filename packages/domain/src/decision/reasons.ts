import type { ReasonAction, ReasonRow } from './reason-table/reason-row.ts';
import { codesOf, type ReasonCategory, reasonTable, type ToldCode } from './reason-table.ts';
import { arabic } from './told/arabic.ts';
import { english } from './told/english.ts';
import { french } from './told/french.ts';
import { german } from './told/german.ts';
import { portuguese } from './told/portuguese.ts';
import { spanish } from './told/spanish.ts';
import type { Told } from './told/told.ts';

export type { ReasonAction } from './reason-table/reason-row.ts';
export { type ReasonCategory, reasonCategories, reasonTable } from './reason-table.ts';

export type ReasonCode = keyof typeof reasonTable;

const facts: Record<ReasonCode, ReasonRow> = reasonTable;

/** Whether a word is a reason code. */
export const isReasonCode = (word: string): word is ReasonCode => Object.hasOwn(reasonTable, word);

/** Every code, in the order of the table. */
export const reasonCodes: readonly ReasonCode[] = Object.keys(reasonTable).filter(isReasonCode);

/** The action of a reason before any policy changes it. */
export const defaultAction = (code: ReasonCode): ReasonAction => facts[code].action;

/** Whether a retry for this reason does not count as an attempt. */
export const isFree = (code: ReasonCode): boolean => facts[code].free === true;

/** The codes of one category, in the order of the table. */
export const reasonsIn = (category: ReasonCategory): readonly ReasonCode[] => codesOf(category).filter(isReasonCode);

/** The applicant messages by language (ISO 639-1). */
const sentences: Readonly<Record<string, Told>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  pt: portuguese,
  ar: arabic,
};

/** The languages of the applicant messages. The first one is the fallback. */
export const toldLanguages: readonly string[] = Object.keys(sentences);

const isTold = (code: ReasonCode): code is ToldCode => facts[code].visibility === 'person';

/**
 * Returns the applicant message in the applicant's language if we have it (the primary subtag of a BCP 47 tag like
 * `pt-BR` counts), otherwise in English. `null` means that the applicant never sees this reason.
 */
export const toldSentence = (code: ReasonCode, language: string): string | null => {
  if (!isTold(code)) return null;
  const primary = language.split('-', 1)[0]?.toLowerCase() ?? '';
  const told = Object.hasOwn(sentences, primary) ? sentences[primary] : undefined;
  return (told ?? english)[code];
};

/** Returns the message for staff. */
export const staffSentence = (code: ReasonCode): string => facts[code].means;
