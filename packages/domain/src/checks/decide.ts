import { documentFacts } from '../documents/facts.ts';
import { currentEvidence, type DecisionInput } from '../evidence/current-evidence.ts';
import { canonicalDigest } from '../kernel/hash.ts';
import { type CheckName, checkNames } from '../policy/check-names.ts';
import type { Policy } from '../policy/policy.ts';
import { defaultAction, type ReasonAction, type ReasonCode } from '../policy/reasons/reasons.ts';
import { type Outcome, outcomes } from './decision.ts';
import { isOutage, outcomeOfOutage } from './outages.ts';
import { checkModules } from './registry.ts';
import { isSampled } from './sampling.ts';
import type { Check, CheckDetail } from './shared/check.ts';
import type { CheckInput } from './shared/check-result.ts';
import { neverProvenReasons } from './shared/proof.ts';

/** Returns the more severe of two outcomes; `decide` takes the most severe of all. */
const moreSevere = (one: Outcome, other: Outcome): Outcome =>
  outcomes.indexOf(one) >= outcomes.indexOf(other) ? one : other;

const outcomeOfAction: Readonly<Record<ReasonAction, Outcome>> = {
  retry: 'retry',
  review: 'review',
  decline: 'decline',
  wait: 'review',
  info: 'approve',
  explain: 'approve',
};

const samplingEffects = (policy: Policy, input: DecisionInput): readonly Effect[] =>
  isSampled(policy, input) ? [{ check: null, reason: 'policy_sampled', action: 'review', effect: 'review' }] : [];

/**
 * Nobody is approved who declined or withdrew a consent that the policy asks for, also if no check needed it or all of
 * them had their evidence before.
 */
const consentEffects = ({ currentEvidence: { consent }, policy }: CheckInput): readonly Effect[] =>
  policy.steps.includes('consent') && consent?.value.granted === false
    ? [{ check: null, reason: 'consent_declined', action: actionOf('consent_declined', policy), effect: 'review' }]
    : [];

/** A check that has run, its details, and those of its reasons that nothing proves. */
type ExecutedCheck = {
  readonly check: Check;
  readonly details: readonly CheckDetail[];
  readonly unprovenReasons: readonly ReasonCode[];
  readonly preventsApproval: boolean;
};

/**
 * The outcome to which a reason of a check leads. Unproven reasons and reasons from a document AI alone are capped at
 * review.
 */
const effectOf = ({ check, unprovenReasons }: ExecutedCheck, reason: ReasonCode, policy: Policy): Outcome => {
  const outcome = outcomeOfAction[policy.actions[reason] ?? defaultAction(reason)];
  // An outage of a provider is not the applicant's fault. No policy can turn it into a retry or into an approval.
  if (isOutage(reason)) return moreSevere(outcomeOfOutage(check.requirement), outcome);
  // Optional evidence that was never supplied or never requested is no reason against the applicant.
  if (check.requirement === 'optional' && check.status === 'unavailable') return 'approve';
  const isUnproven = neverProvenReasons.includes(reason) || unprovenReasons.includes(reason);
  const isCapped = check.source === 'ai' || check.source === 'image' || isUnproven;
  return isCapped && outcome === 'decline' ? 'review' : outcome;
};

/** Selects the evidence that counts, and parses the document. */
const checkInputOf = (policy: Policy, input: DecisionInput, now: string): CheckInput => {
  const selected = currentEvidence(input);
  const facts = selected.reading ? documentFacts(selected.reading.value) : null;
  return { policy, currentEvidence: selected, facts, profileId: input.profileId, now };
};

/** Runs those of some checks that the policy names, and collects their details. */
const executeChecks = (input: CheckInput, names: readonly CheckName[]): readonly ExecutedCheck[] =>
  names.flatMap((name) => {
    const requirement = input.policy.checks[name];
    if (!requirement) return [];
    const { details = [], preventsApproval = false, unprovenReasons = [], ...result } = checkModules[name].run(input);
    const check = { name, requirement, observed_at: input.now, ...result };
    return [{ check, details, preventsApproval, unprovenReasons }];
  });

/** Runs every check that the policy names, or those of some `names` alone, which do not depend on the others. */
export const runChecks = (
  policy: Policy,
  input: DecisionInput,
  now: string,
  names: readonly CheckName[] = checkNames,
): readonly Check[] =>
  names.length === 0 ? [] : executeChecks(checkInputOf(policy, input, now), names).map(({ check }) => check);

/** The contribution of one reason to a verdict. `check` is `null` for a reason that the decision itself gives. */
export type Contribution = {
  readonly check: CheckName | null;
  readonly reason: ReasonCode;
  /** The action that this policy gives to the reason. */
  readonly action: ReasonAction;
  /** The outcome to which the reason leads. It is milder than the action where a rule caps it. */
  readonly effect: Outcome;
  /** Whether the reason is one of those that led to the outcome. */
  readonly decides: boolean;
};

export type Verdict = {
  readonly outcome: Outcome;
  /** Every reason in the order of the checks, including those that only inform. */
  readonly reasons: readonly ReasonCode[];
  /** The reasons that led to the outcome. */
  readonly deciding: readonly ReasonCode[];
  readonly checks: readonly Check[];
  readonly contributions: readonly Contribution[];
  /**
   * The details of each check. They are personal data: they are not stored, and are computed again for an explanation.
   */
  readonly details: { readonly [Name in CheckName]?: readonly CheckDetail[] };
};

type Effect = Omit<Contribution, 'decides'>;

const actionOf = (reason: ReasonCode, policy: Policy): ReasonAction => policy.actions[reason] ?? defaultAction(reason);

const effectsOf = (executed: ExecutedCheck, policy: Policy): readonly Effect[] =>
  executed.check.reasons.map((reason) => ({
    check: executed.check.name,
    reason,
    action: actionOf(reason, policy),
    effect: effectOf(executed, reason, policy),
  }));

const isRequiredWithoutReason = (one: ExecutedCheck, policy: Policy): boolean =>
  one.check.requirement === 'required' &&
  one.check.status !== 'passed' &&
  effectsOf(one, policy).every(({ effect }) => effect === 'approve');

/**
 * If a required check has not passed and none of its reasons prevents an approval, that is a reason of its own. So it
 * is if a check could not look at everything, whatever else it has found.
 */
const incompleteEffects = (executed: readonly ExecutedCheck[], policy: Policy): readonly Effect[] =>
  executed.some((one) => one.preventsApproval || isRequiredWithoutReason(one, policy))
    ? [{ check: null, reason: 'checks_incomplete', action: 'review', effect: 'review' }]
    : [];

const mostSevere = (effects: readonly Effect[]): Outcome =>
  effects.reduce<Outcome>((worst, { effect }) => moreSevere(worst, effect), 'approve');

const reasonsOf = (effects: readonly Effect[]): readonly ReasonCode[] => [
  ...new Set(effects.map(({ reason }) => reason)),
];

/**
 * Computes the verdict. The function is pure: the same policy, evidence and time always give the same verdict. It
 * approves only if every required check has passed.
 */
export const decide = (policy: Policy, input: DecisionInput, now: string): Verdict => {
  const checkInput = checkInputOf(policy, input, now);
  const executed = executeChecks(checkInput, checkNames);
  const checkEffects = [...executed.flatMap((one) => effectsOf(one, policy)), ...incompleteEffects(executed, policy)];
  const effects =
    mostSevere(checkEffects) === 'approve'
      ? [...checkEffects, ...consentEffects(checkInput), ...samplingEffects(policy, input)]
      : checkEffects;
  const outcome = mostSevere(effects);
  const contributions = effects.map((one) => ({ ...one, decides: outcome !== 'approve' && one.effect === outcome }));
  return {
    outcome,
    reasons: reasonsOf(effects),
    deciding: reasonsOf(contributions.filter(({ decides }) => decides)),
    checks: executed.map(({ check }) => check),
    contributions,
    details: Object.fromEntries(executed.map(({ check, details }) => [check.name, details])),
  };
};

/** The digest that identifies a policy document in addition to its id and version. */
export const policyDigest = (policy: Policy): string => canonicalDigest(policy);

/** The digest that identifies the evidence on which a verdict is based. */
export const evidenceDigest = (input: DecisionInput): string =>
  canonicalDigest({ evidence: input.evidence, attempt: input.attempt, asked_steps: input.askedSteps });
