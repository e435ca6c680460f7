import type { ReasonCode } from './reasons.ts';

/** The questions that are answered from evidence by our own code, in the order in which they are shown. */
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

export type CheckStatus = 'passed' | 'failed' | 'not_applicable' | 'unavailable';

/** Where the answer of a check comes from. */
export type CheckSource = 'mrz' | 'barcode' | 'ai' | 'image' | 'claimed' | 'provider';

/** One question and its answer. `score` and `threshold` are in the unit of the check (0 to 100, or years for the age). */
export type Check = {
  readonly name: CheckName;
  readonly status: CheckStatus;
  readonly requirement: 'required' | 'optional';
  readonly reasons: readonly ReasonCode[];
  readonly score?: number;
  readonly threshold?: number;
  readonly source?: CheckSource;
  readonly observed_at: string;
  /** Positions in the profile's evidence from which the answer was made. */
  readonly evidence: readonly number[];
};
