import type { Outcome, ProfileId, ReasonCode } from '@portcullis/domain';
import { outcomes, reasonCodes } from '@portcullis/domain/checks';
import { documentTypes, IdCodec, integer, matching, oneOf, t } from '@portcullis/domain/kernel';
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
export type DraftTally = {
  readonly add: (page: SimulatedPage) => void;
  /** Adds what another one has counted, of profiles that follow those of this one. */
  readonly join: (counts: DraftCounts) => void;
  readonly counts: () => DraftCounts;
  readonly summary: () => DraftSummary;
};

/** A count. */
export const wholeNumber = integer(0, Number.MAX_SAFE_INTEGER);
const count = wholeNumber;
const countryCode = matching('one to three capital letters', /^[A-Z]{1,3}$/);
const nullable = <C extends t.Mixed>(codec: C) => t.union([codec, t.null]);

/** What a tally has counted, as it is kept in a file. The counts of all parts of a history make those of the whole. */
export const DraftCounts = t.type(
  {
    totals: t.type({ profiles: count, decisions: count, changed: count, unjudged: count }),
    cells: t.array(t.type({ from: oneOf(outcomes), to: oneOf(outcomes), decisions: count, sample: t.array(IdCodec) })),
    reasons: t.array(t.type({ code: oneOf(reasonCodes), comes: count, goes: count, wouldBe: count })),
    segments: t.array(
      t.type({
        country: nullable(countryCode),
        documentType: nullable(oneOf(documentTypes)),
        decisions: count,
        changed: count,
      }),
    ),
  },
  'counts of a draft',
);
export type DraftCounts = t.TypeOf<typeof DraftCounts>;

type Counter<Key> = { readonly add: (key: Key, count?: number) => void; readonly count: (key: Key) => number };

const counter = <Key>(): Counter<Key> => {
  const counts = new Map<Key, number>();
  const count = (key: Key): number => counts.get(key) ?? 0;
  return { add: (key, more = 1) => void counts.set(key, count(key) + more), count };
};

const percentOf = (part: number, all: number): number => (all === 0 ? 0 : Math.round((part / all) * 1000) / 10);

type Cells = {
  readonly add: (decision: SimulatedDecision) => void;
  readonly join: (cells: DraftCounts['cells']) => void;
  readonly list: (decisions: number) => readonly Cell[];
};

const cellCounter = (): Cells => {
  const counts = counter<string>();
  const samples = new Map<string, readonly ProfileId[]>();
  const keyOf = (from: Outcome, to: Outcome): string => `${from} ${to}`;
  const add = (key: string, decisions: number, some: readonly ProfileId[]): void => {
    counts.add(key, decisions);
    const sample = samples.get(key) ?? [];
    if (sample.length < sampleSize) samples.set(key, [...sample, ...some].slice(0, sampleSize));
  };
  return {
    add: ({ after, before, profileId }) => add(keyOf(before, after), 1, [profileId]),
    join: (cells) => {
      for (const { decisions, from, sample, to } of cells) add(keyOf(from, to), decisions, sample);
    },
    list: (all) =>
      outcomes.flatMap((from) =>
        outcomes.flatMap((to) => {
          const key = keyOf(from, to);
          const decisions = counts.count(key);
          const cell = { from, to, decisions, percent: percentOf(decisions, all), sample: samples.get(key) ?? [] };
          return decisions === 0 ? [] : [cell];
        }),
      ),
  };
};

type Reasons = {
  readonly add: (decision: SimulatedDecision) => void;
  readonly join: (reasons: DraftCounts['reasons']) => void;
  readonly list: () => readonly ReasonTally[];
};

const reasonCounter = (): Reasons => {
  const come = counter<ReasonCode>();
  const go = counter<ReasonCode>();
  const stand = counter<ReasonCode>();
  return {
    add: ({ comes, goes, reasons }) => {
      for (const code of comes) come.add(code);
      for (const code of goes) go.add(code);
      for (const code of reasons) stand.add(code);
    },
    join: (reasons) => {
      for (const { code, comes, goes, wouldBe } of reasons) {
        come.add(code, comes);
        go.add(code, goes);
        stand.add(code, wouldBe);
      }
    },
    list: () =>
      reasonCodes.flatMap((code) => {
        const comes = come.count(code);
        const goes = go.count(code);
        const wouldBe = stand.count(code);
        const was = wouldBe - comes + goes;
        return was + wouldBe === 0 ? [] : [{ code, was, comes, goes, wouldBe }];
      }),
  };
};

type Segments = {
  readonly add: (decision: SimulatedDecision) => void;
  readonly join: (segments: DraftCounts['segments']) => void;
  readonly list: () => readonly SegmentTally[];
};

const segmentCounter = (): Segments => {
  const known = new Map<string, DocumentSegment>();
  const decisions = counter<string>();
  const changes = counter<string>();
  const add = ({ country, documentType }: DocumentSegment, all: number, changed: number): void => {
    const key = `${country} ${documentType}`;
    known.set(key, { country, documentType });
    decisions.add(key, all);
    changes.add(key, changed);
  };
  return {
    add: ({ after, before, segment }) => add(segment, 1, before === after ? 0 : 1),
    join: (segments) => {
      for (const one of segments) add(one, one.decisions, one.changed);
    },
    list: () =>
      [...known]
        .map(([key, segment]) => {
          const all = decisions.count(key);
          const changed = changes.count(key);
          return { key, ...segment, decisions: all, changed, percent: percentOf(changed, all) };
        })
        .toSorted((a, b) => b.changed - a.changed || b.decisions - a.decisions || (a.key < b.key ? -1 : 1))
        .map(({ key: _, ...segment }) => segment),
  };
};

export const createDraftTally = (): DraftTally => {
  let totals = { profiles: 0, decisions: 0, changed: 0, unjudged: 0 };
  const cells = cellCounter();
  const reasons = reasonCounter();
  const segments = segmentCounter();
  const addTotals = ({ changed, decisions, profiles, unjudged }: DraftCounts['totals']): void => {
    totals = {
      profiles: totals.profiles + profiles,
      decisions: totals.decisions + decisions,
      changed: totals.changed + changed,
      unjudged: totals.unjudged + unjudged,
    };
  };
  return {
    join: (counts) => {
      addTotals(counts.totals);
      cells.join(counts.cells);
      reasons.join(counts.reasons);
      segments.join(counts.segments);
    },
    counts: () => ({
      totals,
      cells: cells
        .list(totals.decisions)
        .map(({ decisions, from, sample, to }) => ({ from, to, decisions, sample: [...sample] })),
      reasons: reasons.list().map(({ code, comes, goes, wouldBe }) => ({ code, comes, goes, wouldBe })),
      segments: segments
        .list()
        .map(({ changed, country, decisions, documentType }) => ({ country, documentType, decisions, changed })),
    }),
    add: ({ profiles, tried, unjudged }) => {
      const changed = tried.filter(({ after, before }) => after !== before).length;
      addTotals({ profiles, decisions: tried.length, changed, unjudged: unjudged.length });
      for (const one of tried) for (const part of [cells, reasons, segments]) part.add(one);
    },
    summary: () => ({
      ...totals,
      cells: cells.list(totals.decisions),
      reasons: reasons.list(),
      segments: segments.list(),
    }),
  };
};
