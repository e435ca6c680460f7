import { documentFacts } from '@portcullis/documents';
import { decide, type Outcome, type Policy, type Verdict } from '@portcullis/domain';
import { type FlatPolicy, outcomes, pathsOf, policyOfPath } from '@portcullis/domain/checks';
import { currentEvidence, type DecisionInput } from '@portcullis/domain/evidence';
import { improvements, regressions } from '../checks/check-twins.ts';
import type {
  ExplainContext,
  FindPerturbations,
  Perturbation,
  PerturbationValue,
  TimedDecisionInput,
} from '../counterfactuals/perturbation.ts';
import { changeSentence, shownFrom } from './change-sentence.ts';

/** One change of a counterfactual, as data and as a sentence. A measured number is rounded. */
export type CounterfactualChange = {
  readonly what: string;
  readonly from: PerturbationValue;
  readonly to: PerturbationValue;
  readonly sentence: string;
};

/** Changes that together would have led to another outcome, and that outcome. */
export type Counterfactual = { readonly changes: readonly CounterfactualChange[]; readonly outcome: Outcome };

/** The maximum number of decisions that one search runs, and the maximum number of changes that it combines. */
export const maxRuns = 256;
const maxChanges = 3;

/** A search over much evidence runs fewer decisions, so that it stays fast. It still tries every single change. */
const runLimit = ({ evidence }: DecisionInput): number =>
  Math.min(maxRuns, Math.max(96, Math.floor(30_000 / evidence.length)));

/** An input that was tried, with the perturbations that lead to it and its verdict. */
type Candidate = {
  readonly timedInput: TimedDecisionInput;
  readonly perturbations: readonly Perturbation[];
  readonly verdict: Verdict;
};

type Search = {
  readonly policy: Policy;
  readonly from: Verdict;
  readonly findPerturbations: FindPerturbations;
  readonly runLimit: number;
  runs: number;
};

const contextOf = (policy: FlatPolicy, { input, now }: TimedDecisionInput): ExplainContext => {
  const selected = currentEvidence(input);
  return {
    input,
    now,
    policy,
    currentEvidence: selected,
    facts: selected.reading ? documentFacts(selected.reading.value) : null,
  };
};

/** The perturbations by the rules of every path. What several of them find, `expand` tries once. */
const perturbationsOf = ({ findPerturbations, policy }: Search, timedInput: TimedDecisionInput) =>
  pathsOf(policy).flatMap((path) => findPerturbations(contextOf(policyOfPath(policy, path), timedInput)));

/** Whether a verdict has a worse outcome than an approval, or a better one than any other outcome. */
const isWantedOutcome = ({ from }: Search, { outcome }: Verdict): boolean => {
  const difference = outcomes.indexOf(outcome) - outcomes.indexOf(from.outcome);
  return from.outcome === 'approve' ? difference > 0 : difference < 0;
};

/**
 * Counts what still prevents another outcome: deciding reasons, required checks that have not passed, and comparisons
 * that disagree. Several comparisons that give one reason count separately.
 */
const obstacleCount = ({ checks, contributions, details }: Verdict): number =>
  contributions.filter(({ decides }) => decides).length +
  checks.filter(({ requirement, status }) => requirement === 'required' && status !== 'passed').length +
  Object.values(details)
    .flat()
    .filter((detail) => detail.kind === 'comparison' && !detail.agrees).length;

const totalSize = ({ perturbations }: Candidate): number => perturbations.reduce((sum, { size }) => sum + size, 0);

const perturbationKey = (perturbations: readonly Perturbation[]): string =>
  perturbations
    .map(({ what, to }) => JSON.stringify([what, to]))
    .toSorted()
    .join();

/**
 * Returns the inputs that are one change further, except those that were tried with the changes in another order.
 */
const expand = (search: Search, candidate: Candidate, seen: Set<string>): readonly Candidate[] => {
  const candidates: Candidate[] = [];
  for (const perturbation of perturbationsOf(search, candidate.timedInput)) {
    if (search.runs >= search.runLimit) break;
    const perturbations = [...candidate.perturbations, perturbation];
    const key = perturbationKey(perturbations);
    if (seen.has(key) || candidate.perturbations.some(({ what }) => what === perturbation.what)) continue;
    seen.add(key);
    search.runs += 1;
    candidates.push({
      timedInput: perturbation.next,
      perturbations,
      verdict: decide(search.policy, perturbation.next.input, perturbation.next.now),
    });
  }
  return candidates;
};

const smallest = (all: readonly Candidate[]): Candidate | null =>
  all.reduce<Candidate | null>((best, one) => (best && totalSize(best) <= totalSize(one) ? best : one), null);

/**
 * Tries every single change first, then two at a time, then three. It continues with the candidates that have the
 * fewest obstacles left.
 */
const runSearch = (search: Search, start: TimedDecisionInput): Candidate | null => {
  const seen = new Set<string>();
  let frontier: readonly Candidate[] = [{ timedInput: start, perturbations: [], verdict: search.from }];
  for (let changes = 1; changes <= maxChanges; changes += 1) {
    const next: Candidate[] = [];
    const found: Candidate[] = [];
    for (const candidate of frontier) {
      for (const one of expand(search, candidate, seen)) {
        if (isWantedOutcome(search, one.verdict)) found.push(one);
        else if (obstacleCount(one.verdict) < obstacleCount(candidate.verdict)) next.push(one);
      }
    }
    if (found.length > 0) return smallest(found);
    frontier = next.toSorted(
      (a, b) => obstacleCount(a.verdict) - obstacleCount(b.verdict) || totalSize(a) - totalSize(b),
    );
  }
  return null;
};

const toChange = (perturbation: Perturbation): CounterfactualChange => ({
  what: perturbation.what,
  from: shownFrom(perturbation),
  to: perturbation.to,
  sentence: changeSentence(perturbation),
});

/**
 * Finds the smallest change that would have led to a better outcome, or that would have lost an approval. It returns
 * `null` if it finds none among the tried changes. Every returned change was verified: the decision was run on it. The
 * search is deterministic and never runs more than `maxRuns` decisions.
 */
export const nearestCounterfactual = (
  policy: Policy,
  input: DecisionInput,
  now: string,
  verdict: Verdict,
): { readonly nearest: Counterfactual | null; readonly runs: number } => {
  const findPerturbations = verdict.outcome === 'approve' ? regressions : improvements;
  const search: Search = { policy, from: verdict, findPerturbations, runLimit: runLimit(input), runs: 0 };
  const found = runSearch(search, { input, now });
  const nearest = found && { changes: found.perturbations.map(toChange), outcome: found.verdict.outcome };
  return { nearest, runs: search.runs };
};
