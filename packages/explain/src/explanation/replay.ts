import { decide, type Evidence, type Policy, type ProfileId, type Verdict } from '@portcullis/domain';
import { decisionEngineVersion, evidenceDigest, policyDigest } from '@portcullis/domain/checks';
import type { DecisionInput } from '@portcullis/domain/evidence';
import { canonicalJson } from '@portcullis/domain/kernel';
import { type RecordedDecision, recordedCheck } from '@portcullis/domain/profile';

export const replayMismatches = ['policy_changed', 'evidence_changed', 'engine', 'differs'] as const;
/**
 * Why a replay does not reproduce a decision. The policy is missing or is another document (`policy_changed`), the
 * evidence is not that of the decision (`evidence_changed`), or the same policy and evidence give another verdict: with
 * the version of the code that made the decision (`differs`), or with another version (`engine`).
 */
export type ReplayMismatch = (typeof replayMismatches)[number];

/** A replayed decision: with the verdict if it is reproduced, or with the parts that differ. */
export type Replay =
  | { readonly reproduced: true; readonly verdict: Verdict; readonly input: DecisionInput; readonly policy: Policy }
  | { readonly reproduced: false; readonly mismatch: ReplayMismatch; readonly differing: readonly DecisionPart[] };

/** The parts of a decision that can differ. */
export type DecisionPart = 'policy' | 'evidence' | 'outcome' | 'path' | 'reasons' | 'checks';

type Subject = { readonly id: ProfileId; readonly salt: string; readonly evidence: readonly Evidence[] };

/**
 * The decision input at the time of the decision; `null` if the evidence no longer matches. Evidence is only appended,
 * so its first pieces are taken.
 */
export const inputAtDecision = ({ id, evidence, salt }: Subject, recorded: RecordedDecision): DecisionInput | null => {
  const { attempt, askedSteps, evidenceCount } = recorded;
  if (evidence.length < evidenceCount) return null;
  const first = evidence.slice(0, evidenceCount);
  const input = { profileId: id, samplingKey: salt, evidence: first, attempt, askedSteps };
  return evidenceDigest(input) === recorded.evidenceDigest ? input : null;
};

const isSameJson = (one: unknown, other: unknown): boolean => canonicalJson(one) === canonicalJson(other);

type PathsOfDecision = Pick<RecordedDecision, 'passedOver' | 'path'>;

/** A decision on a policy without paths names none. */
const pathsIn = ({ passedOver = [], path }: PathsOfDecision): unknown => [path ?? null, passedOver];

/**
 * Compares a verdict with the recorded decision. The outcome and reasons of a reviewer are not computed, so only the
 * path and the checks are compared.
 */
const differingParts = (verdict: Verdict, recorded: RecordedDecision): readonly DecisionPart[] => {
  const { checks, decidedBy, outcome, reasons } = recorded;
  const bySystem = decidedBy.type === 'system';
  return [
    ...(bySystem && verdict.outcome !== outcome ? ['outcome' as const] : []),
    ...(bySystem && !isSameJson(verdict.reasons, reasons) ? ['reasons' as const] : []),
    ...(!isSameJson(pathsIn(verdict), pathsIn(recorded)) ? ['path' as const] : []),
    ...(!isSameJson(verdict.checks.map(recordedCheck), checks) ? ['checks' as const] : []),
  ];
};

const notReproduced = (mismatch: ReplayMismatch, ...differing: readonly DecisionPart[]): Replay => ({
  reproduced: false,
  mismatch,
  differing,
});

/**
 * Replays a recorded decision. `policy` is the document that has the recorded id and version now, or `null` if there is
 * none.
 */
export const replay = (policy: Policy | null, subject: Subject, recorded: RecordedDecision): Replay => {
  const input = inputAtDecision(subject, recorded);
  if (!input) return notReproduced('evidence_changed', 'evidence');
  if (!policy || policyDigest(policy) !== recorded.policyDigest) return notReproduced('policy_changed', 'policy');
  const verdict = decide(policy, input, recorded.at);
  const differing = differingParts(verdict, recorded);
  if (differing.length === 0) return { reproduced: true, verdict, input, policy };
  return notReproduced(recorded.engine === decisionEngineVersion ? 'differs' : 'engine', ...differing);
};
