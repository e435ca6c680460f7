import {
  applicantMessage,
  type Policy,
  type Profile,
  type ReasonCode,
  staffMessage,
  type Verdict,
} from '@portcullis/domain';
import { defaultAction } from '@portcullis/domain/checks';
import type { RecordedDecision } from '@portcullis/domain/profile';
import type { ExplainedCheck, ExplainedContribution, ExplainedReason, Explanation } from './explanation.ts';
import { nearestCounterfactual } from './nearest-counterfactual.ts';
import { type Replay, replay } from './replay.ts';

const explainChecks = ({ checks, details }: Verdict): readonly ExplainedCheck[] =>
  checks.map(({ observed_at: _, ...check }) => ({ ...check, saw: details[check.name] ?? [] }));

const explainContributions = ({ contributions }: Verdict): readonly ExplainedContribution[] =>
  contributions.map((one) => {
    const tableAction = defaultAction(one.reason);
    return { ...one, tableAction, overridden: one.action !== tableAction };
  });

const explainReason =
  (language: string) =>
  (code: ReasonCode): ExplainedReason => ({
    code,
    person: applicantMessage(code, language),
    staff: staffMessage(code),
  });

const applicantMessages = (language: string, codes: readonly ReasonCode[]): Explanation['applicantMessages'] =>
  codes.flatMap((code) => {
    const message = applicantMessage(code, language);
    return message === null ? [] : [{ code, message }];
  });

/** A reviewer's decision has no counterfactual, because no function computes it. */
const nearestFor = (
  replayed: Extract<Replay, { reproduced: true }>,
  { at, decidedBy }: RecordedDecision,
): Explanation['nearestCounterfactual'] =>
  decidedBy.type === 'system'
    ? nearestCounterfactual(replayed.policy, replayed.input, at, replayed.verdict).nearest
    : null;

type Subject = Pick<Profile, 'id' | 'salt' | 'evidence' | 'language'>;

/**
 * Explains a recorded decision. `policy` is the document that has the recorded id and version now. What is not recorded
 * is computed again from the evidence of that time, and is given only if the replay reproduces the recorded decision.
 */
export const explain = (policy: Policy | null, subject: Subject, recorded: RecordedDecision): Explanation => {
  const replayed = replay(policy, subject, recorded);
  const { language } = subject;
  const common = {
    profileId: subject.id,
    recorded,
    reasons: recorded.reasons.map(explainReason(language)),
    applicantMessages: applicantMessages(language, recorded.statusReasons),
  };
  if (!replayed.reproduced) {
    const checks = (recorded.checks ?? []).map((check) => ({ ...check, saw: null }));
    const underived = { outcomeOfChecks: null, contributions: null, nearestCounterfactual: null };
    return { ...common, reproduced: false, mismatch: replayed.mismatch, checks, ...underived };
  }
  return {
    ...common,
    reproduced: true,
    mismatch: null,
    outcomeOfChecks: replayed.verdict.outcome,
    checks: explainChecks(replayed.verdict),
    contributions: explainContributions(replayed.verdict),
    nearestCounterfactual: nearestFor(replayed, recorded),
  };
};
