import { documentFacts } from '../evidence/document-facts.ts';
import { type CaseFile, inForce } from '../evidence/in-force.ts';
import { digestOf } from '../ledger/digest.ts';
import type { Answer, CheckInput } from './answer.ts';
import { type Check, type CheckName, checkNames, type Sight } from './checks.ts';
import { type Outcome, outcomes } from './decision.ts';
import { device } from './device-check.ts';
import { documentType } from './document/allowed.ts';
import { documentAuthenticity } from './document/authenticity.ts';
import { documentBarcode } from './document/barcode.ts';
import { claimedData } from './document/claimed.ts';
import { documentConsistency } from './document/consistency.ts';
import { documentAge, documentExpiry } from './document/dates.ts';
import { documentQuality } from './document/quality.ts';
import { neverProven } from './document/unproven.ts';
import { documentMrz } from './document/zone.ts';
import { duplicates } from './history/duplicates.ts';
import { velocity } from './history/velocity.ts';
import { isOutage, outcomeOfOutage } from './outages.ts';
import { faceMatch, liveness } from './person-checks.ts';
import type { Policy } from './policy.ts';
import { defaultAction, type ReasonAction, type ReasonCode } from './reasons.ts';

const questions: Readonly<Record<CheckName, (input: CheckInput) => Answer>> = {
  document_quality: documentQuality,
  document_type: documentType,
  document_mrz: documentMrz,
  document_barcode: documentBarcode,
  document_consistency: documentConsistency,
  document_expiry: documentExpiry,
  document_age: documentAge,
  document_authenticity: documentAuthenticity,
  claimed_data: claimedData,
  liveness,
  face_match: faceMatch,
  device,
  duplicates,
  velocity,
};

/** `decide` takes the gravest. */
const graver = (one: Outcome, other: Outcome): Outcome =>
  outcomes.indexOf(one) >= outcomes.indexOf(other) ? one : other;

const outcomeOf: Readonly<Record<ReasonAction, Outcome>> = {
  retry: 'retry',
  review: 'review',
  decline: 'decline',
  wait: 'review',
  info: 'approve',
  explain: 'approve',
};

/**
 * Whether a person looks at an approval of this profile all the same. By its id alone, so that trying again draws nothing
 * new; and nothing is drawn where none is wanted, as a digest takes as long as several checks.
 */
export const isSampled = ({ sampling }: Policy, profileId: string): boolean =>
  sampling > 0 && Number.parseInt(digestOf({ sampled: profileId }).slice(0, 8), 16) / 0x1_0000_0000 < sampling;

const sampled = (policy: Policy, { profileId }: CaseFile): readonly Effect[] =>
  isSampled(policy, profileId) ? [{ check: null, reason: 'policy_sampled', action: 'review', effect: 'review' }] : [];

/** A check, what it looked at, and which of its reasons nothing proves. */
type Examined = { readonly check: Check; readonly saw: readonly Sight[]; readonly unproven: readonly ReasonCode[] };

/** What a reason of a check leads to. What nothing proves, and words of a document AI alone, are capped at review. */
const effectOf = ({ check, unproven }: Examined, reason: ReasonCode, policy: Policy): Outcome => {
  const outcome = outcomeOf[policy.actions[reason] ?? defaultAction(reason)];
  // A provider that is out is not the person's doing: no policy makes it a retry, and none lets it pass.
  if (isOutage(reason)) return graver(outcomeOfOutage(check.requirement), outcome);
  // What was never supplied, or never asked about, is no reason against somebody who did not have to supply it.
  if (check.requirement === 'optional' && check.status === 'unavailable') return 'approve';
  const isUnproven = neverProven.includes(reason) || unproven.includes(reason);
  const isCapped = check.source === 'ai' || check.source === 'image' || isUnproven;
  return isCapped && outcome === 'decline' ? 'review' : outcome;
};

/** Answers every check that the policy names, and says what it looked at. */
const examine = (policy: Policy, file: CaseFile, now: string): readonly Examined[] => {
  const selected = inForce(file);
  const facts = selected.reading ? documentFacts(selected.reading.item) : null;
  const input: CheckInput = { policy, inForce: selected, facts, profileId: file.profileId, now };
  return checkNames.flatMap((name) => {
    const requirement = policy.checks[name];
    if (!requirement) return [];
    const { saw = [], unproven = [], ...answer } = questions[name](input);
    return [{ check: { name, requirement, observed_at: now, ...answer }, saw, unproven }];
  });
};

/** Answers every check that the policy names. */
export const runChecks = (policy: Policy, file: CaseFile, now: string): readonly Check[] =>
  examine(policy, file, now).map(({ check }) => check);

/** What one reason adds to a verdict. `check` is `null` for what the decision itself says. */
export type Contribution = {
  readonly check: CheckName | null;
  readonly reason: ReasonCode;
  /** The action of the reason under this policy. */
  readonly action: ReasonAction;
  /** What it leads to; less than its action, where a rule caps it. */
  readonly effect: Outcome;
  /** Whether it is one of those that led to the outcome. */
  readonly decides: boolean;
};

export type Verdict = {
  readonly outcome: Outcome;
  /** Every reason, in the order of the checks; those that only inform included. */
  readonly reasons: readonly ReasonCode[];
  /** The reasons that led to the outcome. */
  readonly deciding: readonly ReasonCode[];
  readonly checks: readonly Check[];
  readonly contributions: readonly Contribution[];
  /** What each check looked at. Personal data: kept nowhere, and made again when somebody asks why. */
  readonly sights: { readonly [Name in CheckName]?: readonly Sight[] };
};

type Effect = Omit<Contribution, 'decides'>;

const actionOf = (reason: ReasonCode, policy: Policy): ReasonAction => policy.actions[reason] ?? defaultAction(reason);

const effectsOf = (examined: Examined, policy: Policy): readonly Effect[] =>
  examined.check.reasons.map((reason) => ({
    check: examined.check.name,
    reason,
    action: actionOf(reason, policy),
    effect: effectOf(examined, reason, policy),
  }));

/** A required check that has not passed, and none of whose reasons stands against an approval, is a reason of its own. */
const incomplete = (all: readonly Examined[], policy: Policy): readonly Effect[] =>
  all.some(
    (examined) =>
      examined.check.requirement === 'required' &&
      examined.check.status !== 'passed' &&
      effectsOf(examined, policy).every(({ effect }) => effect === 'approve'),
  )
    ? [{ check: null, reason: 'checks_incomplete', action: 'review', effect: 'review' }]
    : [];

const gravestOf = (effects: readonly Effect[]): Outcome =>
  effects.reduce<Outcome>((gravest, { effect }) => graver(gravest, effect), 'approve');

const reasonsOf = (effects: readonly Effect[]): readonly ReasonCode[] => [
  ...new Set(effects.map(({ reason }) => reason)),
];

/**
 * The verdict: pure, so that the same policy, evidence and time give the same verdict for ever. It approves only
 * when every required check has passed.
 */
export const decide = (policy: Policy, file: CaseFile, now: string): Verdict => {
  const examined = examine(policy, file, now);
  const found = [...examined.flatMap((one) => effectsOf(one, policy)), ...incomplete(examined, policy)];
  const effects = gravestOf(found) === 'approve' ? [...found, ...sampled(policy, file)] : found;
  const outcome = gravestOf(effects);
  const contributions = effects.map((one) => ({ ...one, decides: outcome !== 'approve' && one.effect === outcome }));
  return {
    outcome,
    reasons: reasonsOf(effects),
    deciding: reasonsOf(contributions.filter(({ decides }) => decides)),
    checks: examined.map(({ check }) => check),
    contributions,
    sights: Object.fromEntries(examined.map(({ check, saw }) => [check.name, saw])),
  };
};

/** What identifies a policy document, beside its name. */
export const policyDigest = (policy: Policy): string => digestOf(policy);

/** What identifies the evidence that a verdict saw. */
export const evidenceDigest = (file: CaseFile): string =>
  digestOf({ evidence: file.evidence, attempt: file.attempt, asked_steps: file.askedSteps });
