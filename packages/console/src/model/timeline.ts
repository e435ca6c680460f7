import type { History, LedgerEntry } from './wire.ts';

/** A line of the timeline: an entry, one that cannot be read, or a place where entries are missing. */
export type TimelineItem =
  | { readonly kind: 'entry'; readonly seq: number; readonly entry: LedgerEntry }
  | { readonly kind: 'damaged'; readonly seq: number }
  | { readonly kind: 'gap'; readonly from: number; readonly to: number };

type PlacedItem = Exclude<TimelineItem, { readonly kind: 'gap' }>;

/**
 * Merges the two histories of a profile by their number, which they share. An entry that stands in both is shown once;
 * numbers that are in neither are shown as a gap, so that nothing is missing unseen.
 */
export const mergeHistories = (...histories: readonly History[]): readonly TimelineItem[] => {
  const bySeq = new Map(
    histories.flatMap(({ damaged, entries }): readonly (readonly [number, PlacedItem])[] => [
      ...damaged.map((seq) => [seq, { kind: 'damaged', seq }] as const),
      ...entries.map((entry) => [entry.seq, { kind: 'entry', seq: entry.seq, entry }] as const),
    ]),
  );
  const items = [...bySeq.values()].sort((a, b) => a.seq - b.seq);
  return items.flatMap((item, index): readonly TimelineItem[] => {
    const expected = (items[index - 1]?.seq ?? 0) + 1;
    const gap: TimelineItem = { kind: 'gap', from: expected, to: item.seq - 1 };
    return [...(item.seq > expected ? [gap] : []), item];
  });
};

const textOf = (entry: LedgerEntry, name: string): string | null => {
  const value = entry.personal?.[name];
  return typeof value === 'string' ? value : null;
};

/** The text of a reviewer, if the reader may see it and the person was not erased. */
export const noteOf = (entry: LedgerEntry): string | null => textOf(entry, 'note');

/** The name of a reviewer, if that is still known. */
export const reviewerOf = (entry: LedgerEntry): string | null => textOf(entry, 'reviewer_name');
