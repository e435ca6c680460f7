import { addDays, ageOn, dayOf, isDay } from '../evidence/dates.ts';
import { agree, countryOf, type DocumentFacts, fieldsOf, typeOf } from '../evidence/document-facts.ts';
import type { DocumentReading, FieldName, SignalCode } from '../evidence/document-reading.ts';
import type { InForce } from '../evidence/in-force.ts';
import type { Mrz } from '../evidence/mrz.ts';
import { mentions, namesAgree } from '../evidence/names.ts';
import type { DocumentFields } from '../profile/view.ts';
import {
  type Answer,
  type CheckInput,
  failed,
  failedBy,
  judged,
  notApplicable,
  passed,
  placesOf,
  type Seen,
  unanswered,
} from './answer.ts';
import type { ReasonCode } from './reasons.ts';

/** From which opinion of its reader on a signal counts. */
const signalConfidence = 0.5;

const authenticitySignals: readonly SignalCode[] = [
  'document_screen_capture',
  'document_printed_copy',
  'document_sides_mismatch',
  'document_template_mismatch',
  'document_tampered',
  'document_portrait_replaced',
  'document_instruction_text',
  'document_unverified_other',
];

/** Those of them that tell of fraud. The others ask for a better photo, which takes them back; these nothing takes back. */
const fraudSignals: readonly SignalCode[] = [
  'document_template_mismatch',
  'document_tampered',
  'document_portrait_replaced',
  'document_instruction_text',
];

const signalsOf = ({ reading }: { readonly reading: DocumentReading }): readonly SignalCode[] => [
  ...new Set(reading.signals.filter(({ confidence }) => confidence >= signalConfidence).map(({ code }) => code)),
];

const withFacts =
  (check: (facts: DocumentFacts, input: CheckInput, places: readonly number[]) => Answer) =>
  (input: CheckInput): Answer =>
    input.facts
      ? check(input.facts, input, placesOf(input.inForce.reading))
      : unanswered(input.inForce.failures.document_reading);

/** Can it be read? */
export const documentQuality = withFacts((facts, { inForce }, places) => {
  const reasons: ReasonCode[] = signalsOf(facts).filter((code) => !authenticitySignals.includes(code));
  const sameSide = inForce.back && inForce.back.item.file.sha256 === inForce.front?.item.file.sha256;
  if (sameSide) reasons.push('duplicate_file');
  return judged(reasons, [...places, ...placesOf(inForce.front, inForce.back)], { source: 'image' });
});

/** Is this type and country allowed? */
export const documentType = withFacts((facts, { policy }, places) => {
  const type = typeOf(facts);
  const country = countryOf(facts);
  if (!type || !country) return failed(['data_field_missing'], places);
  const { allowedCountries, deniedCountries, types } = policy.documents;
  const reasons: ReasonCode[] = [];
  if (!types.includes(type.type)) reasons.push('document_type_not_allowed');
  const allowed = allowedCountries === null || allowedCountries.includes(country.country);
  if (!allowed || deniedCountries.includes(country.country)) reasons.push('document_country_not_allowed');
  return judged(reasons, places, { source: type.source === 'mrz' && country.source === 'mrz' ? 'mrz' : 'ai' });
});

/** The zone of a card is on its back; a card of which only the front is there lacks a side, not a zone. */
const isBackMissing = (reading: DocumentReading, { back }: InForce): boolean =>
  back === null && (reading.documentType === 'id_card' || reading.documentType === 'residence_permit');

/** A field that the zone does not give, and which side would have it. */
const missingField = ({ mrz, reading }: DocumentFacts, inForce: InForce): ReasonCode =>
  mrz === null && isBackMissing(reading, inForce) ? 'document_back_missing' : 'data_field_missing';

/** Does the machine-readable zone parse, and is each check digit right (ICAO 9303-3, 4.9)? */
export const documentMrz = withFacts(({ mrz, reading }, { inForce }, places) => {
  const extras = { source: 'mrz' } as const;
  if (!reading.mrzLines)
    return failed([isBackMissing(reading, inForce) ? 'document_back_missing' : 'mrz_missing'], places, extras);
  if (!mrz) return failed(['mrz_unreadable'], places, extras);
  if (!mrz.valid) return failed(['mrz_check_digit_failed'], places, extras);
  return passed(places, extras, mrz.repairs.length > 0 ? ['mrz_repaired'] : []);
});

/** Dates that the calendar has and that can be true of one document together. */
const possible = (
  born: string | undefined,
  issued: string | undefined,
  expires: string | undefined,
  today: string,
): boolean => {
  if (born && born > today) return false;
  if (born && expires && expires <= born) return false;
  if (issued && (issued > today || (born && issued < born))) return false;
  return !(issued && expires && expires <= issued);
};

/** The fields without which a document says nothing about a person. */
const needed: readonly FieldName[] = ['last_name', 'document_number', 'date_of_birth', 'issuing_country'];

/** Whether the zone can be told from one that was made up: what names the document, or its holder, is printed beside it. */
const isCompared = (fields: DocumentFields): boolean => {
  const both = (name: FieldName): boolean => (fields[name]?.sources.length ?? 0) > 1;
  return both('document_number') || (both('last_name') && both('date_of_birth'));
};

/** A model reads what is printed; it has a prompt version. The readers of the zone alone have nothing to compare with it. */
const readsPrint = ({ reader }: DocumentReading): boolean => reader.promptVersion !== null;

/** Do the printed zone and the machine-readable zone agree, and are the dates possible? */
export const documentConsistency = withFacts((facts, { inForce, now }, places) => {
  const fields = fieldsOf(facts);
  const zone = facts.mrz?.fields ?? {};
  const reasons: ReasonCode[] = [];
  if (Object.values(fields).some((field) => field.agreement === 'disagree')) reasons.push('mrz_print_mismatch');
  const printed = fields.date_of_issue?.value;
  const issued = zone.date_of_issue ?? (printed && isDay(printed) ? printed : undefined);
  if (!possible(zone.date_of_birth, issued, zone.date_of_expiry, dayOf(now))) reasons.push('data_dates_impossible');
  const seen = facts.reading.issuingCountry;
  if (seen && zone.issuing_country && seen !== zone.issuing_country) reasons.push('mrz_print_mismatch');
  const uncompared = readsPrint(facts.reading) && !isCompared(fields);
  if (uncompared || needed.some((name) => zone[name] === undefined)) reasons.push(missingField(facts, inForce));
  return judged([...new Set(reasons)], places, { source: 'mrz' });
});

/** Is it valid today, the policy's grace included? The day of expiry itself is valid. */
export const documentExpiry = withFacts((facts, { inForce, policy, now }, places) => {
  const expires = facts.mrz?.fields.date_of_expiry;
  if (!expires) return failed([missingField(facts, inForce)], places, { source: 'mrz' });
  const lastDay = addDays(expires, policy.documents.expiryGraceDays);
  return judged(lastDay < dayOf(now) ? ['document_expired'] : [], places, { source: 'mrz' });
});

/** Is the person at least as old as the policy wants, to the day? */
export const documentAge = withFacts((facts, { inForce, policy, now }, places) => {
  const born = facts.mrz?.fields.date_of_birth;
  if (!born) return failed([missingField(facts, inForce)], places, { source: 'mrz' });
  const extras = { source: 'mrz', score: ageOn(born, dayOf(now)), threshold: policy.minimumAge } as const;
  return judged(extras.score < policy.minimumAge ? ['age_below_minimum'] : [], places, extras);
});

const newestAuthenticity = withFacts((facts, _, places) => {
  const signs = signalsOf(facts).filter((code) => authenticitySignals.includes(code));
  // Silence says something only from a model, which looks for signs.
  if (signs.length === 0 && !readsPrint(facts.reading)) return notApplicable;
  return judged(signs, places, { source: 'ai' });
});

/** Signs that the document is not what it seems. Who was seen with a forgery is not cleared by the next photo. */
export const documentAuthenticity = (input: CheckInput): Answer => {
  const seen = input.inForce.readings.flatMap(({ at, item }): readonly Seen[] => {
    const reasons = signalsOf(item).filter((code) => fraudSignals.includes(code));
    return reasons.length > 0 ? [{ at, reasons }] : [];
  });
  return failedBy(newestAuthenticity(input), seen, { source: 'ai' });
};

/** Does the document agree with what the partner claimed? Only the machine-readable zone is believed here. */
export const claimedData = withFacts(({ mrz }, { inForce }, places) => {
  const claimed = inForce.claimed?.item.claimed ?? {};
  const zone = mrz?.fields ?? {};
  const pairs: readonly (readonly [FieldName, string | undefined, string | undefined, ReasonCode])[] = [
    ['last_name', claimed.last_name, zone.last_name, 'data_name_mismatch'],
    ['first_name', claimed.first_name, zone.first_name, 'data_name_mismatch'],
    ['date_of_birth', claimed.date_of_birth, zone.date_of_birth, 'data_birth_date_mismatch'],
    ['document_number', claimed.document_number, zone.document_number, 'data_number_mismatch'],
    ['issuing_country', alpha3(claimed.country), zone.issuing_country, 'data_country_mismatch'],
  ];
  const asked = pairs.filter(([, said]) => said !== undefined);
  if (asked.length === 0 && claimed.full_name === undefined) return notApplicable;
  const reasons = asked.flatMap(([field, said, seen, reason]) => {
    if (!seen) return ['data_field_missing' as const];
    return agree(field, said ?? '', seen) ? [] : [reason];
  });
  if (claimed.full_name !== undefined) reasons.unshift(...fullNameReasons(claimed.full_name, zone));
  return judged([...new Set(reasons)], [...places, ...placesOf(inForce.claimed)], { source: 'claimed' });
});

/** A full name has to name both: whoever is called Anna is not for that Anna Maria Eriksson. */
const fullNameReasons = (full: string, { first_name, last_name }: Mrz['fields']): readonly ReasonCode[] => {
  if (!last_name) return ['data_field_missing'];
  const parts = [last_name, ...(first_name ? [first_name] : [])];
  const named = namesAgree(full, parts.join(' ')) && parts.every((part) => mentions(full, part));
  return named ? [] : ['data_name_mismatch'];
};

/** A claimed country is compared only where it is given in the zone's own form, three letters. */
const alpha3 = (country: string | undefined): string | undefined => (country?.length === 3 ? country : undefined);
