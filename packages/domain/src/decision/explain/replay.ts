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
 * Why a decision does not come out again: its policy is gone or another document, its evidence is not what was decided
 * upon, or the same policy and evidence give another verdict, to the code that made it (`differs`) or to this one (`engine`).
 */
export type Mismatch = (typeof mismatches)[number];

/** A decision made again: with the verdict where it is the same, or with what is not the same. */
export type Replay =
  | { readonly reproduced: true; readonly verdict: Verdict; readonly file: CaseFile; readonly policy: Policy }
  | { readonly reproduced: false; readonly why: Mismatch; readonly differing: readonly DecisionPart[] };

/** What of a decision can differ. */
export type DecisionPart = 'policy' | 'evidence' | 'outcome' | 'reasons' | 'checks';

type Subject = { readonly id: ProfileId; readonly evidence: readonly Evidence[] };

/** The evidence as it was when the decision was made; `null` where it is not that any more: nothing of it is ever removed. */
export const fileThen = ({ id, evidence }: Subject, basis: Basis | null): CaseFile | null => {
  if (!basis || evidence.length < basis.evidenceCount) return null;
  const { attempt, askedSteps, evidenceCount } = basis;
  const file = { profileId: id, evidence: evidence.slice(0, evidenceCount), attempt, askedSteps };
  return evidenceDigest(file) === basis.evidenceDigest ? file : null;
};

const same = (one: unknown, other: unknown): boolean => canonicalJson(one) === canonicalJson(other);

/** What a person decided is theirs: of such a decision the checks alone come out again. */
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

/** Makes a recorded decision again. `policy` is the document that stands under its name now, `null` where there is none. */
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
