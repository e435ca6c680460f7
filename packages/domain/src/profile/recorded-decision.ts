import type { Decision, Outcome } from '../checks/decision.ts';
import type { Check } from '../checks/shared/check.ts';
import { canonicalJson } from '../kernel/hash.ts';
import type { Status } from '../kernel/status.ts';
import type { Step } from '../kernel/steps.ts';
import type { PolicyRef } from '../policy/policy.ts';
import type { ReasonCode } from '../policy/reasons/reasons.ts';

/** A check as the ledger records it. */
export type RecordedCheck = Pick<
  Check,
  'name' | 'status' | 'requirement' | 'reasons' | 'score' | 'threshold' | 'challenge'
>;

/**
 * Selects what may be recorded of a check. The ledger is never erased, so the score of the age check, the person's age,
 * is left out.
 */
export const recordedCheck = ({
  name,
  status,
  requirement,
  reasons,
  score,
  threshold,
  challenge,
}: RecordedCheck): RecordedCheck => ({
  name,
  status,
  requirement,
  reasons,
  ...(score !== undefined && name !== 'document_age' && { score }),
  ...(threshold !== undefined && { threshold }),
  ...(challenge !== undefined && { challenge }),
});

/** The basis of a decision: the first pieces of the profile's evidence, the attempt, and the requested steps. */
export type DecisionBasis = {
  readonly evidenceDigest: string;
  readonly evidenceCount: number;
  readonly attempt: number;
  readonly askedSteps: readonly Step[] | null;
};

/** A decision as it is recorded in the profile's ledger. The newest one is also on the profile. */
export type RecordedDecision = {
  readonly seq: number;
  readonly at: string;
  readonly decidedBy: Decision['decidedBy'];
  readonly outcome: Outcome;
  readonly reasons: readonly ReasonCode[];
  readonly policy: PolicyRef;
  /** This field and `engine` are `null` in decisions from before they were recorded. */
  readonly policyDigest: string | null;
  readonly engine: number | null;
  /** This is `null` for reviews from before it was recorded. */
  readonly basis: DecisionBasis | null;
  readonly checks: readonly RecordedCheck[] | null;
  /** The resulting status of the profile, and the reasons of that status. */
  readonly status: Status;
  readonly statusReasons: readonly ReasonCode[];
  /** The reason that a reviewer gave; `null` for decisions of the system. */
  readonly review: { readonly reason: string; readonly note: string | null } | null;
};

/** Whether a decision on the profile is the same as the one in the ledger. */
export const isSameDecision = (decision: Decision, recorded: RecordedDecision): boolean => {
  const { basis, policyDigest, engine, at, decidedBy, outcome, policy, reasons, seq } = recorded;
  const { policyDigest: digest = null, engine: version = null, ...fields } = decision;
  return (
    digest === policyDigest &&
    version === engine &&
    canonicalJson(fields) ===
      canonicalJson({
        ...basis,
        at,
        decidedBy,
        outcome,
        policy,
        reasons,
        seq,
      })
  );
};
