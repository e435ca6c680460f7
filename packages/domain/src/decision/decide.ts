import { documentFacts } from '../evidence/document-facts.ts';
import { type CaseFile, inForce } from '../evidence/in-force.ts';
import { digestOf } from '../ledger/digest.ts';
import type { Answer, CheckInput } from './answer.ts';
import { type Check, type CheckName, checkNames } from './checks.ts';
import type { Outcome } from './decision.ts';
import { device } from './device-check.ts';
import * as document from './document-checks.ts';
import { isOutage, outcomeOfOutage } from './outages.ts';
import { faceMatch, liveness } from './person-checks.ts';
import type { Policy } from './policy.ts';
import { defaultAction, type ReasonAction, type ReasonCode } from './reasons.ts';

/** Questions that no code answers yet; a policy that requires one of them approves nobody. */
const unasked = (): Answer => ({ status: 'not_applicable', reasons: [], evidence: [] });

const questions: Readonly<Record<CheckName, (input: CheckInput) => Answer>> = {
  document_quality: document.documentQuality,
  document_type: document.documentType,
  document_mrz: document.documentMrz,
  document_barcode: unasked,
  document_consistency: document.documentConsistency,
  document_expiry: document.documentExpiry,
  document_age: document.documentAge,
  document_authenticity: document.documentAuthenticity,
  claimed_data: document.claimedData,
  liveness,
  face_match: faceMatch,
  device,
  duplicates: unasked,
  velocity: unasked,
};

/** From the mildest to the gravest; `decide` takes the gravest. Review stands above retry: a suspect gets no feedback. */
const gravity: readonly Outcome[] = ['approve', 'retry', 'review', 'decline'];

const graver = (one: Outcome, other: Outcome): Outcome =>
  gravity.indexOf(one) >= gravity.indexOf(other) ? one : other;

const outcomeOf: Readonly<Record<ReasonAction, Outcome>> = {
  retry: 'retry',
  review: 'review',
  decline: 'decline',
  wait: 'review',
  info: 'approve',
  explain: 'approve',
};

/** What a reason of a check leads to. Words of a document AI alone are capped at review. */
const effectOf = (check: Check, reason: ReasonCode, policy: Policy): Outcome => {
  const outcome = outcomeOf[policy.actions[reason] ?? defaultAction(reason)];
  // A provider that is out is not the person's doing: no policy makes it a retry, and none lets it pass.
  if (isOutage(reason)) return graver(outcomeOfOutage(check.requirement), outcome);
  // What was never supplied, or never asked about, is no reason against somebody who did not have to supply it.
  if (check.requirement === 'optional' && check.status === 'unavailable') return 'approve';
  const byReader = check.source === 'ai' || check.source === 'image';
  return byReader && outcome === 'decline' ? 'review' : outcome;
};

/** Answers every check that the policy names. */
export const runChecks = (policy: Policy, file: CaseFile, profileId: string, now: string): readonly Check[] => {
  const selected = inForce(file);
  const facts = selected.reading ? documentFacts(selected.reading.item) : null;
  const input: CheckInput = { policy, inForce: selected, facts, profileId, now };
  return checkNames.flatMap((name) => {
    const requirement = policy.checks[name];
    return requirement ? [{ name, requirement, observed_at: now, ...questions[name](input) }] : [];
  });
};

export type Verdict = {
  readonly outcome: Outcome;
  /** Every reason, in the order of the checks; those that only inform included. */
  readonly reasons: readonly ReasonCode[];
  /** The reasons that led to the outcome. */
  readonly deciding: readonly ReasonCode[];
  readonly checks: readonly Check[];
};

type Effect = { readonly reason: ReasonCode; readonly effect: Outcome };

const effectsOf = (check: Check, policy: Policy): readonly Effect[] =>
  check.reasons.map((reason) => ({ reason, effect: effectOf(check, reason, policy) }));

/** A required check that has not passed, and none of whose reasons stands against an approval, is a reason of its own. */
const incomplete = (checks: readonly Check[], policy: Policy): readonly Effect[] =>
  checks.some(
    (check) =>
      check.requirement === 'required' &&
      check.status !== 'passed' &&
      effectsOf(check, policy).every(({ effect }) => effect === 'approve'),
  )
    ? [{ reason: 'checks_incomplete', effect: 'review' }]
    : [];

const reasonsOf = (effects: readonly Effect[]): readonly ReasonCode[] => [
  ...new Set(effects.map(({ reason }) => reason)),
];

/**
 * The verdict: pure, so that the same policy, evidence and time give the same verdict for ever. It approves only
 * when every required check has passed.
 */
export const decide = (policy: Policy, file: CaseFile, profileId: string, now: string): Verdict => {
  const checks = runChecks(policy, file, profileId, now);
  const effects = [...checks.flatMap((check) => effectsOf(check, policy)), ...incomplete(checks, policy)];
  const outcome = effects.reduce<Outcome>((gravest, { effect }) => graver(gravest, effect), 'approve');
  const deciding = effects.filter(({ effect }) => effect === outcome && outcome !== 'approve');
  return { outcome, reasons: reasonsOf(effects), deciding: reasonsOf(deciding), checks };
};

/** What identifies the evidence that a verdict saw. */
export const evidenceDigest = (file: CaseFile): string =>
  digestOf({ evidence: file.evidence, attempt: file.attempt, asked_steps: file.askedSteps });
