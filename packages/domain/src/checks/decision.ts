import type { Step } from '../kernel/steps.ts';
import type { PolicyRef } from '../policy/policy.ts';
import type { ReasonCode } from '../policy/reasons.ts';

/** The outcomes from the mildest to the most severe. Review is above retry, so that a suspect gets no feedback. */
export const outcomes = ['approve', 'retry', 'review', 'decline'] as const;
export type Outcome = (typeof outcomes)[number];

/**
 * The version of the code that decides. It is incremented when the same policy and evidence may lead to another
 * decision than before.
 */
export const decisionEngineVersion = 1;

/** A path that was not decided on, and why. */
export type PassedOver = { readonly path: string; readonly reasons: readonly ReasonCode[] };

/**
 * A decision that can be replayed: it names the policy version and the digest of exactly the evidence on which it is
 * based.
 */
export type Decision = {
  readonly outcome: Outcome;
  readonly reasons: readonly ReasonCode[];
  readonly policy: PolicyRef;
  /** The SHA-256 digest (lower-case hex) of the canonical JSON of the policy document. */
  readonly policyDigest: string;
  /** The `decisionEngineVersion` at that time. */
  readonly engine: number;
  /**
   * The SHA-256 digest (lower-case hex) of the canonical JSON (RFC 8785) of the evidence, the attempt and the requested
   * steps.
   */
  readonly evidenceDigest: string;
  /** The number of pieces of evidence. `decide` over that many first pieces gives this decision again. */
  readonly evidenceCount: number;
  readonly attempt: number;
  readonly askedSteps: readonly Step[] | null;
  readonly decidedBy: { readonly type: 'system' | 'reviewer'; readonly id: string };
  /** The sequence number of the ledger entry that holds this decision. */
  readonly seq: number;
  readonly at: string;
  /** The path that was decided on, of a policy with paths. */
  readonly path?: string;
  /** The paths of such a policy that were not. */
  readonly passedOver?: readonly PassedOver[];
};
