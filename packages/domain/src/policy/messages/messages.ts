import type { Status } from '../../kernel/status.ts';
import { defaultAction, isForApplicant, type ReasonCode } from '../reasons.ts';
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
export const messageLanguage = (tag: string): string => {
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

/** The reasons for which a photo shows too little, whatever it shows. */
const photoFaults: readonly ReasonCode[] = [
  'document_blurry',
  'document_glare',
  'document_too_dark',
  'document_too_small',
  'document_cut_off',
  'document_obscured',
  'document_damaged',
];
/** The reasons for another document, after which nothing else about this one matters. */
const unacceptedDocument: readonly ReasonCode[] = [
  'document_not_accepted',
  'document_type_not_allowed',
  'document_country_not_allowed',
];

const unread: readonly ReasonCode[] = ['mrz_missing', 'mrz_unreadable', 'barcode_unreadable'];

/**
 * The reasons that follow from others, with these others. One cause gives several checks a reason: of an MRZ that was
 * not found, no field was read either. The applicant gets the message of the cause alone.
 */
const causes: { readonly [Code in ReasonCode]?: readonly ReasonCode[] } = {
  data_field_missing: [
    ...photoFaults,
    ...unacceptedDocument,
    ...unread,
    'document_back_missing',
    'document_sides_together',
    'document_unreadable',
    'mrz_check_digit_failed',
  ],
  document_unreadable: [...photoFaults, ...unacceptedDocument, ...unread],
  mrz_unreadable: [...photoFaults, ...unacceptedDocument],
  barcode_unreadable: [...photoFaults, ...unacceptedDocument],
  mrz_missing: unacceptedDocument,
  document_back_missing: unacceptedDocument,
  document_black_and_white: ['document_printed_copy'],
};

/** The reason among these from which a reason follows; `null` where it is a cause of its own. */
export const causeAmong = (code: ReasonCode, codes: readonly ReasonCode[]): ReasonCode | null =>
  causes[code]?.find((cause) => codes.includes(cause)) ?? null;

/** A reason with its message in the language of the applicant. */
export type ApplicantMessage = { readonly code: ReasonCode; readonly message: string };

/**
 * The messages for some reasons, one for each cause; `wordsOf` says each, or `null` where there is nothing to say. A
 * cause without a message silences no reason that follows from it.
 */
const messagesOf = (
  codes: readonly ReasonCode[],
  wordsOf: (code: ReasonCode) => string | null,
): readonly ApplicantMessage[] =>
  codes
    .flatMap((code) => {
      const message = wordsOf(code);
      return message === null ? [] : [{ code, message }];
    })
    .filter(
      ({ code }, _, said) =>
        causeAmong(
          code,
          said.map((one) => one.code),
        ) === null,
    )
    .filter(({ message }, at, all) => all.findIndex((one) => one.message === message) === at);

/**
 * Returns the messages for some reasons, one for each cause: without reasons that the applicant never sees, without
 * those that follow from another one, and without a second reason with the same message.
 */
export const applicantMessages = (codes: readonly ReasonCode[], language: string): readonly ApplicantMessage[] =>
  messagesOf(codes, (code) => applicantMessage(code, language));

/** The statuses in which nothing is asked of the applicant, and nobody is at work. */
const settled: readonly Status[] = ['approved', 'declined', 'lapsed', 'expired', 'canceled'];

/** The reasons whose message only asks for something, or says who is at work. */
const withoutFinding: readonly ReasonCode[] = [
  'document_missing',
  'document_back_missing',
  'document_black_and_white',
  'document_screen_capture',
  'document_printed_copy',
  'consent_missing',
  'document_unverified_other',
  'review_pending',
  'input_needed',
];

/**
 * The finding without its consequence. A message is at most two sentences, and the second one says what to do or who is
 * at work: neither is true any more once the verification is settled.
 */
const findingOf = (code: ReasonCode, language: string): string | null => {
  if (withoutFinding.includes(code)) return null;
  const [finding = null] = applicantMessage(code, language)?.split(/(?<=\.) /) ?? [];
  return finding;
};

/**
 * Selects the reasons of a status that may be shown to the applicant: during a review none that asks for something,
 * because then somebody else acts.
 */
export const disclosableReasons = (status: Status, codes: readonly ReasonCode[]): readonly ReasonCode[] =>
  status === 'in_review' ? codes.filter((code) => defaultAction(code) !== 'retry') : codes;

/**
 * The messages for the applicant for some reasons while the profile has this status: once it is settled what was found,
 * and no more. "Try again" would contradict that there are no attempts left.
 */
export const messagesForStatus = (
  status: Status,
  codes: readonly ReasonCode[],
  language: string,
): readonly ApplicantMessage[] =>
  settled.includes(status)
    ? messagesOf(codes, (code) => findingOf(code, language))
    : applicantMessages(disclosableReasons(status, codes), language);

/** The reason to say where every reason of a status is for staff alone. */
const wordsOfStatus: { readonly [Name in Status]?: ReasonCode } = {
  in_review: 'review_pending',
  requires_input: 'input_needed',
};

/**
 * The messages for the applicant for the reasons of the status itself. Nobody waits, or is asked for something, without
 * a word: where all reasons are for staff alone, it is said that there is a review, or what is to be done.
 */
export const messagesOfStatus = (
  status: Status,
  codes: readonly ReasonCode[],
  language: string,
): readonly ApplicantMessage[] => {
  const messages = messagesForStatus(status, codes, language);
  const word = wordsOfStatus[status];
  return word && messages.length === 0 ? applicantMessages([word], language) : messages;
};
