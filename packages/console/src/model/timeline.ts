import type { LedgerEntry } from './wire.ts';

/** A line of the timeline: an entry, or a place where entries are missing. */
export type TimelineItem =
  | { readonly kind: 'entry'; readonly entry: LedgerEntry }
  | { readonly kind: 'gap'; readonly from: number; readonly to: number };

/**
 * Merges the two histories of a profile by their number, which they share. An entry that stands in both is shown once;
 * numbers that are in neither are shown as a gap, so that nothing is missing unseen.
 */
export const mergeHistories = (...histories: readonly (readonly LedgerEntry[])[]): readonly TimelineItem[] => {
  const bySeq = new Map(histories.flat().map((entry) => [entry.seq, entry]));
  const entries = [...bySeq.values()].sort((a, b) => a.seq - b.seq);
  return entries.flatMap((entry, index): readonly TimelineItem[] => {
    const expected = (entries[index - 1]?.seq ?? 0) + 1;
    const gap: TimelineItem = { kind: 'gap', from: expected, to: entry.seq - 1 };
    return [...(entry.seq > expected ? [gap] : []), { kind: 'entry', entry }];
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
