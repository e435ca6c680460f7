import type { Comparator, DocumentSide } from '@portcullis/documents';
import type { CheckName } from '../../policy/check-names.ts';
import type { ReasonCode } from '../../policy/reasons.ts';

export type CheckStatus = 'passed' | 'failed' | 'not_applicable' | 'unavailable';

/** The source from which a check takes its result. */
export const checkSources = ['mrz', 'barcode', 'ai', 'image', 'claimed', 'provider', 'register'] as const;
export type CheckSource = (typeof checkSources)[number];

/** A value that a source has, and the side on which it was seen where a document has two pictures. */
type SeenValue = { readonly source: CheckSource; readonly value: string; readonly side?: DocumentSide };

/**
 * One detail that a check looked at. It is either a value, with its limit where there is one, or a comparison of two
 * sources of one field with a similarity score (0 to 100). A detail is personal data: readers of the profile see it,
 * and it is never written to the ledger.
 */
export type CheckDetail =
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
      readonly one: SeenValue;
      readonly other: SeenValue;
      readonly score: number;
      readonly agrees: boolean;
    };

/**
 * One check and its result. `score` and `threshold` are in the unit of the check (0 to 100, or years for the age
 * check).
 */
export type Check = {
  readonly name: CheckName;
  readonly status: CheckStatus;
  readonly requirement: 'required' | 'optional';
  readonly reasons: readonly ReasonCode[];
  readonly score?: number;
  readonly threshold?: number;
  /** The challenge of the session that was judged; the liveness check alone has it. */
  readonly challenge?: string;
  readonly source?: CheckSource;
  readonly observed_at: string;
  /** The positions in the profile's evidence from which the result was made. */
  readonly evidence: readonly number[];
};
