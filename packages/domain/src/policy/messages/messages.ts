import { isForApplicant, type ReasonCode } from '../reasons/reasons.ts';
import type { ApplicantMessages } from './applicant-messages.ts';
import { arabic } from './arabic.ts';
import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { portuguese } from './portuguese.ts';
import { spanish } from './spanish.ts';

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
