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
export const checkSources = ['mrz', 'barcode', 'ai', 'image', 'claimed', 'provider', 'register'] as const;
export type CheckSource = (typeof checkSources)[number];

/** How two values of a field are compared; see `evidence/compare`. */
export const comparators = ['name', 'date', 'number', 'country', 'sex', 'type'] as const;
export type Comparator = (typeof comparators)[number];

/**
 * One thing that a check looked at: a value with the limit that it was held to, where there is one, or two sources of one
 * field and how alike they are (0 to 100). Personal data, for whoever may read the profile; never in the ledger.
 */
export type Sight =
  | {
      readonly kind: 'value';
      readonly name: string;
      readonly value: string | number | boolean | null;
      readonly limit?: string | number | null;
      readonly source: CheckSource;
    }
  | {
      readonly kind: 'comparison';
      readonly field: string;
      readonly comparator: Comparator;
      readonly one: { readonly source: CheckSource; readonly value: string };
      readonly other: { readonly source: CheckSource; readonly value: string };
      readonly score: number;
      readonly agrees: boolean;
    };

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
