import { documentFacts } from '../../evidence/document-facts.ts';
import { type CaseFile, inForce } from '../../evidence/in-force.ts';
import { decide, type Verdict } from '../decide.ts';
import { type Outcome, outcomes } from '../decision.ts';
import type { Policy } from '../policy.ts';
import type { Edit, EditsOf, EditValue, Scene, Situation } from './edit.ts';
import { losses } from './losses.ts';
import { mends } from './mends.ts';

/** One change of a counterfactual, as data and as a sentence. */
export type Alteration = {
  readonly what: string;
  readonly from: EditValue;
  readonly to: EditValue;
  readonly sentence: string;
};

/** Changes that together would have led to another outcome, and that outcome. */
export type NearestChange = { readonly changes: readonly Alteration[]; readonly outcome: Outcome };

/** The maximum number of decisions that one search runs, and the maximum number of changes that it combines. */
export const mostRuns = 256;
const mostChanges = 3;

/** A search over much evidence runs fewer decisions, so that it stays fast. It still tries every single change. */
const runsOver = ({ evidence }: CaseFile): number =>
  Math.min(mostRuns, Math.max(96, Math.floor(30_000 / evidence.length)));

/** A scenario that was tried, with the perturbations that lead to it and its verdict. */
type Tried = { readonly situation: Situation; readonly edits: readonly Edit[]; readonly verdict: Verdict };

type Search = {
  readonly policy: Policy;
  readonly from: Verdict;
  readonly editsOf: EditsOf;
  readonly most: number;
  runs: number;
};

const sceneOf = (policy: Policy, { file, now }: Situation): Scene => {
  const selected = inForce(file);
  return {
    file,
    now,
    policy,
    inForce: selected,
    facts: selected.reading ? documentFacts(selected.reading.item) : null,
  };
};

/** Whether a verdict has a worse outcome than an approval, or a better one than any other outcome. */
const isAltered = ({ from }: Search, { outcome }: Verdict): boolean => {
  const step = outcomes.indexOf(outcome) - outcomes.indexOf(from.outcome);
  return from.outcome === 'approve' ? step > 0 : step < 0;
};

/**
 * Counts what still prevents another outcome: deciding reasons, required checks that have not passed, and comparisons
 * that disagree. Several comparisons that give one reason count separately.
 */
const burdenOf = ({ checks, contributions, sights }: Verdict): number =>
  contributions.filter(({ decides }) => decides).length +
  checks.filter(({ requirement, status }) => requirement === 'required' && status !== 'passed').length +
  Object.values(sights)
    .flat()
    .filter((sight) => sight.kind === 'comparison' && !sight.agrees).length;

const sizeOf = ({ edits }: Tried): number => edits.reduce((sum, { size }) => sum + size, 0);

const keyOf = (edits: readonly Edit[]): string =>
  edits
    .map(({ what, to }) => JSON.stringify([what, to]))
    .toSorted()
    .join();

/**
 * Returns the scenarios that are one change further, except those that were tried with the changes in another order.
 */
const stepFrom = (search: Search, tried: Tried, seen: Set<string>): readonly Tried[] => {
  const further: Tried[] = [];
  for (const edit of search.editsOf(sceneOf(search.policy, tried.situation))) {
    if (search.runs >= search.most) break;
    const edits = [...tried.edits, edit];
    const key = keyOf(edits);
    if (seen.has(key) || tried.edits.some(({ what }) => what === edit.what)) continue;
    seen.add(key);
    search.runs += 1;
    further.push({ situation: edit.next, edits, verdict: decide(search.policy, edit.next.file, edit.next.now) });
  }
  return further;
};

const smallest = (all: readonly Tried[]): Tried | null =>
  all.reduce<Tried | null>((best, one) => (best && sizeOf(best) <= sizeOf(one) ? best : one), null);

/**
 * Tries every single change first, then two at a time, then three. It continues with the candidates that have the
 * fewest obstacles left.
 */
const searchIn = (search: Search, start: Situation): Tried | null => {
  const seen = new Set<string>();
  let frontier: readonly Tried[] = [{ situation: start, edits: [], verdict: search.from }];
  for (let changes = 1; changes <= mostChanges; changes += 1) {
    const next: Tried[] = [];
    const found: Tried[] = [];
    for (const tried of frontier) {
      for (const one of stepFrom(search, tried, seen)) {
        if (isAltered(search, one.verdict)) found.push(one);
        else if (burdenOf(one.verdict) < burdenOf(tried.verdict)) next.push(one);
      }
    }
    if (found.length > 0) return smallest(found);
    frontier = next.toSorted((a, b) => burdenOf(a.verdict) - burdenOf(b.verdict) || sizeOf(a) - sizeOf(b));
  }
  return null;
};

const spoken = (value: EditValue): string => {
  if (value === null) return 'none';
  return typeof value === 'string' ? `"${value}"` : String(value);
};

const told = ({ what, noun, from, to }: Edit): Alteration => ({
  what,
  from,
  to,
  sentence: `${noun} would have been ${spoken(to)} instead of ${spoken(from)}.`,
});

/**
 * Finds the smallest change that would have led to a better outcome, or that would have lost an approval. It returns
 * `null` if it finds none among the tried changes. Every returned change was verified: the decision was run on it. The
 * search is deterministic and never runs more than `maxRuns` decisions.
 */
export const nearestChange = (
  policy: Policy,
  file: CaseFile,
  now: string,
  verdict: Verdict,
): { readonly nearest: NearestChange | null; readonly runs: number } => {
  const editsOf = verdict.outcome === 'approve' ? losses : mends;
  const search: Search = { policy, from: verdict, editsOf, most: runsOver(file), runs: 0 };
  const found = searchIn(search, { file, now });
  const nearest = found && { changes: found.edits.map(told), outcome: found.verdict.outcome };
  return { nearest, runs: search.runs };
};
