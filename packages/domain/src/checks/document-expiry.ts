import { type Day, type DocumentFacts, daysOf, fieldValues, isYearOfNever, machineRead } from '@portcullis/documents';
import { addDays } from '../kernel/dates.ts';
import type { ReasonCode } from '../policy/reasons.ts';
import type { CheckModule } from './check-module.ts';
import { failed, passedOrFailed } from './shared/check-result.ts';
import { isSurelyRead, missingFieldDetail, readingReasons, withDocumentFacts } from './shared/document-check.ts';
import { missingFieldReason, missingFieldReasons } from './shared/missing-fields.ts';

/**
 * Why an expiry that seems past does not prove that the document has expired: print says that it never does, two digits
 * of the year may be of the next century, or it depends on where in the State it is. `null` where it has expired.
 */
const doubtOf = ({ mrz, reading }: DocumentFacts, isBetween: boolean): ReasonCode | null => {
  if (isYearOfNever(reading.fields.date_of_expiry?.value ?? '')) return 'document_never_expires';
  if (mrz?.openCenturies?.includes('date_of_expiry')) return 'expiry_century_open';
  return isBetween ? 'expiry_depends_on_place' : null;
};

/**
 * Whether print alone surely has an expiry before a day. That proves nothing, so that it only asks for another
 * document, where no other photo of this one would bring more.
 */
const isPrintedBefore = (facts: DocumentFacts, day: Day): boolean =>
  fieldValues('date_of_expiry', facts).some(
    (one) => one.source === 'ai' && isSurelyRead(one) && /^\d{4}-\d{2}-\d{2}$/.test(one.value) && one.value < day,
  );

/**
 * Checks whether the document is valid today, including the grace period of the policy. The day of expiry itself is
 * valid. Today is the day where the document was issued: while it is already the next day in a part of that State, a
 * reviewer decides.
 */
export const documentExpiry: CheckModule<'document_expiry'> = {
  name: 'document_expiry',
  reasons: [
    ...readingReasons,
    ...missingFieldReasons('date_of_expiry'),
    'document_expired',
    'expiry_century_open',
    'expiry_depends_on_place',
  ],
  defaultRequirement: 'required',
  dependsOn: ['document_reader'],
  steps: { required: ['document_front'], optional: ['document_back'], rejected: ['document_front'] },
  run: withDocumentFacts((facts, { currentEvidence, policy, now }, indexes) => {
    const { fields, source } = machineRead(facts) ?? { fields: {}, source: 'mrz' };
    const value = fields.date_of_expiry;
    const { earliest, latest } = daysOf(facts, now);
    const limitOn = (day: Day): Day => addDays(day, -policy.documents.expiryGraceDays);
    if (!value) {
      const missing = missingFieldReason(facts, { currentEvidence, policy }, 'date_of_expiry');
      const isPast = missing === 'document_not_verifiable' && isPrintedBefore(facts, limitOn(earliest));
      return failed([missing, ...(isPast ? (['document_expired'] as const) : [])], indexes, {
        source,
        details: [missingFieldDetail('date_of_expiry', source)],
      });
    }
    const limit = limitOn(latest);
    const details = [{ kind: 'value', name: 'date_of_expiry', value, limit, source }] as const;
    // On the day between, it depends on where in the State it is whether the document has expired.
    const isBetween = value < limit && value >= limitOn(earliest);
    const isExpired = value < limit;
    // A century that print alone names is no proof that the document is valid.
    const isLater = source === 'mrz' && facts.mrz?.openCenturies?.includes('date_of_expiry') === true;
    const reason = isExpired || isLater ? (doubtOf(facts, isBetween) ?? 'document_expired') : null;
    return passedOrFailed(reason ? [reason] : [], indexes, {
      source,
      details,
      ...(isBetween && { unprovenReasons: ['expiry_depends_on_place'] }),
    });
  }),
};
