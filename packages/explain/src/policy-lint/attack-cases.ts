import type { CheckName } from '@portcullis/domain';
import {
  faceMatchOf,
  livenessOf,
  outageOf,
  type SampleCase,
  type SampleEvidence,
  sampleTime,
  withDocument,
  withoutConsent,
} from './sample-case.ts';
import { dateBefore, sampleDocument } from './sample-document.ts';

/**
 * A case that is flawless except for one defect, and the check that the defect defeats. `null` means that the policy
 * has no such case.
 */
export type AttackCase = {
  readonly name: string;
  readonly defeats: CheckName | 'machine-readable part';
  readonly change: (sampleCase: SampleCase) => Partial<SampleEvidence> | null;
};

/**
 * Changes the last digit of the second line. It is the composite check digit if there is one, so every single field
 * stays right.
 */
const withWrongCheckDigit = (lines: readonly string[] | null): readonly string[] | null =>
  lines?.map((line, at) => (at === 1 ? line.replace(/\d(?=<*$)/, (digit) => `${(Number(digit) + 1) % 10}`) : line)) ??
  null;

/** One case for each defect that a policy may overlook. */
export const attackCases: readonly AttackCase[] = [
  { name: 'without liveness', defeats: 'liveness', change: () => ({ liveness: [], faces: [] }) },
  { name: 'without consent', defeats: 'liveness', change: () => withoutConsent },
  {
    name: 'with a liveness session that failed',
    defeats: 'liveness',
    change: () => ({ liveness: livenessOf({ status: 'failed', confidence: null, referenceFileId: null }), faces: [] }),
  },
  {
    name: 'with a picture held before the camera',
    defeats: 'liveness',
    change: () => ({ liveness: livenessOf({ confidence: 0 }) }),
  },
  { name: 'without a comparison of the faces', defeats: 'face_match', change: () => ({ faces: [] }) },
  {
    name: 'whose faces could not be compared',
    defeats: 'face_match',
    change: () => ({ faces: outageOf('face_match') }),
  },
  {
    name: 'with a document without a face',
    defeats: 'face_match',
    change: () => ({ faces: faceMatchOf({ outcome: 'no_face_on_document', similarity: null }) }),
  },
  {
    name: 'with the document of somebody else',
    defeats: 'face_match',
    change: () => ({ faces: faceMatchOf({ similarity: 0 }) }),
  },
  {
    name: 'without a document',
    defeats: 'machine-readable part',
    change: () => ({ files: [], reading: [], faces: [] }),
  },
  {
    name: 'with a document that nobody could read',
    defeats: 'machine-readable part',
    change: () => ({ reading: outageOf('document_reading') }),
  },
  {
    name: 'with a document of which only print was read',
    defeats: 'machine-readable part',
    change: (sampleCase) => withDocument(sampleCase, {}, { mrzLines: null, barcode: null }),
  },
  {
    name: 'with a wrong check digit',
    defeats: 'document_mrz',
    change: (sampleCase) => {
      const mrzLines = withWrongCheckDigit(sampleDocument(sampleCase.type, sampleCase.holder).mrzLines);
      return mrzLines && withDocument(sampleCase, {}, { mrzLines });
    },
  },
  {
    name: 'with a barcode that nobody could read',
    defeats: 'document_barcode',
    change: (sampleCase) => withDocument(sampleCase, {}, { barcode: { state: 'unreadable' } }),
  },
  {
    name: 'with another name in print than in the zone',
    defeats: 'document_consistency',
    change: (sampleCase) =>
      withDocument(
        sampleCase,
        {},
        {
          fields: {
            ...sampleDocument(sampleCase.type, sampleCase.holder).fields,
            last_name: { value: 'Zubov', confidence: 1 },
            first_name: { value: 'Quy', confidence: 1 },
          },
        },
      ),
  },
  {
    name: 'with a document that ran out',
    defeats: 'document_expiry',
    change: (sampleCase) =>
      withDocument(sampleCase, { expires: dateBefore(sampleTime, 0, sampleCase.policy.documents.expiryGraceDays + 1) }),
  },
  {
    name: 'of somebody a day too young',
    defeats: 'document_age',
    change: (sampleCase) =>
      sampleCase.policy.minimumAge > 0
        ? withDocument(sampleCase, { born: dateBefore(sampleTime, sampleCase.policy.minimumAge, -1) })
        : null,
  },
  {
    name: 'with a document that was altered',
    defeats: 'document_authenticity',
    change: (sampleCase) => withDocument(sampleCase, {}, { signals: [{ code: 'document_tampered', confidence: 1 }] }),
  },
  { name: 'without a device', defeats: 'device', change: () => ({ device: [] }) },
];
