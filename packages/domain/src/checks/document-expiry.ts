import { addYears } from '../documents/date-limits.ts';
import { type DocumentFacts, daysOf, machineRead } from '../documents/facts.ts';
import { addDays, type Day } from '../kernel/dates.ts';
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
 * valid. Today is the day where the document was issued: while it is already the next day in a part of that State, a
 * reviewer decides.
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
      return failed([missingFieldReason(facts, { currentEvidence, policy }, ['date_of_expiry'])], indexes, {
        source,
        details: [missingFieldDetail('date_of_expiry', source)],
      });
    const { earliest, latest } = daysOf(facts, now);
    const limitOn = (day: Day): Day => addDays(day, -policy.documents.expiryGraceDays);
    const limit = limitOn(latest);
    const details = [{ kind: 'value', name: 'date_of_expiry', value, limit, source }] as const;
    // On the day between, it depends on where in the State it is whether the document has expired.
    const isBetween = value < limit && value >= limitOn(earliest);
    const isUncertain = isBetween || mayNeverExpire(facts, value, latest);
    const expiredReason = isUncertain ? 'document_unverified_other' : 'document_expired';
    return passedOrFailed(value < limit ? [expiredReason] : [], indexes, {
      source,
      details,
      ...(isBetween && { unprovenReasons: ['document_unverified_other'] }),
    });
  }),
};
