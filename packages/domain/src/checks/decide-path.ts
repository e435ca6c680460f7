import { documentFacts } from '@portcullis/documents';
import { type CurrentEvidence, currentEvidence, type DecisionInput } from '../evidence/current-evidence.ts';
import { type CheckName, checkNames } from '../policy/check-names.ts';
import type { FlatPolicy, Policy, PolicyPath } from '../policy/policy.ts';
import { defaultAction, type ReasonAction, type ReasonCode } from '../policy/reasons.ts';
import { type Outcome, outcomes, type PassedOver } from './decision.ts';
import { isOutage, outcomeOfOutage } from './outages.ts';
import { checkModules } from './registry.ts';
import { isSampled } from './sampling.ts';
import { isCertainNeed, isInnocent, needsAnotherDocument } from './shared/another-document.ts';
import type { Check, CheckDetail } from './shared/check.ts';
import type { CheckInput } from './shared/check-result.ts';
import { evidenceOfPath, isCommonCheck } from './shared/path-evidence.ts';
import { neverProvenReasons } from './shared/proof.ts';
import { isAboutDocument, isReadRight, isSuspicion, type Want, wantOf } from './shared/wants.ts';

/** Returns the more severe of two outcomes; over one path the most severe of all counts. */
export const moreSevere = (one: Outcome, other: Outcome): Outcome =>
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
  readonly replacedBy: CheckName | null;
  readonly preventsApproval: boolean;
};

/**
 * Whether our own code proves what a reason says, and not the output of a document AI or a measure of a photo alone.
 */
const isProven = ({ check, unprovenReasons }: Pick<ExecutedCheck, 'check' | 'unprovenReasons'>, reason: ReasonCode) =>
  check.source !== 'ai' &&
  check.source !== 'image' &&
  !neverProvenReasons.includes(reason) &&
  !unprovenReasons.includes(reason);

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
  return !isProven({ check, unprovenReasons }, reason) && outcome === 'decline' ? 'review' : outcome;
};

/** One path with its flat policy. A policy that is flat has no path, and nothing is left out of its evidence. */
export type PathCase = { readonly policy: FlatPolicy; readonly path: PolicyPath | null };

/** What the checks of a path look at, what the common ones do, and from what both were selected. */
type PathInput = CheckInput & PathCase & { readonly allEvidence: CurrentEvidence; readonly given: DecisionInput };

/** Selects the evidence of the path that counts, and parses the document. */
const checkInputOf = ({ path, policy }: PathCase, given: DecisionInput, now: string): PathInput => {
  const allEvidence = currentEvidence(given);
  const selected = path ? evidenceOfPath(path, allEvidence) : allEvidence;
  const facts = selected.reading ? documentFacts(selected.reading.value) : null;
  return {
    path,
    policy,
    given,
    currentEvidence: selected,
    allEvidence,
    facts,
    profileId: given.profileId,
    now,
  };
};

/** Runs those of some checks that the policy names, and collects their details. */
const executeChecks = ({ allEvidence, ...input }: PathInput, names: readonly CheckName[]): readonly ExecutedCheck[] =>
  names.flatMap((name) => {
    const requirement = input.policy.checks[name];
    if (!requirement) return [];
    const executed = checkModules[name].run(isCommonCheck(name) ? { ...input, currentEvidence: allEvidence } : input);
    const { details = [], preventsApproval = false, replacedBy = null, unprovenReasons = [], ...result } = executed;
    const check = { name, requirement, observed_at: input.now, ...result };
    return [{ check, details, preventsApproval, replacedBy, unprovenReasons }];
  });

/** Runs those of some checks that a path has. They do not depend on the others. */
export const checksOfPath = (
  one: PathCase,
  input: DecisionInput,
  now: string,
  names: readonly CheckName[],
): readonly Check[] =>
  names.length === 0 ? [] : executeChecks(checkInputOf(one, input, now), names).map(({ check }) => check);

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
  /** The reasons for which a retry with no attempt left is a review. Without any, the person is declined. */
  readonly whenExhausted: readonly ReasonCode[];
  readonly checks: readonly Check[];
  readonly contributions: readonly Contribution[];
  /**
   * The details of each check. They are personal data: they are not stored, and are computed again for an explanation.
   */
  readonly details: { readonly [Name in CheckName]?: readonly CheckDetail[] };
  /** The path that was decided on, and why others were not; absent where the policy is flat. */
  readonly path?: string;
  readonly passedOver?: readonly PassedOver[];
};

type Effect = Omit<Contribution, 'decides'> & {
  /** Our own code parsed the facts that prove the reason. */
  readonly isProven?: true;
};

const actionOf = (reason: ReasonCode, policy: Policy): ReasonAction => policy.actions[reason] ?? defaultAction(reason);

const effectsOf = (executed: ExecutedCheck, policy: Policy): readonly Effect[] =>
  executed.check.reasons.map((reason) => ({
    check: executed.check.name,
    reason,
    action: actionOf(reason, policy),
    effect: effectOf(executed, reason, policy),
    ...(isProven(executed, reason) && { isProven: true }),
  }));

/** Whether another check answers for one that does not apply: it has passed, or says itself what is wrong. */
const isReplaced = (
  { check, replacedBy }: ExecutedCheck,
  executed: readonly ExecutedCheck[],
  policy: Policy,
): boolean =>
  check.status === 'not_applicable' &&
  executed.some(
    (other) =>
      other.check.name === replacedBy &&
      (other.check.status === 'passed' || effectsOf(other, policy).some(({ effect }) => effect !== 'approve')),
  );

const isRequiredWithoutReason = (one: ExecutedCheck, executed: readonly ExecutedCheck[], policy: Policy): boolean =>
  one.check.requirement === 'required' &&
  one.check.status !== 'passed' &&
  !isReplaced(one, executed, policy) &&
  effectsOf(one, policy).every(({ effect }) => effect === 'approve');

/**
 * If a required check has not passed and none of its reasons prevents an approval, that is a reason of its own. So it
 * is if a check could not look at everything, whatever else it has found.
 */
const incompleteEffects = (executed: readonly ExecutedCheck[], policy: Policy): readonly Effect[] =>
  executed.some((one) => one.preventsApproval || isRequiredWithoutReason(one, executed, policy))
    ? [{ check: null, reason: 'checks_incomplete', action: 'review', effect: 'review' }]
    : [];

const mostSevere = (effects: readonly Effect[]): Outcome =>
  effects.reduce<Outcome>((worst, { effect }) => moreSevere(worst, effect), 'approve');

export const reasonsOf = (effects: readonly Pick<Effect, 'reason'>[]): readonly ReasonCode[] => [
  ...new Set(effects.map(({ reason }) => reason)),
];

/** The effects of all reasons on one attempt, as if there had been no other. */
const effectsOn = (checkInput: PathInput, executed: readonly ExecutedCheck[]): readonly Effect[] => {
  const { given, policy } = checkInput;
  const checkEffects = [...executed.flatMap((one) => effectsOf(one, policy)), ...incompleteEffects(executed, policy)];
  return mostSevere(checkEffects) === 'approve'
    ? [...checkEffects, ...consentEffects(checkInput), ...samplingEffects(policy, given)]
    : checkEffects;
};

const withEffect = (effects: readonly Effect[], effect: Outcome): readonly Effect[] =>
  effects.filter((one) => one.effect === effect);

/** The wants of the document by the reasons for a retry; nothing if one of them is another one. */
const wantsAlone = (retries: readonly Effect[], checkInput: CheckInput): readonly Want[] => {
  const wanted = retries
    .filter(({ reason }) => !isSuspicion(reason))
    .map(({ isProven: proven = false, reason }) => wantOf(reason, proven, checkInput));
  const known = wanted.flatMap((want) => want ?? []);
  return known.length === wanted.length ? known : [];
};

/** Whether a retry is for the document alone. */
const isForDocument = (retries: readonly Effect[]): boolean =>
  retries.every(({ check, reason }) => isAboutDocument(check, reason));

/** Whether a reason proves that the person needs another document. */
const isNeedProven = ({ isProven: proven, reason }: Effect): boolean => proven === true && needsAnotherDocument(reason);

/** The lacks of a sharp photo of an attempt, and whether everything that a machine reads was read right on it. */
type Shown = { readonly lacked: readonly Want[]; readonly isReadRight: boolean };

const shownBy = (retries: readonly Effect[], checkInput: CheckInput): Shown => ({
  lacked: wantsAlone(retries, checkInput),
  isReadRight: isReadRight(checkInput) && isForDocument(retries),
});

/** The photos shown in each earlier attempt, whatever failed there that is not about the document. */
const shownBefore = (checkInput: PathInput): readonly Shown[] => {
  const { given, now, policy } = checkInput;
  return Array.from({ length: given.attempt - 1 }, (_, n) => n + 1).map((attempt) => {
    const evidence = given.evidence.filter((item) => item.attempt <= attempt);
    const before = checkInputOf(checkInput, { ...given, evidence, attempt, askedSteps: null }, now);
    const effects = executeChecks(before, checkNames).flatMap((executed) => effectsOf(executed, policy));
    return shownBy(
      withEffect(effects, 'retry').filter(({ check, reason }) => isAboutDocument(check, reason)),
      before,
    );
  });
};

/** The part that a document itself does not have is no fault of its photo, and no reason for another attempt. */
const absentPart: Effect = { check: null, reason: 'document_part_absent', action: 'review', effect: 'review' };

/** Whether nothing on a document can be verified, so that what print says of its need is all that there is. */
const isUnverifiable = (effects: readonly Effect[]): boolean =>
  effects.some(({ reason }) => reason === 'document_not_verifiable');

/**
 * Whether the person needs another document, which is proven, said by the policy, or printed on one that nothing can
 * verify, or other pictures of it, and all that a reviewer would look at is not fraud.
 */
const isAnotherNeeded = (effects: readonly Effect[]): boolean =>
  withEffect(effects, 'retry').some(
    (one) =>
      isCertainNeed(one.reason) || isNeedProven(one) || (one.reason === 'document_expired' && isUnverifiable(effects)),
  ) && withEffect(effects, 'review').every(({ reason }) => isOutage(reason) || isInnocent(reason));

/** An outcome, the effects that lead to it, and the reasons for a review where a retry has no attempt left. */
type Judgement = Pick<Verdict, 'outcome' | 'whenExhausted'> & { readonly effects: readonly Effect[] };

/** The effects with the review that an absent part is, for which a suspicion is a reason too. */
const absentEffects = (effects: readonly Effect[]): readonly Effect[] => [
  ...effects.map((one) =>
    one.effect === 'retry' && isSuspicion(one.reason) ? ({ ...one, effect: 'review' } as const) : one,
  ),
  absentPart,
];

/**
 * A retry becomes a review where a sharp photo of an earlier attempt lacked the same, unless another document is asked
 * for in any case. The last attempt ends in one where in any attempt a sharp photo lacked something, or everything that
 * a machine reads was read right: also where that proves that the document has expired, or is not accepted.
 */
const judgementOfRetry = (effects: readonly Effect[], checkInput: PathInput): Judgement => {
  const retries = withEffect(effects, 'retry');
  const retry = { outcome: 'retry', effects, whenExhausted: [] } as const;
  if (!isForDocument(retries)) return retry;
  if (retries.some(isNeedProven)) return { ...retry, whenExhausted: reasonsOf(retries) };
  const { lacked } = shownBy(retries, checkInput);
  const before = shownBefore(checkInput);
  const absent = absentEffects(effects);
  const isCertain = retries.some(({ reason }) => isCertainNeed(reason));
  if (!isCertain && lacked.length > 0 && before.some((shown) => lacked.every((want) => shown.lacked.includes(want))))
    return { outcome: 'review', effects: absent, whenExhausted: [] };
  if ([lacked, ...before.map((shown) => shown.lacked)].flat().length > 0)
    return { ...retry, whenExhausted: reasonsOf(withEffect(absent, 'review')) };
  const wasReadRight = isReadRight(checkInput) || before.some((shown) => shown.isReadRight);
  return wasReadRight ? { ...retry, whenExhausted: reasonsOf(retries) } : retry;
};

const judgementOf = (effects: readonly Effect[], checkInput: PathInput): Judgement => {
  const outcome = mostSevere(effects);
  if (outcome === 'review' && isAnotherNeeded(effects))
    return { outcome: 'retry', effects, whenExhausted: reasonsOf(withEffect(effects, 'review')) };
  return outcome === 'retry' ? judgementOfRetry(effects, checkInput) : { outcome, effects, whenExhausted: [] };
};

/** The verdict over one path, as if there were no other. */
export const decidePath = (one: PathCase, input: DecisionInput, now: string): Verdict => {
  const checkInput = checkInputOf(one, input, now);
  const executed = executeChecks(checkInput, checkNames);
  const { effects, outcome, whenExhausted } = judgementOf(effectsOn(checkInput, executed), checkInput);
  const contributions = effects.map(({ isProven: _, ...effect }) => effect);
  return {
    ...withContributions(outcome, contributions),
    whenExhausted,
    checks: executed.map(({ check }) => check),
    details: Object.fromEntries(executed.map(({ check, details }) => [check.name, details])),
  };
};

/** The part of a verdict that follows from an outcome and from what contributed to it. */
export const withContributions = (
  outcome: Outcome,
  effects: readonly Omit<Contribution, 'decides'>[],
): Pick<Verdict, 'contributions' | 'deciding' | 'outcome' | 'reasons'> => {
  const contributions = effects.map((effect) => ({
    ...effect,
    decides: outcome !== 'approve' && effect.effect === outcome,
  }));
  return {
    outcome,
    reasons: reasonsOf(effects),
    deciding: reasonsOf(contributions.filter(({ decides }) => decides)),
    contributions,
  };
};
