import { isMrzProven } from '@portcullis/documents';
import type { CheckName } from '../../policy/check-names.ts';
import type { ReasonCode } from '../../policy/reasons.ts';
import { needsAnotherDocument } from './another-document.ts';
import type { CheckInput } from './check-result.ts';
import { confidentSignals, readsPrint } from './document-check.ts';

/** The needs of a photo that the document itself may not meet. */
export type Want = 'machine_part' | 'field' | 'back' | 'side' | 'portrait' | 'undamaged' | 'other_document';

/** The reasons by what is wanted: the same want under two names is one want. */
const wants: { readonly [Code in ReasonCode]?: Want } = {
  mrz_missing: 'machine_part',
  mrz_unreadable: 'machine_part',
  barcode_unreadable: 'machine_part',
  document_unreadable: 'machine_part',
  data_field_missing: 'field',
  document_back_missing: 'back',
  document_sides_together: 'side',
  document_portrait_missing: 'portrait',
  document_damaged: 'undamaged',
  document_not_accepted: 'other_document',
};

/** Whether everything that a machine reads on the document was read right. */
export const isReadRight = ({ facts }: CheckInput): boolean =>
  facts !== null && (isMrzProven(facts) || facts.barcode !== null);

/** Whether the photo of the front was measured against the limits of the policy. */
const isMeasured = ({ currentEvidence: { front }, policy }: CheckInput): boolean =>
  policy.images !== null && front?.value.image !== undefined;

/**
 * The want of a reason that the document may not have; `null` where it may be the fault of the photo. An unreadable
 * document is no fault of the photo where a reader of the MRZ alone says so, or it stands for the barcode, or the photo
 * was measured: a poor one has a reason of its own beside it, which is no want. Neither is a portrait that is not
 * found where everything that a machine reads was read right. A need of another document that is not proven, as of a
 * type that a reader of print alone names, is such a want too.
 */
export const wantOf = (reason: ReasonCode, isProven: boolean, input: CheckInput): Want | null => {
  const { facts } = input;
  if (facts === null) return null;
  if (needsAnotherDocument(reason)) return isProven ? null : 'other_document';
  const isFaultOfPhoto =
    (reason === 'document_portrait_missing' && !isReadRight(input)) ||
    (reason === 'document_unreadable' &&
      readsPrint(facts.reading) &&
      confidentSignals(facts).includes(reason) &&
      !isMeasured(input));
  return isFaultOfPhoto ? null : (wants[reason] ?? null);
};

/** Whether a reason is a suspicion of the reader of print, which another photo of the document itself removes. */
export const isSuspicion = (reason: ReasonCode): boolean =>
  reason === 'document_printed_copy' || reason === 'document_screen_capture';

/** Whether a reason of a check is about the document, and not about the face or the device. */
export const isAboutDocument = (check: CheckName | null, reason: ReasonCode): boolean =>
  check?.startsWith('document_') === true || check === 'claimed_data' || reason === 'document_portrait_missing';
