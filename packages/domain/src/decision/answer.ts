import type { DocumentFacts } from '../evidence/document-facts.ts';
import type { InForce } from '../evidence/in-force.ts';
import type { Check, Sight } from './checks.ts';
import type { Policy } from './policy.ts';
import type { ReasonCode } from './reasons.ts';

/** Everything that a check may look at. `now` is an ISO 8601 timestamp. */
export type CheckInput = {
  readonly policy: Policy;
  readonly inForce: InForce;
  readonly facts: DocumentFacts | null;
  readonly profileId: string;
  readonly now: string;
};

/**
 * The result of a check before the requirement of the policy is added, together with the details that the check looked
 * at.
 */
export type Answer = Omit<Check, 'name' | 'requirement' | 'observed_at'> & {
  readonly saw?: readonly Sight[];
  /**
   * The reasons that nothing proves. They rest on the output of a document reader alone, or on a field of a
   * machine-readable zone whose check digits fail or that another source contradicts. Such a reason leads to a review
   * at most, whatever action the policy gives it.
   */
  readonly unproven?: readonly ReasonCode[];
};

type Extras = Pick<Answer, 'score' | 'threshold' | 'source' | 'saw' | 'unproven'>;

export const passed = (
  evidence: readonly number[],
  extras: Extras = {},
  noted: readonly ReasonCode[] = [],
): Answer => ({
  status: 'passed',
  reasons: noted,
  evidence,
  ...extras,
});

export const failed = (reasons: readonly ReasonCode[], evidence: readonly number[], extras: Extras = {}): Answer => ({
  status: 'failed',
  reasons,
  evidence,
  ...extras,
});

export const unavailableFor = (reasons: readonly ReasonCode[], evidence: readonly number[] = []): Answer => ({
  status: 'unavailable',
  reasons,
  evidence,
});

export const notApplicable: Answer = { status: 'not_applicable', reasons: [], evidence: [] };

/** Returns the positions of those pieces of evidence that are present. */
export const placesOf = (...placed: readonly ({ readonly at: number } | null)[]): readonly number[] =>
  placed.flatMap((one) => (one ? [one.at] : []));

/** The result is failed if there are reasons, and passed if there are none. */
export const judged = (reasons: readonly ReasonCode[], evidence: readonly number[], extras: Extras = {}): Answer =>
  reasons.length > 0 ? failed(reasons, evidence, extras) : passed(evidence, extras);

/** Reasons, and the position of the evidence in which they were found. */
export type Seen = { readonly at: number; readonly reasons: readonly ReasonCode[] };

/**
 * Fails the result of the newest evidence by findings of the same attempt that a newer piece of evidence does not take
 * back.
 */
export const failedBy = (answer: Answer, seen: readonly Seen[], extras: Extras): Answer =>
  seen.length === 0 ? answer : { ...besides(answer, seen, extras), status: 'failed' };

/** Adds the reasons of other findings to a result. The status of the result stays as it is. */
export const besides = (answer: Answer, seen: readonly Seen[], extras: Extras): Answer =>
  seen.length === 0
    ? answer
    : {
        ...answer,
        ...extras,
        reasons: [...new Set([...answer.reasons, ...seen.flatMap(({ reasons }) => reasons)])],
        evidence: [...new Set([...answer.evidence, ...placesOf(...seen)])],
      };

/** The result is unavailable because the provider gave no answer. The reason is that of the newest failure. */
export const unanswered = (
  failures: readonly { readonly at: number; readonly item: { readonly reason: ReasonCode } }[],
): Answer => {
  const newest = failures.at(-1);
  return unavailableFor(newest ? [newest.item.reason] : [], placesOf(newest ?? null));
};
