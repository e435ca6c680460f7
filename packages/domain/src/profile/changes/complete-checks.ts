import { documentFacts, machineRead } from '@portcullis/documents';
import { decide, evidenceDigest, policyDigest, type Verdict } from '../../checks/decide.ts';
import { type Decision, decisionEngineVersion } from '../../checks/decision.ts';
import { qualityReasonsBySide } from '../../checks/document-quality.ts';
import type { Check } from '../../checks/shared/check.ts';
import { type CurrentEvidence, currentEvidence } from '../../evidence/current-evidence.ts';
import { addDays } from '../../kernel/dates.ts';
import type { InvalidTransition } from '../../kernel/errors.ts';
import type { Either } from '../../kernel/fp.ts';
import type { Step } from '../../kernel/steps.ts';
import type { Actor, Json } from '../../ledger/entry.ts';
import type { Policy } from '../../policy/policy.ts';
import { isFreeRetry, type ReasonCode } from '../../policy/reasons.ts';
import { nextSeq, type ProfileDraft, patch, transition } from '../draft.ts';
import { type RecordedCheck, recordedCheck } from '../recorded-decision.ts';
import { decisionInput, stepsFor } from '../requirements.ts';

/**
 * When an approval ends: after the policy's days, or with the last day on which the document is accepted. A reviewer
 * who approves a document that has already expired approves it for the policy's days.
 */
const approvalEnd = (policy: Policy, selected: CurrentEvidence, now: string): string => {
  const byPolicy = new Date(Date.parse(now) + policy.approvalDays * 86_400_000).toISOString();
  const expires = selected.reading
    ? machineRead(documentFacts(selected.reading.value))?.fields.date_of_expiry
    : undefined;
  if (!expires) return byPolicy;
  const byDocument = `${addDays(expires, policy.documents.expiryGraceDays + 1)}T00:00:00.000Z`;
  return now < byDocument && byDocument < byPolicy ? byDocument : byPolicy;
};

/** Makes a decision on the profile's present evidence. */
export const makeDecision = (
  draft: ProfileDraft,
  outcome: Decision['outcome'],
  reasons: readonly ReasonCode[],
  decidedBy: Decision['decidedBy'],
  { passedOver, path }: Pick<Verdict, 'passedOver' | 'path'>,
): Decision => ({
  outcome,
  reasons,
  policy: { id: draft.policy.id, version: draft.policy.version },
  policyDigest: policyDigest(draft.policy),
  engine: decisionEngineVersion,
  evidenceDigest: evidenceDigest(decisionInput(draft.profile)),
  evidenceCount: draft.profile.evidence.length,
  attempt: draft.profile.attempt.number,
  askedSteps: draft.profile.askedSteps,
  decidedBy,
  seq: nextSeq(draft),
  at: draft.now,
  ...(path !== undefined && { path }),
  ...(passedOver && { passedOver }),
});

/**
 * The steps that belong to some that are asked for. The front of a two-sided document brings its back: an old back does
 * not belong to a new front. After a refusal of consent it is asked for first, because nothing is taken without it.
 */
export const withRelatedSteps = (steps: readonly Step[], { back, consent }: CurrentEvidence): readonly Step[] => {
  const refused: readonly Step[] = consent?.value.granted === false ? ['consent'] : [];
  const other: readonly Step[] = back && steps.includes('document_front') ? ['document_back'] : [];
  return [...new Set([...refused, ...steps, ...other])];
};

/**
 * The steps that must be done again: those that the reasons ask for. Two sides in one picture, which came alone, may
 * come alone again: a required back would keep everybody waiting.
 */
const stepsToRepeat = (reasons: readonly ReasonCode[], policy: Policy, selected: CurrentEvidence): readonly Step[] => {
  const bySide = qualityReasonsBySide(policy, selected);
  const isAlone = (reason: ReasonCode): boolean => reason === 'document_sides_together' && selected.back === null;
  return withRelatedSteps(
    reasons.flatMap((reason) => (isAlone(reason) ? ['document_front'] : stepsFor(reason, bySide))),
    selected,
  );
};

/** Settles the profile as approved, from now until the approval ends. */
export const approveProfile = (draft: ProfileDraft, decision: Decision): ProfileDraft =>
  patch(draft, {
    decision,
    decidedAt: draft.now,
    lapsesAt: approvalEnd(draft.policy, currentEvidence(decisionInput(draft.profile)), draft.now),
  });

const systemDecider = (actor: Actor): Decision['decidedBy'] => ({ type: 'system', id: actor.id });

/** The facts of a decision in the ledger: the hashed part, and what is erased. */
type DecisionFacts = {
  readonly data: { readonly [key: string]: Json };
  readonly personal: { readonly [key: string]: Json };
};

/**
 * A decision as it is recorded in the ledger: all that is needed to make it again from the evidence. The scores of its
 * checks were measured of the person, and are in the part that is erased.
 */
export const decisionLedgerFacts = (decision: Decision, checks: readonly Check[]): DecisionFacts => {
  const recorded = checks.map(recordedCheck);
  const scores = recorded.flatMap(({ name, score }) => (score === undefined ? [] : [[name, score] as const]));
  return {
    data: decisionLedgerData(decision, recorded),
    personal: scores.length === 0 ? {} : { scores: Object.fromEntries(scores) },
  };
};

const decisionLedgerData = (decision: Decision, checks: readonly RecordedCheck[]): DecisionFacts['data'] => ({
  outcome: decision.outcome,
  decision_reasons: decision.reasons,
  policy: { id: decision.policy.id, version: decision.policy.version },
  policy_digest: decision.policyDigest,
  engine: decision.engine,
  evidence_digest: decision.evidenceDigest,
  evidence_count: decision.evidenceCount,
  attempt: decision.attempt,
  asked_steps: decision.askedSteps,
  ...(decision.path !== undefined && { path: decision.path }),
  ...(decision.passedOver && { passed_over: decision.passedOver.map(({ path, reasons }) => ({ path, reasons })) }),
  checks: checks.map(({ score: _, ...check }) => check),
});

const applyRetry = (draft: ProfileDraft, decided: ProfileDraft, verdict: Verdict, facts: DecisionFacts) => {
  const { attempt } = draft.profile;
  const usesAttempt = verdict.deciding.some((reason) => !isFreeRetry(reason));
  if (usesAttempt && attempt.number >= attempt.max) {
    if (verdict.whenExhausted.length > 0) {
      const forReview = [...new Set([...verdict.deciding, ...verdict.whenExhausted])];
      return transition(decided, 'checks_completed', 'in_review', { reasons: forReview, ...facts });
    }
    const reasons: readonly ReasonCode[] = [...verdict.deciding, 'policy_attempts_exhausted'];
    return transition(patch(decided, { decidedAt: draft.now }), 'checks_completed', 'declined', { reasons, ...facts });
  }
  const selected = currentEvidence(decisionInput(draft.profile));
  const next = patch(decided, {
    attempt: { ...attempt, number: usesAttempt ? attempt.number + 1 : attempt.number },
    askedSteps: stepsToRepeat(verdict.deciding, draft.policy, selected),
  });
  return transition(next, 'checks_completed', 'requires_input', { reasons: verdict.deciding, ...facts });
};

/** Judges a profile that is being processed, and moves it to the status that the verdict leads to. */
export const completeChecks = (draft: ProfileDraft): Either<InvalidTransition, ProfileDraft> => {
  const verdict = decide(draft.policy, decisionInput(draft.profile), draft.now);
  const decision = makeDecision(draft, verdict.outcome, verdict.reasons, systemDecider(draft.actor), verdict);
  const facts = decisionLedgerFacts(decision, verdict.checks);
  const decided = patch(draft, { checks: verdict.checks, decision, processingEndsAt: null });
  switch (verdict.outcome) {
    case 'approve':
      return transition(approveProfile(decided, decision), 'checks_completed', 'approved', facts);
    case 'retry':
      return applyRetry(draft, decided, verdict, facts);
    case 'review':
      return transition(decided, 'checks_completed', 'in_review', { reasons: verdict.deciding, ...facts });
    case 'decline':
      return transition(patch(decided, { decidedAt: draft.now }), 'checks_completed', 'declined', {
        reasons: verdict.deciding,
        ...facts,
      });
  }
};
