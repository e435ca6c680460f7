import { type CurrentEvidence, currentEvidence, type DecisionInput, isSupplied } from '../evidence/current-evidence.ts';
import { canonicalDigest } from '../kernel/hash.ts';
import { type CheckName, checkNames } from '../policy/check-names.ts';
import { openPath, policyOfPath } from '../policy/paths.ts';
import type { Policy, PolicyPath, PolicyWithPaths } from '../policy/policy.ts';
import type { ReasonCode } from '../policy/reasons.ts';
import {
  type Contribution,
  checksOfPath,
  decidePath,
  moreSevere,
  type PathCase,
  reasonsOf,
  type Verdict,
  withContributions,
} from './decide-path.ts';
import { outcomes, type PassedOver } from './decision.ts';
import { arePersonsDifferent } from './path-persons.ts';
import type { Check } from './shared/check.ts';
import { isOwnStep, isPathBegun, isPathComplete } from './shared/path-evidence.ts';
import { countsInEveryPath } from './signs-of-fraud.ts';

export type { Contribution, Verdict } from './decide-path.ts';

const caseOf = (policy: Policy, path: PolicyPath): PathCase => ({
  policy: policyOfPath(policy, path),
  path: policy.paths === undefined ? null : path,
});

/** What is known of one path: its verdict, and what was shown in it that counts in all. */
type JudgedPath = {
  readonly path: PolicyPath;
  readonly isBegun: boolean;
  readonly isComplete: boolean;
  readonly verdict: Verdict;
  readonly signs: readonly ReasonCode[];
};

/**
 * The input in which a step of a path that was asked for again, and was not supplied since, still has its evidence: who
 * goes on in another path takes nothing back by that.
 */
const withUnreplaced = (input: DecisionInput, selected: CurrentEvidence): DecisionInput => ({
  ...input,
  askedSteps: input.askedSteps?.filter((step) => !isOwnStep(step) || isSupplied(step, selected)) ?? null,
});

const judgePath = (policy: Policy, path: PolicyPath, input: DecisionInput, now: string): JudgedPath => {
  const one = caseOf(policy, path);
  const selected = currentEvidence(input);
  const shown = withUnreplaced(input, selected);
  const isBegun = isPathBegun(path, currentEvidence(shown));
  const verdict = decidePath(one, input, now);
  const isAllReplaced = shown.askedSteps?.length === input.askedSteps?.length;
  const { contributions } = isAllReplaced ? verdict : decidePath(one, shown, now);
  return {
    path,
    isBegun,
    isComplete: isPathComplete(path, selected),
    verdict,
    signs: isBegun ? reasonsOf(contributions.filter(countsInEveryPath)) : [],
  };
};

const forReview = (reason: ReasonCode): Omit<Contribution, 'decides'> => ({
  check: null,
  reason,
  action: 'review',
  effect: 'review',
});

/** The verdict over a path with what other paths have against it. What it sees itself, it has judged. */
const besideOthers = ({ path, verdict }: JudgedPath, judged: readonly JudgedPath[], isOther: boolean): Verdict => {
  const seen = verdict.contributions.filter(({ effect }) => effect !== 'approve').map(({ reason }) => reason);
  const isContradicted = judged.some(
    (other) => other.path !== path && other.signs.some((reason) => !seen.includes(reason)),
  );
  const against = [
    ...(isContradicted ? [forReview('path_contradicted')] : []),
    ...(isOther ? [forReview('path_person_mismatch')] : []),
  ];
  if (against.length === 0) return verdict;
  const outcome = moreSevere(verdict.outcome, 'review');
  return { ...verdict, whenExhausted: [], ...withContributions(outcome, [...verdict.contributions, ...against]) };
};

const reasonsAgainst = ({ isBegun, isComplete, signs, verdict }: JudgedPath): readonly ReasonCode[] => {
  if (!isBegun) return ['path_not_chosen'];
  if (!isComplete) return [...new Set<ReasonCode>(['path_incomplete', ...signs])];
  return verdict.deciding.length > 0 ? verdict.deciding : ['path_not_chosen'];
};

/** The paths that the policy prefers to the one that counts, and those that were begun and show a sign of fraud. */
const passedOverBy = (counted: JudgedPath, judged: readonly JudgedPath[]): readonly PassedOver[] =>
  judged
    .filter((one, at) => one !== counted && (at < judged.indexOf(counted) || one.signs.length > 0))
    .map((one) => ({ path: one.path.id, reasons: reasonsAgainst(one) }));

/**
 * The best verdict over a complete path, or, where none is, that over the open one. Only the open path, if complete,
 * asks for something again: the person would not see what another asks for. Of equal outcomes that of the open path is
 * preferred, of approvals and otherwise the order of the policy.
 */
const decideOverPaths = (policy: PolicyWithPaths, input: DecisionInput, now: string): Verdict => {
  const open = openPath(policy, input.evidence);
  const judged = policy.paths.map((path) => judgePath(policy, path, input, now));
  const complete = judged.filter(({ isComplete }) => isComplete);
  const candidates = complete.length > 0 ? complete : judged.filter(({ path }) => path === open);
  const isOpenJudged = candidates.some(({ path }) => path === open);
  const isOther = arePersonsDifferent(policy, input);
  const rank = ({ one, verdict: { outcome } }: { readonly one: JudgedPath; readonly verdict: Verdict }): number =>
    2 * outcomes.indexOf(outcome) + (outcome !== 'approve' && one.path !== open ? 1 : 0);
  const [best] = candidates
    .map((one) => ({ one, verdict: besideOthers(one, judged, isOther) }))
    .filter(({ one, verdict }) => verdict.outcome !== 'retry' || one.path === open || !isOpenJudged)
    .toSorted((a, b) => rank(a) - rank(b));
  if (best === undefined) throw new TypeError('a policy has no path');
  return { ...best.verdict, path: best.one.path.id, passedOver: passedOverBy(best.one, judged) };
};

/**
 * Computes the verdict. The function is pure: the same policy, evidence and time always give the same verdict. It
 * approves only if every required check of one path has passed, on the evidence of that path and the common one, and
 * nothing that was shown in another path speaks against it.
 */
export const decide = (policy: Policy, input: DecisionInput, now: string): Verdict =>
  policy.paths === undefined ? decidePath({ policy, path: null }, input, now) : decideOverPaths(policy, input, now);

/** Runs those of some checks that the open path has. They do not depend on the others. */
export const runChecks = (
  policy: Policy,
  input: DecisionInput,
  now: string,
  names: readonly CheckName[] = checkNames,
): readonly Check[] => checksOfPath(caseOf(policy, openPath(policy, input.evidence)), input, now, names);

/** The digest that identifies a policy document in addition to its id and version. */
export const policyDigest = (policy: Policy): string => canonicalDigest(policy);

/** The digest that identifies the evidence on which a verdict is based. */
export const evidenceDigest = (input: DecisionInput): string =>
  canonicalDigest({ evidence: input.evidence, attempt: input.attempt, asked_steps: input.askedSteps });
