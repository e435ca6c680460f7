import { addYears } from '../documents/date-limits.ts';
import { type DocumentFacts, machineRead } from '../documents/facts.ts';
import { addDays, type Day, dayOf } from '../kernel/dates.ts';
import type { CheckModule } from './check-module.ts';
import { failed, passedOrFailed } from './shared/check-result.ts';
import { missingFieldDetail, missingFieldReason, readingReasons, withDocumentFacts } from './shared/document-check.ts';

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
export const documentExpiry: CheckModule<'document_expiry'> = {
  name: 'document_expiry',
  reasons: [
    ...readingReasons,
    'document_back_missing',
    'data_field_missing',
    'document_expired',
    'document_unverified_other',
  ],
  defaultRequirement: 'required',
  dependsOn: ['document_reader'],
  steps: { required: ['document_front'], optional: ['document_back'], rejected: ['document_front'] },
  run: withDocumentFacts((facts, { currentEvidence, policy, now }, indexes) => {
    const { fields, source } = machineRead(facts) ?? { fields: {}, source: 'mrz' };
    const value = fields.date_of_expiry;
    if (!value)
      return failed([missingFieldReason(facts, currentEvidence, ['date_of_expiry'])], indexes, {
        source,
        details: [missingFieldDetail('date_of_expiry', source)],
      });
    const today = dayOf(now);
    const limit = addDays(today, -policy.documents.expiryGraceDays);
    const details = [{ kind: 'value', name: 'date_of_expiry', value, limit, source }] as const;
    const expiredReason = mayNeverExpire(facts, value, today) ? 'document_unverified_other' : 'document_expired';
    return passedOrFailed(value < limit ? [expiredReason] : [], indexes, { source, details });
  }),
};
