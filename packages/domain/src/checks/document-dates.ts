import { type DocumentFacts, isMrzProven, machineRead } from '../documents/facts.ts';
import { rawBirthDate } from '../documents/mrz/raw-birth-date.ts';
import { addDays, ageOn, type Day, dayOf, latestBirthDate } from '../kernel/dates.ts';
import { failed, passedOrFailed } from './check-result.ts';
import { addYears } from './date-limits.ts';
import { missingFieldReason, withDocumentFacts } from './document-check.ts';
import { isFieldProven } from './proven-fields.ts';

/**
 * Whole years. A document with the expiry year 99 may be one without an expiry date if it seems expired for longer than
 * this.
 */
const longExpiredYears = 20;

/**
 * Whether a document that seems to be expired may be one that never expires. States print the year 9999 on such
 * documents; the machine-readable zone has 99 for it, which can also mean 1999. Another photo would show the same.
 */
const mayNeverExpire = (facts: DocumentFacts, expires: Day, today: Day): boolean =>
  /^9999|9999$/.test(facts.reading.fields.date_of_expiry?.value ?? '') ||
  (machineRead(facts)?.source === 'mrz' &&
    expires.slice(2, 4) === '99' &&
    expires < addYears(today, -longExpiredYears));

/**
 * Checks whether the document is valid today, including the grace period of the policy. The day of expiry itself is
 * valid.
 */
export const documentExpiry = withDocumentFacts((facts, { currentEvidence, policy, now }, indexes) => {
  const { fields, source } = machineRead(facts) ?? { fields: {}, source: 'mrz' };
  const value = fields.date_of_expiry;
  if (!value) return failed([missingFieldReason(facts, currentEvidence, ['date_of_expiry'])], indexes, { source });
  const today = dayOf(now);
  const limit = addDays(today, -policy.documents.expiryGraceDays);
  const details = [{ kind: 'value', name: 'date_of_expiry', value, limit, source }] as const;
  const expiredReason = mayNeverExpire(facts, value, today) ? 'document_unverified_other' : 'document_expired';
  return passedOrFailed(value < limit ? [expiredReason] : [], indexes, { source, details });
});

/** The latest possible date of birth, if the machine-readable zone is proven and states the date only in part. */
const latestPossibleBirth = (facts: DocumentFacts, today: Day): Day | null => {
  const partial = facts.mrz && isMrzProven(facts) ? rawBirthDate(facts.mrz) : null;
  return partial && latestBirthDate(partial, today);
};

/**
 * Checks whether the person has reached the minimum age of the policy, to the day. If the day of birth is unknown, the
 * latest possible day counts, and a person who may be too young by it goes to review. A date that another source
 * contradicts is no proof that a person is too young, because a two-digit year does not distinguish a newborn from a
 * centenarian.
 */
export const documentAge = withDocumentFacts((facts, { currentEvidence, policy, now }, indexes) => {
  const { fields, source } = machineRead(facts) ?? { fields: {}, source: 'mrz' };
  const { minimumAge: threshold } = policy;
  const today = dayOf(now);
  const latestBirth = fields.date_of_birth === undefined ? latestPossibleBirth(facts, today) : null;
  const born = fields.date_of_birth ?? latestBirth;
  if (!born) return failed([missingFieldReason(facts, currentEvidence, ['date_of_birth'])], indexes, { source });
  const score = ageOn(born, today);
  const name = latestBirth === null ? 'date_of_birth' : 'latest_date_of_birth';
  const details = [
    { kind: 'value', name, value: born, limit: addYears(today, -threshold), source },
    { kind: 'value', name: 'age', value: score, limit: threshold, source },
  ] as const;
  const tooYoungReason = latestBirth === null ? 'age_below_minimum' : 'document_unverified_other';
  const unprovenReasons = isFieldProven('date_of_birth', facts) ? [] : (['age_below_minimum'] as const);
  return passedOrFailed(score < threshold ? [tooYoungReason] : [], indexes, {
    source,
    score,
    threshold,
    details,
    unprovenReasons,
  });
});
