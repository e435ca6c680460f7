import { addDays, ageOn, type Day, dayOf, latestBirth } from '../../evidence/dates.ts';
import { type DocumentFacts, isZoneProven, machineRead } from '../../evidence/document-facts.ts';
import { writtenBirth } from '../../evidence/mrz/written.ts';
import { failed, judged } from '../answer.ts';
import { yearsFrom } from './day-limits.ts';
import { isProven } from './proven.ts';
import { missingField, withFacts } from './shared.ts';

/**
 * Whole years. A document with the expiry year 99 may be one without an expiry date if it seems expired for longer than
 * this.
 */
const longPast = 20;

/**
 * Whether a document that seems to be expired may be one that never expires. States print the year 9999 on such
 * documents; the machine-readable zone has 99 for it, which can also mean 1999. Another photo would show the same.
 */
const mayBeForEver = (facts: DocumentFacts, expires: Day, today: Day): boolean =>
  /^9999|9999$/.test(facts.reading.fields.date_of_expiry?.value ?? '') ||
  (machineRead(facts)?.source === 'mrz' && expires.slice(2, 4) === '99' && expires < yearsFrom(today, -longPast));

/**
 * Checks whether the document is valid today, including the grace period of the policy. The day of expiry itself is
 * valid.
 */
export const documentExpiry = withFacts((facts, { inForce, policy, now }, places) => {
  const { fields, source } = machineRead(facts) ?? { fields: {}, source: 'mrz' };
  const value = fields.date_of_expiry;
  if (!value) return failed([missingField(facts, inForce, ['date_of_expiry'])], places, { source });
  const today = dayOf(now);
  const limit = addDays(today, -policy.documents.expiryGraceDays);
  const saw = [{ kind: 'value', name: 'date_of_expiry', value, limit, source }] as const;
  const past = mayBeForEver(facts, value, today) ? 'document_unverified_other' : 'document_expired';
  return judged(value < limit ? [past] : [], places, { source, saw });
});

/** The latest possible date of birth, if the machine-readable zone is proven and states the date only in part. */
const latestBorn = (facts: DocumentFacts, today: Day): Day | null => {
  const written = facts.mrz && isZoneProven(facts) ? writtenBirth(facts.mrz) : null;
  return written && latestBirth(written, today);
};

/**
 * Checks whether the person has reached the minimum age of the policy, to the day. If the day of birth is unknown, the
 * latest possible day counts, and a person who may be too young by it goes to review. A date that another source
 * contradicts is no proof that a person is too young, because a two-digit year does not distinguish a newborn from a
 * centenarian.
 */
export const documentAge = withFacts((facts, { inForce, policy, now }, places) => {
  const { fields, source } = machineRead(facts) ?? { fields: {}, source: 'mrz' };
  const { minimumAge: threshold } = policy;
  const today = dayOf(now);
  const latest = fields.date_of_birth === undefined ? latestBorn(facts, today) : null;
  const born = fields.date_of_birth ?? latest;
  if (!born) return failed([missingField(facts, inForce, ['date_of_birth'])], places, { source });
  const score = ageOn(born, today);
  const name = latest === null ? 'date_of_birth' : 'latest_date_of_birth';
  const saw = [
    { kind: 'value', name, value: born, limit: yearsFrom(today, -threshold), source },
    { kind: 'value', name: 'age', value: score, limit: threshold, source },
  ] as const;
  const young = latest === null ? 'age_below_minimum' : 'document_unverified_other';
  const unproven = isProven('date_of_birth', facts) ? [] : (['age_below_minimum'] as const);
  return judged(score < threshold ? [young] : [], places, { source, score, threshold, saw, unproven });
});
