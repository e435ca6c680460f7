import { documentFacts, type NameRules } from '@portcullis/documents';
import {
  applicantMessage,
  type Policy,
  type Profile,
  type ReasonCode,
  staffMessage,
  type Verdict,
} from '@portcullis/domain';
import {
  type CheckDetail,
  causeAmong,
  defaultAction,
  flatPathId,
  messagesOfStatus,
  nameRules,
} from '@portcullis/domain/checks';
import { currentEvidence } from '@portcullis/domain/evidence';
import type { RecordedDecision } from '@portcullis/domain/profile';
import type {
  ExplainedCheck,
  ExplainedContribution,
  ExplainedDetail,
  ExplainedPath,
  ExplainedReason,
  Explanation,
} from './explanation.ts';
import { nameDifference } from './name-difference.ts';
import { nearestCounterfactual } from './nearest-counterfactual.ts';
import { type Replay, replay } from './replay.ts';
import { staffSentence } from './staff-sentence.ts';

type Reproduced = Extract<Replay, { reproduced: true }>;

/** How the names of the document that was decided on were compared. */
const nameRulesOf = ({ input, policy }: Reproduced): NameRules => {
  const { reading } = currentEvidence(input);
  return reading ? nameRules(documentFacts(reading.value), policy) : { pass: policy.names.pass, issuingState: null };
};

const explainDetail =
  (rules: NameRules) =>
  (detail: CheckDetail): ExplainedDetail => {
    const loweredBy = nameDifference(detail, rules);
    return loweredBy ? { ...detail, loweredBy } : detail;
  };

const explainChecks = (replayed: Reproduced): readonly ExplainedCheck[] => {
  const { checks, details } = replayed.verdict;
  const explained = explainDetail(nameRulesOf(replayed));
  return checks.map(({ observed_at: _, ...check }) => ({ ...check, saw: (details[check.name] ?? []).map(explained) }));
};

const explainContributions = ({ contributions }: Verdict): readonly ExplainedContribution[] =>
  contributions.map((one) => {
    const tableAction = defaultAction(one.reason);
    return { ...one, tableAction, overridden: one.action !== tableAction };
  });

const explainReason =
  (language: string, verdict: Verdict | null) =>
  (code: ReasonCode, _: number, all: readonly ReasonCode[]): ExplainedReason => ({
    code,
    person: applicantMessage(code, language),
    staff: staffSentence(code, verdict),
    followsFrom: causeAmong(code, all),
  });

const explainPassedOver = ({ passedOver = [] }: RecordedDecision): readonly ExplainedPath[] =>
  passedOver.map(({ path, reasons }) => ({
    path,
    reasons: reasons.map((code) => ({ code, staff: staffMessage(code) })),
  }));

/** A reviewer's decision has no counterfactual, because no function computes it. */
const nearestFor = (replayed: Reproduced, { at, decidedBy }: RecordedDecision): Explanation['nearestCounterfactual'] =>
  decidedBy.type === 'system'
    ? nearestCounterfactual(replayed.policy, replayed.input, at, replayed.verdict).nearest
    : null;

type Subject = Pick<Profile, 'id' | 'salt' | 'evidence' | 'language'>;

/**
 * Explains a recorded decision. `policy` is the document that has the recorded id and version now. Other data are
 * computed again from the evidence of that time, and are given only if the replay reproduces the recorded decision.
 */
export const explain = (policy: Policy | null, subject: Subject, recorded: RecordedDecision): Explanation => {
  const replayed = replay(policy, subject, recorded);
  const { language } = subject;
  const common = {
    profileId: subject.id,
    recorded,
    reasons: recorded.reasons.map(explainReason(language, replayed.reproduced ? replayed.verdict : null)),
    // A decision on a policy without paths names none.
    path: recorded.path ?? flatPathId,
    passedOver: explainPassedOver(recorded),
    applicantMessages: messagesOfStatus(recorded.status, recorded.statusReasons, language),
  };
  if (!replayed.reproduced) {
    const checks = recorded.checks.map((check) => ({ ...check, saw: null }));
    const underived = { outcomeOfChecks: null, contributions: null, nearestCounterfactual: null };
    return { ...common, reproduced: false, mismatch: replayed.mismatch, checks, ...underived };
  }
  return {
    ...common,
    reproduced: true,
    mismatch: null,
    outcomeOfChecks: replayed.verdict.outcome,
    checks: explainChecks(replayed),
    contributions: explainContributions(replayed.verdict),
    nearestCounterfactual: nearestFor(replayed, recorded),
  };
};
