import type { Step } from '../profile/steps.ts';
import type { PolicyRef } from './policy.ts';
import type { ReasonCode } from './reasons.ts';

/** From the mildest to the gravest. Review stands above retry: a suspect gets no feedback. */
export const outcomes = ['approve', 'retry', 'review', 'decline'] as const;
export type Outcome = (typeof outcomes)[number];

/**
 * Which code decided. It is counted up when the same policy and evidence may lead to another decision than before, and
 * with it the decisions in `test/fixtures/decisions`.
 */
export const decisionEngine = 2;

/** A verdict that can be run again: the policy version and the digest of exactly the evidence that it saw. */
export type Decision = {
  readonly outcome: Outcome;
  readonly reasons: readonly ReasonCode[];
  readonly policy: PolicyRef;
  /** SHA-256, lower-case hex, over the canonical JSON of the policy document; absent in decisions of before it was kept. */
  readonly policyDigest?: string;
  /** The `decisionEngine` of that time; absent in decisions of before it was kept. */
  readonly engine?: number;
  /** SHA-256, lower-case hex, over the canonical JSON (RFC 8785) of what was decided upon. */
  readonly evidenceDigest: string;
  /** How many pieces of evidence there were: `decide` over that many first ones gives this decision again. */
  readonly evidenceCount: number;
  readonly attempt: number;
  readonly askedSteps: readonly Step[] | null;
  readonly decidedBy: { readonly type: 'system' | 'reviewer'; readonly id: string };
  /** The ledger entry in which it stands. */
  readonly seq: number;
  readonly at: string;
};
