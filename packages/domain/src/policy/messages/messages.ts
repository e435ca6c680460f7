import { isForApplicant, type ReasonCode } from '../reasons/reasons.ts';
import type { ApplicantMessages } from './applicant-messages.ts';
import { arabic } from './arabic.ts';
import { brazilianPortuguese } from './brazilian-portuguese.ts';
import { english } from './english.ts';
import { europeanPortuguese } from './european-portuguese.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { spanish } from './spanish.ts';

/** The applicant messages by language: ISO 639-1, with the region where a language is written in two ways. */
const messagesByLanguage: Readonly<Record<string, ApplicantMessages>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  'pt-BR': brazilianPortuguese,
  'pt-PT': europeanPortuguese,
  ar: arabic,
};

/** The languages of the applicant messages. The first one is the fallback. */
export const applicantLanguages: readonly string[] = Object.keys(messagesByLanguage);

/** The regions whose Portuguese is that of Portugal (CLDR 45, `parentLocales`). All others have that of Brazil. */
const europeanPortugueseRegions = ['AO', 'CH', 'CV', 'FR', 'GQ', 'GW', 'LU', 'MO', 'MZ', 'PT', 'ST', 'TL'];

/** The key of the messages for a BCP 47 tag: its primary subtag, for Portuguese with the region that it has by CLDR. */
const messageLanguage = (tag: string): string => {
  const [primary = '', ...others] = tag.split('-');
  const language = primary.toLowerCase();
  if (language !== 'pt') return language;
  const isEuropean = others.some((subtag) => europeanPortugueseRegions.includes(subtag.toUpperCase()));
  return isEuropean ? 'pt-PT' : 'pt-BR';
};

/**
 * Returns the applicant message in the applicant's language if we have it (the primary subtag of a BCP 47 tag like
 * `de-AT` counts), otherwise in English. `pt` without a region is the Portuguese of Brazil. `null` means that the
 * applicant never sees this reason.
 */
export const applicantMessage = (code: ReasonCode, language: string): string | null => {
  if (!isForApplicant(code)) return null;
  const key = messageLanguage(language);
  const messages = Object.hasOwn(messagesByLanguage, key) ? messagesByLanguage[key] : undefined;
  return (messages ?? english)[code];
};
