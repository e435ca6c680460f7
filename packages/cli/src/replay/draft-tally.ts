import type { Outcome, ProfileId, ReasonCode } from '@portcullis/domain';
import { outcomes, reasonCodes } from '@portcullis/domain/checks';
import type { DocumentSegment, SimulatedDecision, SimulatedPage } from '@portcullis/explain';

/** How many profiles are named for one pair of outcomes. Ids are random, so that the first ones are a sample. */
export const sampleSize = 5;

/** The decisions with one outcome before and one under the draft. */
export type Cell = {
  readonly from: Outcome;
  readonly to: Outcome;
  readonly decisions: number;
  /** The share of all decisions that were made again, 0 to 100. */
  readonly percent: number;
  readonly sample: readonly ProfileId[];
};

/** How many decisions have a reason: those that were made, and those under the draft. */
export type ReasonTally = {
  readonly code: ReasonCode;
  readonly was: number;
  readonly comes: number;
  readonly goes: number;
  readonly wouldBe: number;
};

/** The decisions about documents of one country and type. */
export type SegmentTally = DocumentSegment & {
  readonly decisions: number;
  readonly changed: number;
  /** The share of these decisions that change, 0 to 100. */
  readonly percent: number;
};

/** The results of a draft. */
export type DraftSummary = {
  readonly profiles: number;
  readonly decisions: number;
  readonly changed: number;
  readonly unjudged: number;
  /** Every pair of outcomes that occurred, in the order of the outcomes. */
  readonly cells: readonly Cell[];
  /** Every reason that occurred, in the order of the table. */
  readonly reasons: readonly ReasonTally[];
  /** The segment with the most changes first. */
  readonly segments: readonly SegmentTally[];
};

/**
 * Counts the results of a draft. The memory does not grow with the history: there are as many counters as pairs of
 * outcomes, reasons, and countries with types of documents.
 */
export type DraftTally = { readonly add: (page: SimulatedPage) => void; readonly summary: () => DraftSummary };

/** The value of a key, which is made where there is none. */
const getOrMake = <K, V>(map: Map<K, V>, key: K, make: () => V): V => {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
};

const percentOf = (part: number, all: number): number => (all === 0 ? 0 : Math.round((part / all) * 1000) / 10);

const pairs = outcomes.flatMap((from) => outcomes.map((to) => ({ from, to })));

export const createDraftTally = (): DraftTally => {
  const totals = { profiles: 0, decisions: 0, changed: 0, unjudged: 0 };
  const cells = new Map<string, { decisions: number; readonly sample: ProfileId[] }>();
  const moves = new Map<ReasonCode, { comes: number; goes: number; wouldBe: number }>();
  const segments = new Map<string, { readonly segment: DocumentSegment; decisions: number; changed: number }>();
  const movesOf = (code: ReasonCode) => getOrMake(moves, code, () => ({ comes: 0, goes: 0, wouldBe: 0 }));
  const addDecision = ({ after, before, comes, goes, profileId, reasons, segment }: SimulatedDecision): void => {
    const changed = after === before ? 0 : 1;
    totals.decisions += 1;
    totals.changed += changed;
    const cell = getOrMake(cells, `${before} ${after}`, () => ({ decisions: 0, sample: [] }));
    cell.decisions += 1;
    if (cell.sample.length < sampleSize) cell.sample.push(profileId);
    for (const code of comes) movesOf(code).comes += 1;
    for (const code of goes) movesOf(code).goes += 1;
    for (const code of reasons) movesOf(code).wouldBe += 1;
    const key = `${segment.country} ${segment.documentType}`;
    const ofKind = getOrMake(segments, key, () => ({ segment, decisions: 0, changed: 0 }));
    ofKind.decisions += 1;
    ofKind.changed += changed;
  };
  return {
    add: ({ profiles, tried, unjudged }) => {
      totals.profiles += profiles;
      totals.unjudged += unjudged.length;
      tried.forEach(addDecision);
    },
    summary: () => ({
      ...totals,
      cells: pairs.flatMap(({ from, to }) => {
        const cell = cells.get(`${from} ${to}`);
        return cell ? [{ from, to, ...cell, percent: percentOf(cell.decisions, totals.decisions) }] : [];
      }),
      reasons: reasonCodes.flatMap((code) => {
        const found = moves.get(code);
        return found ? [{ code, was: found.wouldBe - found.comes + found.goes, ...found }] : [];
      }),
      segments: [...segments]
        .toSorted(
          ([key, a], [other, b]) => b.changed - a.changed || b.decisions - a.decisions || (key < other ? -1 : 1),
        )
        .map(([, { segment, ...counts }]) => ({
          ...segment,
          ...counts,
          percent: percentOf(counts.changed, counts.decisions),
        })),
    }),
  };
};
