import { isMrzProven } from '../../documents/facts.ts';
import type { CheckName } from '../../policy/check-names.ts';
import type { ReasonCode } from '../../policy/reasons/reasons.ts';
import type { CheckInput } from './check-result.ts';
import { confidentSignals, readsPrint } from './document-check.ts';

/** The reasons for want of something on a photo, which the document itself may not have. */
const wants: readonly ReasonCode[] = [
  'mrz_missing',
  'mrz_unreadable',
  'barcode_unreadable',
  'data_field_missing',
  'document_back_missing',
  'document_not_accepted',
  'document_sides_together',
];

/**
 * Whether a reason is for want of something that the document may not have. That a document is unreadable is no fault
 * of the photo where a reader of the MRZ alone says so, or it stands for the barcode; and neither is a portrait that is
 * not found where everything that a machine reads was read right.
 */
export const isWant = (reason: ReasonCode, { facts }: CheckInput): boolean => {
  if (facts === null) return false;
  if (reason === 'document_portrait_missing') return isMrzProven(facts) || facts.barcode !== null;
  if (reason !== 'document_unreadable') return wants.includes(reason);
  return !readsPrint(facts.reading) || !confidentSignals(facts).includes('document_unreadable');
};

/** Whether a reason of a check is about the document, and not about the face or the device. */
export const isAboutDocument = (check: CheckName | null, reason: ReasonCode): boolean =>
  check?.startsWith('document_') === true || check === 'claimed_data' || reason === 'document_portrait_missing';
