import type { Outcome, ProfileId, ReasonCode } from '@portcullis/domain';
import { outcomes } from '@portcullis/domain/checks';
import { damagedCount } from '@portcullis/domain/use-cases';
import type { SimulatedDecision } from '@portcullis/explain';
import {
  type BackTestCell,
  type BackTestExample,
  type BackTestFindings,
  type BackTestReason,
  maxBackTestExamples,
  maxBackTestReasons,
} from '../ports/back-test.ts';

type Cell = { readonly from: Outcome; readonly to: Outcome; count: number; readonly profileIds: ProfileId[] };
type Moves = { readonly reason: ReasonCode; comes: number; goes: number };

/** Adds up what a draft would have made of decisions. Counters are all that is kept, and a few ids. */
export type BackTestTally = {
  readonly add: (decision: SimulatedDecision) => void;
  readonly addUnjudged: (count: number) => void;
  readonly addDamaged: (count: number) => void;
  readonly judged: () => number;
  readonly findings: () => BackTestFindings;
};

/** Each change has about as many profiles, `maxBackTestExamples` of them all at most. */
const examplesOf = (cells: readonly Cell[]): readonly BackTestExample[] => {
  const changed = cells.filter(({ from, to }) => from !== to);
  const taken = changed.map(() => 0);
  let left = maxBackTestExamples;
  for (let round = 0; round < maxBackTestExamples; round += 1)
    for (const [n, { profileIds }] of changed.entries())
      if (left > 0 && profileIds.length > round) {
        taken[n] = round + 1;
        left -= 1;
      }
  return changed
    .map(({ from, profileIds, to }, n) => ({ from, to, profileIds: profileIds.slice(0, taken[n] ?? 0) }))
    .filter(({ profileIds }) => profileIds.length > 0);
};

const cellsOf = (cells: readonly Cell[]): readonly BackTestCell[] =>
  cells.map(({ count, from, to }) => ({ from, to, count }));

const pairs = outcomes.flatMap((from) => outcomes.map((to) => `${from} ${to}`));

const reasonsOf = (moves: readonly Moves[]): readonly BackTestReason[] =>
  moves
    .toSorted((one, other) => other.comes + other.goes - one.comes - one.goes || (one.reason < other.reason ? -1 : 1))
    .slice(0, maxBackTestReasons)
    .map(({ comes, goes, reason }) => ({ reason, comes, goes }));

export const backTestTally = (): BackTestTally => {
  const cells = new Map<string, Cell>();
  const moves = new Map<ReasonCode, Moves>();
  let judged = 0;
  let unjudged = 0;
  let damaged = 0;
  const cellOf = (from: Outcome, to: Outcome): Cell => {
    const found = cells.get(`${from} ${to}`) ?? { from, to, count: 0, profileIds: [] };
    cells.set(`${from} ${to}`, found);
    return found;
  };
  const movesOf = (reason: ReasonCode): Moves => {
    const found = moves.get(reason) ?? { reason, comes: 0, goes: 0 };
    moves.set(reason, found);
    return found;
  };
  return {
    add: ({ after, before, comes, goes, profileId }) => {
      judged += 1;
      const cell = cellOf(before, after);
      cell.count += 1;
      if (before !== after && cell.profileIds.length < maxBackTestExamples) cell.profileIds.push(profileId);
      for (const reason of comes) movesOf(reason).comes += 1;
      for (const reason of goes) movesOf(reason).goes += 1;
    },
    addUnjudged: (count) => {
      unjudged += count;
    },
    addDamaged: (count) => {
      damaged += count;
    },
    judged: () => judged,
    findings: () => {
      const found = pairs.flatMap((pair) => cells.get(pair) ?? []);
      return {
        judged,
        unjudged,
        ...damagedCount(damaged),
        cells: cellsOf(found),
        reasons: reasonsOf([...moves.values()]),
        examples: examplesOf(found),
      };
    },
  };
};
