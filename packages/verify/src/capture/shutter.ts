import type { Hint } from './guidance.ts';

/** The memory of the guidance between two pictures. Times are in milliseconds, of any clock that only goes forward. */
export type Shutter = {
  readonly openedAt: number;
  /** Since when every picture was good; `null` if the last one was not. */
  readonly goodSince: number | null;
  /** The hint that is shown, and since when. */
  readonly shown: Hint | null;
  readonly shownAt: number;
};

/** The camera has to find its focus and exposure first. */
const warmUpMs = 1000;
/** For how long every picture has to be good. */
const holdMs = 1000;
/** A hint is read out, so that it changes no more often than this. */
const speakMs = 2000;

export const openShutter = (now: number): Shutter => ({ openedAt: now, goodSince: null, shown: null, shownAt: now });

/** Takes in one picture. `isReleased`: the pictures were good for long enough, and the photo is taken now. */
export const watch = (
  { goodSince, openedAt, shown, shownAt }: Shutter,
  hint: Hint,
  now: number,
): { readonly shutter: Shutter; readonly isReleased: boolean } => {
  const since = hint === 'good' ? (goodSince ?? now) : null;
  const mayChange = shown === null || now - shownAt >= speakMs;
  const changes = hint !== shown && mayChange;
  return {
    shutter: { openedAt, goodSince: since, shown: changes ? hint : shown, shownAt: changes ? now : shownAt },
    isReleased: since !== null && now - openedAt >= warmUpMs + holdMs && now - since >= holdMs,
  };
};
