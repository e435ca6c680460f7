import type { ProfileId } from '@portcullis/domain';

/** One of `of` parts of all profiles, by their ids: the first is 1. */
export type Part = { readonly part: number; readonly of: number };

/** The profiles of a part follow `from` and are before `until`; `null` is before the first, and behind the last. */
export type IdRange = { readonly from: ProfileId | null; readonly until: ProfileId | null };

/** The characters of ids, in the order in which every engine sorts them. */
const digits = 36;
/** This many characters are enough to distinguish the parts. */
const length = 4;
const all = digits ** length;

/** The maximum number of parts. */
export const maxParts = 256;

const startOf = ({ of, part }: Part): ProfileId | null =>
  part === 1 || part === of + 1
    ? null
    : Math.floor((all * (part - 1)) / of)
        .toString(digits)
        .padStart(length, '0');

/** Ids are random, so parts of the same length have about as many profiles. */
export const rangeOf = ({ of, part }: Part): IdRange => ({
  from: startOf({ of, part }),
  until: startOf({ of, part: part + 1 }),
});

const positionOf = (id: ProfileId | null, otherwise: number): number => {
  const place = id === null ? Number.NaN : Number.parseInt(id.slice(0, length).padEnd(length, '0'), digits) / all;
  return Number.isNaN(place) ? otherwise : place;
};

/** How much of a part is done, from 0 to 1, by the last id that is. */
export const shareDone = (part: Part, last: ProfileId | null): number => {
  const { from, until } = rangeOf(part);
  const begin = positionOf(from, 0);
  const end = positionOf(until, 1);
  return Math.min(1, Math.max(0, (positionOf(last, begin) - begin) / (end - begin)));
};
