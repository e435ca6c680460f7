import type { DocumentFacts } from '@portcullis/documents';
import type { CurrentEvidence } from '../../evidence/current-evidence.ts';
import type { CheckName } from '../../policy/check-names.ts';
import type { FlatPolicy } from '../../policy/policy.ts';
import type { ReasonCode } from '../../policy/reasons.ts';
import type { Check, CheckDetail } from './check.ts';

/** Everything that a check may look at. `now` is an ISO 8601 timestamp. */
export type CheckInput = {
  readonly policy: FlatPolicy;
  readonly currentEvidence: CurrentEvidence;
  readonly facts: DocumentFacts | null;
  readonly profileId: string;
  readonly now: string;
};

/**
 * The result of a check before the requirement of the policy is added, together with the details that the check looked
 * at.
 */
export type CheckResult = Omit<Check, 'name' | 'requirement' | 'observed_at'> & {
  readonly details?: readonly CheckDetail[];
  /**
   * The reasons that nothing proves. They rest on the output of a document reader alone, or on a field of a
   * machine-readable zone whose check digits fail or that another source contradicts. Such a reason leads to a review
   * at most, whatever action the policy gives it.
   */
  readonly unprovenReasons?: readonly ReasonCode[];
  /**
   * The check that answers for this one, which does not apply to the document. Where that one passed, nothing is
   * missing for an approval.
   */
  readonly replacedBy?: CheckName;
  /** Something could not be looked at that may speak against an approval: a reviewer decides, required or not. */
  readonly preventsApproval?: true;
};

type ResultExtras = Pick<CheckResult, 'score' | 'threshold' | 'challenge' | 'source' | 'details' | 'unprovenReasons'>;

export const passed = (
  evidence: readonly number[],
  extras: ResultExtras = {},
  informational: readonly ReasonCode[] = [],
): CheckResult => ({
  status: 'passed',
  reasons: informational,
  evidence,
  ...extras,
});

export const failed = (
  reasons: readonly ReasonCode[],
  evidence: readonly number[],
  extras: ResultExtras = {},
): CheckResult => ({
  status: 'failed',
  reasons,
  evidence,
  ...extras,
});

export const unavailableBecause = (reasons: readonly ReasonCode[], evidence: readonly number[] = []): CheckResult => ({
  status: 'unavailable',
  reasons,
  evidence,
});

export const notApplicable: CheckResult = { status: 'not_applicable', reasons: [], evidence: [] };

/** Returns the positions of those pieces of evidence that are present. */
export const evidenceIndexes = (...pieces: readonly ({ readonly index: number } | null)[]): readonly number[] =>
  pieces.flatMap((one) => (one ? [one.index] : []));

/** The result is failed if there are reasons, and passed if there are none. */
export const passedOrFailed = (
  reasons: readonly ReasonCode[],
  evidence: readonly number[],
  extras: ResultExtras = {},
): CheckResult => (reasons.length > 0 ? failed(reasons, evidence, extras) : passed(evidence, extras));

/** Reasons, and the position of the evidence in which they were found. */
export type IndexedReasons = { readonly index: number; readonly reasons: readonly ReasonCode[] };

/**
 * Fails the result of the newest evidence by findings of the same attempt that a newer piece of evidence does not take
 * back.
 */
export const addFailures = (
  result: CheckResult,
  findings: readonly IndexedReasons[],
  extras: ResultExtras,
): CheckResult => (findings.length === 0 ? result : { ...addReasons(result, findings, extras), status: 'failed' });

/** Adds the reasons of other findings to a result. The status of the result stays as it is. */
export const addReasons = (
  result: CheckResult,
  findings: readonly IndexedReasons[],
  extras: ResultExtras,
): CheckResult =>
  findings.length === 0
    ? result
    : {
        ...result,
        ...extras,
        reasons: [...new Set([...result.reasons, ...findings.flatMap(({ reasons }) => reasons)])],
        evidence: [...new Set([...result.evidence, ...evidenceIndexes(...findings)])],
      };

/** The result is unavailable because the provider gave no answer. The reason is that of the newest failure. */
export const unavailableAfterFailure = (
  failures: readonly { readonly index: number; readonly value: { readonly reason: ReasonCode } }[],
): CheckResult => {
  const newest = failures.at(-1);
  return unavailableBecause(newest ? [newest.value.reason] : [], evidenceIndexes(newest ?? null));
};

/** A detail that a provider gave. */
export const providerDetail = (
  name: string,
  value: string | number | boolean | null,
  limit?: string | number,
): CheckDetail => ({
  kind: 'value',
  name,
  value,
  ...(limit !== undefined && { limit }),
  source: 'provider',
});

/** Whether a provider's score is on its scale of 0 to 100; anything else is no answer, and neither pass nor failure. */
export const isPercentage = (score: number | null): score is number => score !== null && score >= 0 && score <= 100;
