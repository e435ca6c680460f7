import type { Decision } from '../checks/decision.ts';
import type { Check } from '../checks/shared/check.ts';
import { canonicalJson } from '../kernel/hash.ts';
import type { Status } from '../kernel/status.ts';
import type { ReasonCode } from '../policy/reasons.ts';

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

/** A decision as it is recorded in the profile's ledger. The newest one is also on the profile. */
export type RecordedDecision = Decision & {
  readonly checks: readonly RecordedCheck[];
  /** The resulting status of the profile, and the reasons of that status. */
  readonly status: Status;
  readonly statusReasons: readonly ReasonCode[];
  /** The reason that a reviewer gave; `null` for decisions of the system. */
  readonly review: { readonly reason: string; readonly note: string | null } | null;
};

/** Whether a decision on the profile is the same as the one in the ledger. */
export const isSameDecision = (decision: Decision, recorded: RecordedDecision): boolean => {
  const { checks: _, status: __, statusReasons: ___, review: ____, ...fields } = recorded;
  return canonicalJson(decision) === canonicalJson(fields);
};
