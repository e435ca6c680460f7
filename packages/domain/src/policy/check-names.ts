/** The checks that our own code answers from evidence, in the order in which they are shown. */
export const checkNames = [
  'document_quality',
  'document_type',
  'document_mrz',
  'document_barcode',
  'document_consistency',
  'document_expiry',
  'document_age',
  'document_authenticity',
  'claimed_data',
  'liveness',
  'face_match',
  'device',
  'duplicates',
  'velocity',
] as const;

export type CheckName = (typeof checkNames)[number];
