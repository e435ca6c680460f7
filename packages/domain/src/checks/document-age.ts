import { addYears } from '../documents/date-limits.ts';
import { type DocumentFacts, isMrzProven, machineRead } from '../documents/facts.ts';
import { rawBirthDate } from '../documents/mrz/raw-birth-date.ts';
import { ageOn, type Day, dayOf, latestBirthDate } from '../kernel/dates.ts';
import type { CheckModule } from './check-module.ts';
import { failed, passedOrFailed } from './shared/check-result.ts';
import { missingFieldDetail, missingFieldReason, readingReasons, withDocumentFacts } from './shared/document-check.ts';
import { isFieldProven } from './shared/proof.ts';

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
export const documentAge: CheckModule<'document_age'> = {
  name: 'document_age',
  reasons: [
    ...readingReasons,
    'document_back_missing',
    'data_field_missing',
    'age_below_minimum',
    'document_unverified_other',
  ],
  defaultRequirement: 'required',
  dependsOn: ['document_reader'],
  steps: { required: ['document_front'], optional: ['document_back'], rejected: [] },
  run: withDocumentFacts((facts, { currentEvidence, policy, now }, indexes) => {
    const { fields, source } = machineRead(facts) ?? { fields: {}, source: 'mrz' };
    const { minimumAge: threshold } = policy;
    const today = dayOf(now);
    const latestBirth = fields.date_of_birth === undefined ? latestPossibleBirth(facts, today) : null;
    const born = fields.date_of_birth ?? latestBirth;
    if (!born)
      return failed([missingFieldReason(facts, currentEvidence, ['date_of_birth'])], indexes, {
        source,
        details: [missingFieldDetail('date_of_birth', source)],
      });
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
  }),
};
