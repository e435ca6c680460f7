import type { ComparableValue, Comparator, Comparison, DocumentSide } from '@portcullis/documents';
import type { ReasonCode } from '../../policy/reasons.ts';
import type { CheckDetail, CheckSource } from './check.ts';

/**
 * A detail, and the reason that it gives if it is not as it must be. `isProven` says that the reason may decline
 * a person: our own code parsed every part that is involved, and neither a genuine document nor a misread character
 * would give it.
 */
export type CheckFinding = {
  readonly detail: CheckDetail;
  readonly reason: ReasonCode | null;
  readonly isProven: boolean;
  /** The position of other evidence than the current reading, from which the finding was made. */
  readonly index?: number;
};

/** A value of a field, its source, and its side where that matters. */
export type SourceValue = ComparableValue & { readonly source: CheckSource; readonly side?: DocumentSide };

/** The finding of a comparison of two sources of a field. A difference gives the reason `mismatch`. */
export const comparisonFinding = (
  field: string,
  comparator: Comparator,
  [one, other]: readonly [SourceValue, SourceValue],
  { agrees, isVariant, score }: Comparison,
  mismatch: ReasonCode,
): CheckFinding => {
  const seen = ({ side, source, value }: SourceValue) => ({ source, value, ...(side && { side }) });
  const detail = {
    kind: 'comparison',
    field,
    comparator,
    one: seen(one),
    other: seen(other),
    score,
    agrees,
  } as const;
  const difference = isVariant ? 'data_name_variant' : mismatch;
  return { detail, reason: agrees ? null : difference, isProven: one.source !== 'ai' && other.source !== 'ai' };
};
