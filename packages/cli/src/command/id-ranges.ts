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
