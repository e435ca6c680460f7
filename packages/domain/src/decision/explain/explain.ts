import type { Profile } from '../../profile/profile.ts';
import type { Verdict } from '../decide.ts';
import type { Policy } from '../policy.ts';
import { defaultAction, type ReasonCode, staffSentence, toldSentence } from '../reasons.ts';
import type { ExplainedCheck, ExplainedContribution, ExplainedReason, Explanation } from './explanation.ts';
import { nearestChange } from './nearest.ts';
import type { Recorded } from './recorded.ts';
import { type Replay, replay } from './replay.ts';

const checksOf = ({ checks, sights }: Verdict): readonly ExplainedCheck[] =>
  checks.map(({ observed_at: _, ...check }) => ({ ...check, saw: sights[check.name] ?? [] }));

const contributionsOf = ({ contributions }: Verdict): readonly ExplainedContribution[] =>
  contributions.map((one) => {
    const tableAction = defaultAction(one.reason);
    return { ...one, tableAction, overridden: one.action !== tableAction };
  });

const reasonIn =
  (language: string) =>
  (code: ReasonCode): ExplainedReason => ({
    code,
    person: toldSentence(code, language),
    staff: staffSentence(code),
  });

const toldIn = (language: string, codes: readonly ReasonCode[]): Explanation['told'] =>
  codes.flatMap((code) => {
    const message = toldSentence(code, language);
    return message === null ? [] : [{ code, message }];
  });

/** A reviewer's decision has no counterfactual, because no function computes it. */
const nearestTo = (
  again: Extract<Replay, { reproduced: true }>,
  { at, decidedBy }: Recorded,
): Explanation['nearest'] =>
  decidedBy.type === 'system' ? nearestChange(again.policy, again.file, at, again.verdict).nearest : null;

type Subject = Pick<Profile, 'id' | 'evidence' | 'language'>;

/**
 * Explains a recorded decision. `policy` is the document that has the recorded id and version now. What is not recorded
 * is computed again from the evidence of that time, and is given only if the replay reproduces the recorded decision.
 */
export const explain = (policy: Policy | null, subject: Subject, recorded: Recorded): Explanation => {
  const again = replay(policy, subject, recorded);
  const { language } = subject;
  const words = {
    profileId: subject.id,
    recorded,
    reasons: recorded.reasons.map(reasonIn(language)),
    told: toldIn(language, recorded.statusReasons),
  };
  if (!again.reproduced) {
    const checks = (recorded.checks ?? []).map((check) => ({ ...check, saw: null }));
    const unknown = { outcomeOfChecks: null, contributions: null, nearest: null };
    return { ...words, reproduced: false, why: again.why, checks, ...unknown };
  }
  return {
    ...words,
    reproduced: true,
    why: null,
    outcomeOfChecks: again.verdict.outcome,
    checks: checksOf(again.verdict),
    contributions: contributionsOf(again.verdict),
    nearest: nearestTo(again, recorded),
  };
};
