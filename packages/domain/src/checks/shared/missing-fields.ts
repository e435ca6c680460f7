import { type DocumentFacts, type FieldName, isMrzProven, isNoDay, machineRead, rawDate } from '@portcullis/documents';
import type { ReasonCode } from '../../policy/reasons.ts';
import type { CheckInput } from './check-result.ts';
import { isBackMissing, unverifiableReason } from './document-check.ts';

/** The fields that identify a person on a document, and the end of its validity. */
type NeededField = Extract<FieldName, 'last_name' | 'document_number' | 'date_of_birth' | 'date_of_expiry'>;

const isNeeded = (name: FieldName): name is NeededField =>
  name === 'last_name' || name === 'document_number' || name === 'date_of_birth' || name === 'date_of_expiry';

/** Whether a date is written in the machine-read part as a day that the calendar does not have. */
const isNoDayOf = ({ barcode, mrz }: DocumentFacts, source: 'mrz' | 'barcode', name: NeededField): boolean => {
  if (source === 'barcode') return barcode?.noDays?.includes(name) === true;
  const stated = mrz && rawDate(mrz, name === 'date_of_birth' ? 'birthDate' : 'expirationDate');
  return stated !== null && isNoDay(stated);
};

/** The reason why a document lacks a field although everything was read right. No other photo would bring it. */
const reasonOfDocument = (facts: DocumentFacts, source: 'mrz' | 'barcode', name: NeededField): ReasonCode => {
  switch (name) {
    case 'last_name':
      return 'document_names_unread';
    case 'document_number':
      return 'document_without_number';
    case 'date_of_birth':
      return isNoDayOf(facts, source, name) ? 'document_date_not_in_calendar' : 'birth_date_incomplete';
    case 'date_of_expiry': {
      const isEndless = source === 'mrz' ? facts.mrz?.neverExpires : facts.barcode?.neverExpires;
      if (isEndless) return 'document_never_expires';
      return isNoDayOf(facts, source, name) ? 'document_date_not_in_calendar' : 'document_without_expiry';
    }
  }
};

const reasonsOfDocument: { readonly [Name in NeededField]: readonly ReasonCode[] } = {
  last_name: ['document_names_unread'],
  document_number: ['document_without_number'],
  date_of_birth: ['birth_date_incomplete', 'document_date_not_in_calendar'],
  date_of_expiry: ['document_never_expires', 'document_without_expiry', 'document_date_not_in_calendar'],
};

/** Every reason that one of these fields can give if it is missing. */
export const missingFieldReasons = (...names: readonly NeededField[]): readonly ReasonCode[] => [
  'document_back_missing',
  'data_field_missing',
  'document_not_verifiable',
  'document_not_accepted',
  'document_type_not_allowed',
  ...new Set(names.flatMap((name) => reasonsOfDocument[name])),
];

/**
 * Returns the reason for a machine-read field that is missing. An MRZ whose check digits all hold, and a barcode, which
 * corrects its own errors, were read right: the document itself has no such field. A document that nothing can verify
 * has none either. Otherwise its side was not supplied, or the photo shows too little.
 */
export const missingFieldReason = (
  facts: DocumentFacts,
  { currentEvidence, policy }: Pick<CheckInput, 'currentEvidence' | 'policy'>,
  name: FieldName,
): ReasonCode => {
  const machine = machineRead(facts);
  const isReadRight = machine !== null && (machine.source === 'barcode' || isMrzProven(facts) || isUnchecked(facts));
  const unverifiable = unverifiableReason(facts, policy);
  if (unverifiable) return unverifiable;
  if (isReadRight && isNeeded(name) && machine.fields[name] === undefined)
    return reasonOfDocument(facts, machine.source, name);
  return machine === null && isBackMissing(facts.reading, currentEvidence)
    ? 'document_back_missing'
    : 'data_field_missing';
};

/** An MRZ of a format without check digits that the policy does not require; a rejected one is unverifiable. */
const isUnchecked = ({ mrz }: DocumentFacts): boolean => mrz?.valid === true && mrz.checkDigits.length === 0;
