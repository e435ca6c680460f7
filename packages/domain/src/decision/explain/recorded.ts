import { canonicalJson } from '../../ledger/digest.ts';
import type { Status } from '../../profile/profile.ts';
import type { Step } from '../../profile/steps.ts';
import type { Check } from '../checks.ts';
import type { Decision, Outcome } from '../decision.ts';
import type { PolicyRef } from '../policy.ts';
import type { ReasonCode } from '../reasons.ts';

/** A check as the ledger keeps it. */
export type RecordedCheck = Pick<Check, 'name' | 'status' | 'requirement' | 'reasons' | 'score' | 'threshold'>;

/** What of a check may stand where nothing can ever be erased: the score of the age check is the person's age. */
export const recordedCheck = ({
  name,
  status,
  requirement,
  reasons,
  score,
  threshold,
}: RecordedCheck): RecordedCheck => ({
  name,
  status,
  requirement,
  reasons,
  ...(score !== undefined && name !== 'document_age' && { score }),
  ...(threshold !== undefined && { threshold }),
});

/** From what a decision was made: the first pieces of the profile's evidence, and where the person was with them. */
export type Basis = {
  readonly evidenceDigest: string;
  readonly evidenceCount: number;
  readonly attempt: number;
  readonly askedSteps: readonly Step[] | null;
};

/** A decision as it is on record, in the profile's ledger and, for the newest one, on the profile. */
export type Recorded = {
  readonly seq: number;
  readonly at: string;
  readonly decidedBy: Decision['decidedBy'];
  readonly outcome: Outcome;
  readonly reasons: readonly ReasonCode[];
  readonly policy: PolicyRef;
  /** This and the engine are `null` in decisions of before they were kept. */
  readonly policyDigest: string | null;
  readonly engine: number | null;
  /** `null` for reviews of before it was kept. */
  readonly basis: Basis | null;
  readonly checks: readonly RecordedCheck[] | null;
  /** Where it led, and the reasons that the profile's status had from it. */
  readonly status: Status;
  readonly statusReasons: readonly ReasonCode[];
  /** What a reviewer gave as their reason; `null` for the system's own decisions. */
  readonly review: { readonly reason: string; readonly note: string | null } | null;
};

/** Whether a profile says the same of a decision as its ledger. */
export const isSameAs = (decision: Decision, recorded: Recorded): boolean => {
  const { basis, policyDigest, engine, at, decidedBy, outcome, policy, reasons, seq } = recorded;
  const { policyDigest: digest = null, engine: made = null, ...said } = decision;
  return (
    digest === policyDigest &&
    made === engine &&
    canonicalJson(said) === canonicalJson({ ...basis, at, decidedBy, outcome, policy, reasons, seq })
  );
};
