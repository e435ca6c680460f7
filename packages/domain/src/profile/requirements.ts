import { runChecks } from '../checks/decide.ts';
import { qualityReasonsBySide } from '../checks/document-quality.ts';
import { checksRejecting, rejectsStep } from '../checks/registry.ts';
import type { Check } from '../checks/shared/check.ts';
import {
  type CurrentEvidence,
  consentToDocument,
  currentEvidence,
  type DecisionInput,
  isSupplied,
} from '../evidence/current-evidence.ts';
import type { Step } from '../kernel/steps.ts';
import { hasStep, openPath, pathsOf } from '../policy/paths.ts';
import type { Policy } from '../policy/policy.ts';
import { defaultAction, type ReasonCode } from '../policy/reasons.ts';
import type { Profile } from './profile.ts';
import { isOpen, isTerminal } from './transitions.ts';
import type { Requirement } from './view.ts';

/** The input of a decision: the profile's evidence as it is now. */
export const decisionInput = (profile: Profile): DecisionInput => ({
  profileId: profile.id,
  samplingKey: profile.salt,
  evidence: profile.evidence,
  attempt: profile.attempt.number,
  askedSteps: profile.askedSteps,
});

/** A consent, or a refusal, that comes with a request. */
export type GivenConsent = { readonly granted: boolean } | null;

/** The consent, or the refusal, that counts: one that comes with a request, or else the recorded one. */
export const consentOf = (profile: Profile, given: GivenConsent = null): GivenConsent =>
  given ?? currentEvidence(decisionInput(profile)).consent?.value ?? null;

/** Whether the person has consented. A consent that comes with a request (`given`) counts before the recorded one. */
export const hasConsent = (profile: Profile, given: GivenConsent = null): boolean =>
  consentOf(profile, given)?.granted === true;

/**
 * Whether the person has refused the face check alone, and consented to a decision over their document: the newest
 * consent or refusal that is not of the face alone was a consent. A consent that was asked for again was given again.
 */
export const refusesFaceAlone = (profile: Profile): boolean => {
  const input = decisionInput(profile);
  const newest = currentEvidence(input).consent?.value;
  return newest?.granted === false && newest.scope === 'face' && consentToDocument(input)?.granted === true;
};

/** The quality reasons against the photo of each side of the document. */
type QualityReasonsBySide = ReturnType<typeof qualityReasonsBySide>;

/**
 * The steps that a reason asks for again, if any. A reason about the document asks for the side that it is about,
 * otherwise for the front.
 */
export const stepsFor = (reason: ReasonCode, bySide: QualityReasonsBySide): readonly Step[] => {
  if (reason === 'document_back_missing' || reason === 'barcode_unreadable') return ['document_back'];
  if (reason === 'document_sides_together') return ['document_front', 'document_back'];
  if (/^(liveness|selfie|face)_/.test(reason)) return ['liveness'];
  if (/^(device|network)_/.test(reason)) return ['device'];
  if (reason.startsWith('consent_')) return ['consent'];
  if (!bySide.back.includes(reason)) return ['document_front'];
  return bySide.front.includes(reason) ? ['document_front', 'document_back'] : ['document_back'];
};

/** Whether the person may choose another path: not while a reviewer waits for what they asked for. */
export const mayChoosePath = ({ status, statusReasons }: Profile): boolean =>
  isOpen(status) && !(status === 'requires_input' && statusReasons.includes('review_input_requested'));

/**
 * The steps that were asked for again, without those that belong to another path than the open one alone: there what
 * was supplied before no longer counts, and nobody waits for it. What a reviewer asked for is waited for, and what the
 * open path asked for where it is all: a card shown in a path for passports has a back.
 */
const demandedSteps = (policy: Policy, profile: Profile): readonly Step[] => {
  const { decision, evidence } = profile;
  const asked = profile.askedSteps ?? [];
  const open = openPath(policy, evidence);
  const isAskedHere = decision?.outcome === 'retry' && decision.path === open.id;
  const isAll = isAskedHere && !asked.some((step) => hasStep(open, step));
  const isOfOther = (step: Step): boolean =>
    !hasStep(open, step) && pathsOf(policy).some((path) => hasStep(path, step));
  return asked.filter((step) => isAll || !mayChoosePath(profile) || !isOfOther(step));
};

/**
 * The steps that must be supplied before the profile is submitted. A person who declines consent is asked for nothing
 * more.
 */
const requiredSteps = (policy: Policy, profile: Profile, selected: CurrentEvidence): readonly Step[] =>
  selected.consent && !selected.consent.value.granted
    ? ['consent']
    : [...new Set([...openPath(policy, profile.evidence).steps, ...demandedSteps(policy, profile)])];

/** Whether every required step is present. */
export const isComplete = (policy: Policy, profile: Profile): boolean => {
  const selected = currentEvidence(decisionInput(profile));
  return requiredSteps(policy, profile, selected).every((step) => isSupplied(step, selected));
};

/** Whether every step that was asked for again is present. */
export const areAskedStepsSupplied = (policy: Policy, profile: Profile): boolean => {
  const selected = currentEvidence(decisionInput(profile));
  if (selected.consent?.value.granted === false) return true;
  return demandedSteps(policy, profile).every((step) => isSupplied(step, selected));
};

/** Whether another photo or session can remedy a reason. A wrong check digit may be a misread one. */
const isRemediable = (reason: ReasonCode): boolean =>
  defaultAction(reason) === 'retry' || reason === 'mrz_check_digit_failed';

/** The reasons, each once, for which a supplied step is to be supplied again. */
const retryReasons = (step: Step, checks: readonly Check[], bySide: QualityReasonsBySide): readonly ReasonCode[] => {
  const reasons = checks
    .filter((check) => check.status === 'failed' && rejectsStep(check, step))
    .flatMap((check) => check.reasons)
    .filter((reason) => isRemediable(reason) && stepsFor(reason, bySide).includes(step));
  return [...new Set(reasons)];
};

const isJudged = (step: Step, selected: CurrentEvidence): boolean =>
  step === 'consent' ||
  (step === 'liveness'
    ? selected.faceMatch !== null
    : step === 'device'
      ? selected.device !== null
      : selected.reading !== null);

/** The evidence that counted in the attempt before. */
const previousEvidence = (profile: Profile): CurrentEvidence => {
  const attempt = profile.attempt.number - 1;
  const evidence = profile.evidence.filter((item) => item.attempt <= attempt);
  return currentEvidence({ profileId: profile.id, samplingKey: profile.salt, evidence, attempt, askedSteps: null });
};

/** Whether a reason of the attempt before is one for which a step was asked for again. */
const isRepeatReason = (step: Step, policy: Policy, profile: Profile): ((reason: ReasonCode) => boolean) => {
  const bySide = qualityReasonsBySide(policy, previousEvidence(profile));
  const backAlone = step === 'document_back' && !profile.askedSteps?.includes('document_front');
  return (reason) => {
    const steps = stepsFor(reason, bySide);
    return steps.includes(step) || (backAlone && steps.includes('document_front'));
  };
};

/** Why a missing step was asked for again: the reasons of the attempt before, or of an inconclusive session. */
const repeatReasons = (
  step: Step,
  policy: Policy,
  profile: Profile,
  selected: CurrentEvidence,
): readonly ReasonCode[] => {
  const inconclusive: readonly ReasonCode[] =
    step === 'liveness' && selected.inconclusive
      ? [selected.inconclusive.value.status === 'expired' ? 'liveness_session_expired' : 'liveness_no_reference_image']
      : [];
  const before = profile.askedSteps?.includes(step)
    ? profile.statusReasons
        .filter((reason) => defaultAction(reason) !== 'explain')
        .filter(isRepeatReason(step, policy, profile))
    : [];
  return [...new Set([...inconclusive, ...before])];
};

/**
 * The checks for which one of the supplied steps may be rejected. While evidence is collected or processed they are
 * made now. A settled profile has its stored checks; one that ended before its evidence was judged is judged as of its
 * last evidence, so that it does not change any more.
 */
const checksAt = (policy: Policy, profile: Profile, supplied: readonly Step[], now: string): readonly Check[] => {
  const { checks, decision, evidence, status } = profile;
  const run = (at: string) => runChecks(policy, decisionInput(profile), at, checksRejecting(supplied));
  if (isOpen(status) || status === 'processing') return run(now);
  const areStored = !isTerminal(status) || decision?.evidenceCount === evidence.length;
  return areStored ? checks : run(evidence.at(-1)?.at ?? now);
};

/** The steps of a profile in review. Nothing is asked of the person then: a faulty step counts as present. */
const withoutRequests = (all: readonly Requirement[], supplied: readonly Step[]): readonly Requirement[] =>
  all
    .filter(({ step }) => supplied.includes(step))
    .map(({ state, step }) => ({ step, state: state === 'rejected' ? 'present' : state, reasons: [] }));

/**
 * The steps that the person is asked for now, and their states; optional steps appear once something was supplied.
 * While somebody reviews the profile, only the supplied steps appear, and none is rejected. `selected` is the evidence
 * of the profile that counts.
 */
export const requirements = (
  policy: Policy,
  profile: Profile,
  now: string,
  selected: CurrentEvidence = currentEvidence(decisionInput(profile)),
): readonly Requirement[] => {
  const open = openPath(policy, profile.evidence);
  const asked = requiredSteps(policy, profile, selected);
  const extra = open.optionalSteps.filter((step) => !asked.includes(step) && isSupplied(step, selected));
  const all = [...asked, ...extra];
  const supplied = all.filter((step) => isSupplied(step, selected));
  const checks = checksAt(policy, profile, supplied, now);
  const bySide = qualityReasonsBySide(policy, selected);
  const states = all.map((step): Requirement => {
    if (!isSupplied(step, selected)) {
      const rejected = profile.askedSteps?.includes(step) === true;
      return {
        step,
        state: rejected ? 'rejected' : 'missing',
        reasons: repeatReasons(step, policy, profile, selected),
      };
    }
    const reasons = retryReasons(step, checks, bySide);
    if (reasons.length > 0) return { step, state: 'rejected', reasons };
    return { step, state: isJudged(step, selected) ? 'accepted' : 'present', reasons: [] };
  });
  return profile.status === 'in_review' ? withoutRequests(states, supplied) : states;
};
