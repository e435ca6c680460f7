import type { DocumentFacts } from '../evidence/document-facts.ts';
import type { InForce } from '../evidence/in-force.ts';
import type { Check, Sight } from './checks.ts';
import type { Policy } from './policy.ts';
import type { ReasonCode } from './reasons.ts';

/** Everything a check may look at. `now` is ISO 8601. */
export type CheckInput = {
  readonly policy: Policy;
  readonly inForce: InForce;
  readonly facts: DocumentFacts | null;
  readonly profileId: string;
  readonly now: string;
};

/** The answer of a check, before it is known whether the policy requires it, and what it looked at. */
export type Answer = Omit<Check, 'name' | 'requirement' | 'observed_at'> & {
  readonly saw?: readonly Sight[];
  /**
   * Reasons of it that nothing proves: they rest on the words of a reader of print alone, or on a field of a zone that
   * fails its digits or that another source contradicts. They lead to a review at most, whatever the policy makes of them.
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

/** The positions of evidence that is there. */
export const placesOf = (...placed: readonly ({ readonly at: number } | null)[]): readonly number[] =>
  placed.flatMap((one) => (one ? [one.at] : []));

/** Failed when there are reasons, passed when there are none. */
export const judged = (reasons: readonly ReasonCode[], evidence: readonly number[], extras: Extras = {}): Answer =>
  reasons.length > 0 ? failed(reasons, evidence, extras) : passed(evidence, extras);

/** Reasons and where they were seen. */
export type Seen = { readonly at: number; readonly reasons: readonly ReasonCode[] };

/** An answer from the newest evidence, failed by what was seen in this attempt and is not taken back by trying again. */
export const failedBy = (answer: Answer, seen: readonly Seen[], extras: Extras): Answer =>
  seen.length === 0 ? answer : { ...besides(answer, seen, extras), status: 'failed' };

/** An answer with what else was seen; its status stands. */
export const besides = (answer: Answer, seen: readonly Seen[], extras: Extras): Answer =>
  seen.length === 0
    ? answer
    : {
        ...answer,
        ...extras,
        reasons: [...new Set([...answer.reasons, ...seen.flatMap(({ reasons }) => reasons)])],
        evidence: [...new Set([...answer.evidence, ...placesOf(...seen)])],
      };

/** No answer, because the provider gave none: with why, the last time it was asked. */
export const unanswered = (
  failures: readonly { readonly at: number; readonly item: { readonly reason: ReasonCode } }[],
): Answer => {
  const newest = failures.at(-1);
  return unavailableFor(newest ? [newest.item.reason] : [], placesOf(newest ?? null));
};
