import type { PlaceRange } from '../../ports/webhook-deliveries.ts';

/** The delivered places of a feed: everything up to `place`, and some ranges after it. */
export type FeedProgress = { readonly place: number; readonly ahead: readonly PlaceRange[] };

/** Whether a place was delivered. */
export const isHandedOver = ({ ahead, place: last }: FeedProgress, place: number): boolean =>
  place <= last || ahead.some(({ from, to }) => from <= place && place <= to);

/** Adds places. Adjacent ranges are merged, and a range that follows `place` directly moves it on. */
export const handOver = ({ ahead, place }: FeedProgress, places: readonly number[]): FeedProgress => {
  const added = places.filter((one) => one > place).map((one) => ({ from: one, to: one }));
  const sorted = [...ahead, ...added].sort((a, b) => a.from - b.from);
  const joined: { from: number; to: number }[] = [];
  let last = place;
  for (const { from, to } of sorted) {
    const before = joined.at(-1);
    if (from <= last + 1) last = Math.max(last, to);
    else if (before !== undefined && from <= before.to + 1) before.to = Math.max(before.to, to);
    else joined.push({ from, to });
  }
  return { place: last, ahead: joined };
};
