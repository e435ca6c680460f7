import { addDays, ageOn, dayOf } from '../evidence/dates.ts';
import { agree, countryOf, type DocumentFacts, fieldsOf, typeOf } from '../evidence/document-facts.ts';
import type { FieldName, SignalCode } from '../evidence/document-reading.ts';
import { type Answer, type CheckInput, failed, judged, notApplicable, passed, placesOf, unanswered } from './answer.ts';
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

const signalsOf = ({ reading }: DocumentFacts): readonly SignalCode[] => [
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

/** Does the machine-readable zone parse, and is each check digit right (ICAO 9303-3, 4.9)? */
export const documentMrz = withFacts(({ mrz, reading }, _, places) => {
  const extras = { source: 'mrz' } as const;
  if (!reading.mrzLines) return failed(['mrz_missing'], places, extras);
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

/** Do the printed zone and the machine-readable zone agree, and are the dates possible? */
export const documentConsistency = withFacts((facts, { now }, places) => {
  const fields = fieldsOf(facts);
  const zone = facts.mrz?.fields ?? {};
  const reasons: ReasonCode[] = [];
  if (Object.values(fields).some((field) => field.agreement === 'disagree')) reasons.push('mrz_print_mismatch');
  const issued = zone.date_of_issue ?? fields.date_of_issue?.value;
  if (!possible(zone.date_of_birth, issued, zone.date_of_expiry, dayOf(now))) reasons.push('data_dates_impossible');
  if (needed.some((name) => zone[name] === undefined)) reasons.push('data_field_missing');
  return judged(reasons, places, { source: 'mrz' });
});

/** Is it valid today, the policy's grace included? The day of expiry itself is valid. */
export const documentExpiry = withFacts(({ mrz }, { policy, now }, places) => {
  const expires = mrz?.fields.date_of_expiry;
  if (!expires) return failed(['data_field_missing'], places, { source: 'mrz' });
  const lastDay = addDays(expires, policy.documents.expiryGraceDays);
  return judged(lastDay < dayOf(now) ? ['document_expired'] : [], places, { source: 'mrz' });
});

/** Is the person at least as old as the policy wants, to the day? */
export const documentAge = withFacts(({ mrz }, { policy, now }, places) => {
  const born = mrz?.fields.date_of_birth;
  if (!born) return failed(['data_field_missing'], places, { source: 'mrz' });
  const extras = { source: 'mrz', score: ageOn(born, dayOf(now)), threshold: policy.minimumAge } as const;
  return judged(extras.score < policy.minimumAge ? ['age_below_minimum'] : [], places, extras);
});

/** Signs that the document is not what it seems; only a model that looks for them (it has a prompt version) can say. */
export const documentAuthenticity = withFacts((facts, _, places) => {
  if (facts.reading.reader.promptVersion === null) return notApplicable;
  return judged(
    signalsOf(facts).filter((code) => authenticitySignals.includes(code)),
    places,
    { source: 'ai' },
  );
});

/** Does the document agree with what the partner claimed? Only the machine-readable zone is believed here. */
export const claimedData = withFacts(({ mrz }, { inForce }, places) => {
  const claimed = inForce.claimed?.item.claimed ?? {};
  const zone = mrz?.fields ?? {};
  const name = claimed.full_name ?? [claimed.first_name, claimed.last_name].filter(Boolean).join(' ');
  const pairs: readonly (readonly [FieldName, string | undefined, string | undefined, ReasonCode])[] = [
    ['last_name', name || undefined, [zone.first_name, zone.last_name].filter(Boolean).join(' '), 'data_name_mismatch'],
    ['date_of_birth', claimed.date_of_birth, zone.date_of_birth, 'data_birth_date_mismatch'],
    ['document_number', claimed.document_number, zone.document_number, 'data_number_mismatch'],
    ['issuing_country', alpha3(claimed.country), zone.issuing_country, 'data_country_mismatch'],
  ];
  const asked = pairs.filter(([, said]) => said !== undefined);
  if (asked.length === 0) return notApplicable;
  const reasons = asked.flatMap(([field, said, seen, reason]) => {
    if (!seen) return ['data_field_missing' as const];
    return agree(field, said ?? '', seen) ? [] : [reason];
  });
  return judged([...new Set(reasons)], [...places, ...placesOf(inForce.claimed)], { source: 'claimed' });
});

/** A claimed country is compared only where it is given in the zone's own form, three letters. */
const alpha3 = (country: string | undefined): string | undefined => (country?.length === 3 ? country : undefined);
