import type { Evidence } from '../../evidence/evidence.ts';
import type { CaseFile } from '../../evidence/in-force.ts';
import type { ProfileId } from '../../ids.ts';
import { canonicalJson } from '../../ledger/digest.ts';
import { decide, evidenceDigest, policyDigest, type Verdict } from '../decide.ts';
import { decisionEngine } from '../decision.ts';
import type { Policy } from '../policy.ts';
import { type Basis, type Recorded, recordedCheck } from './recorded.ts';

export const mismatches = ['policy_changed', 'evidence_changed', 'engine', 'differs'] as const;
/**
 * Why a replay does not reproduce a decision. The policy is missing or is another document (`policy_changed`), the
 * evidence is not that of the decision (`evidence_changed`), or the same policy and evidence give another verdict: with
 * the version of the code that made the decision (`differs`), or with another version (`engine`).
 */
export type Mismatch = (typeof mismatches)[number];

/** A replayed decision: with the verdict if it is reproduced, or with the parts that differ. */
export type Replay =
  | { readonly reproduced: true; readonly verdict: Verdict; readonly file: CaseFile; readonly policy: Policy }
  | { readonly reproduced: false; readonly why: Mismatch; readonly differing: readonly DecisionPart[] };

/** The parts of a decision that can differ. */
export type DecisionPart = 'policy' | 'evidence' | 'outcome' | 'reasons' | 'checks';

type Subject = { readonly id: ProfileId; readonly evidence: readonly Evidence[] };

/**
 * The decision input at the time of the decision; `null` if the evidence no longer matches. Evidence is only appended,
 * so its first pieces are taken.
 */
export const fileThen = ({ id, evidence }: Subject, basis: Basis | null): CaseFile | null => {
  if (!basis || evidence.length < basis.evidenceCount) return null;
  const { attempt, askedSteps, evidenceCount } = basis;
  const file = { profileId: id, evidence: evidence.slice(0, evidenceCount), attempt, askedSteps };
  return evidenceDigest(file) === basis.evidenceDigest ? file : null;
};

const same = (one: unknown, other: unknown): boolean => canonicalJson(one) === canonicalJson(other);

/**
 * Compares a verdict with the recorded decision. The outcome and reasons of a reviewer are not computed, so only the
 * checks are compared.
 */
const differingParts = (
  verdict: Verdict,
  { checks, decidedBy, outcome, reasons }: Recorded,
): readonly DecisionPart[] => {
  const bySystem = decidedBy.type === 'system';
  return [
    ...(bySystem && verdict.outcome !== outcome ? ['outcome' as const] : []),
    ...(bySystem && !same(verdict.reasons, reasons) ? ['reasons' as const] : []),
    ...(checks !== null && !same(verdict.checks.map(recordedCheck), checks) ? ['checks' as const] : []),
  ];
};

const failed = (why: Mismatch, ...differing: readonly DecisionPart[]): Replay => ({
  reproduced: false,
  why,
  differing,
});

/**
 * Replays a recorded decision. `policy` is the document that has the recorded id and version now, or `null` if there is
 * none.
 */
export const replay = (policy: Policy | null, subject: Subject, recorded: Recorded): Replay => {
  const { basis, engine, policyDigest: known } = recorded;
  const file = fileThen(subject, basis);
  if (!file) return failed('evidence_changed', 'evidence');
  if (!policy || (known !== null && policyDigest(policy) !== known)) return failed('policy_changed', 'policy');
  const verdict = decide(policy, file, recorded.at);
  const differing = differingParts(verdict, recorded);
  if (differing.length === 0) return { reproduced: true, verdict, file, policy };
  return failed(engine === decisionEngine ? 'differs' : 'engine', ...differing);
};
