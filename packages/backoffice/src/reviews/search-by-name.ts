import { type IsMeant, isEnoughOfName, meantBy } from '@portcullis/documents';
import {
  boundedKeyedMutex,
  E,
  type Invalid,
  invalid,
  type LimitReached,
  limitReached,
  pipe,
  type StaffPrincipal,
  type TaskEither,
  TE,
  type Unavailable,
} from '@portcullis/domain/kernel';
import { monotonicNow, withTrustedClock } from '@portcullis/domain/ports';
import { knownNames, type Profile } from '@portcullis/domain/profile';
import { encodeCursor } from '@portcullis/domain/serialization';
import { damagedCount, profilesFor } from '@portcullis/domain/use-cases';
import { reviewPorts, useCase } from '../access/use-case.ts';
import { mostLooked, type ReviewPage } from './list-reviews.ts';
import type { ReviewDeps } from './review-view.ts';
import { maxFound } from './search-reviews.ts';
import { viewReviews } from './view-reviews.ts';

/** A name, or a part of one, and behind which profile to go on: the `next` of an earlier answer. */
export type NameSearch = { readonly name: string; readonly cursor?: string };

/**
 * Finds profiles of any status by a name or a part of one, claimed or on a document, the newest first. There is no
 * index of names: at most `mostLooked` profiles are looked at for one answer, and fewer where their names take long to
 * compare. It has at most `maxFound`, may have none, and has a `next` where there are more to look at. An erased person
 * is not found. It answers `Invalid` for a single letter, and `LimitReached` where as many searches of the partner wait
 * as may.
 */
export type SearchByName = (input: {
  readonly caller: StaffPrincipal;
  readonly search: NameSearch;
}) => TaskEither<Invalid | LimitReached | Unavailable, ReviewPage>;

/**
 * `pause` is awaited behind each name, so that others get their turn: names that are made for it take some milliseconds
 * each to compare.
 */
type Deps = ReviewDeps & { readonly pause: () => Promise<void> };

const tooShort = invalid([
  { pointer: '/name', message: 'expected at least two letters, or one character in Han, Hangul or Kana' },
]);

/** How many profiles are read at a time, as where a filter of the queue leaves some out. */
const perRead = mostLooked / 2;

/** After so many milliseconds of comparing, an answer ends behind the profile that was looked at last. */
const maxWorkMs = 100;

/** So many searches of a partner wait for the one that runs: each holds memory for its answer meanwhile. */
const maxWaiting = 2;
const tooManyWaiting = limitReached('name_searches', 'Too many searches by name are under way.', 2);

type Walked = {
  readonly found: readonly Profile[];
  readonly next: string | null;
  readonly looked: number;
  readonly damaged: number;
};

/** Looks at the names of one profile after another, and answers whether one is meant; `isOver` once that took long. */
const looker = ({ clock, pause }: Deps, isMeant: IsMeant) => {
  let workMs = 0;
  const timed = <T>(work: () => T): T => {
    const began = monotonicNow(clock);
    const done = work();
    workMs += monotonicNow(clock) - began;
    return done;
  };
  const look = async (profile: Profile): Promise<boolean> => {
    for (const { parts, rules } of timed(() => knownNames(profile))) {
      const isFound = timed(() => isMeant(parts, rules));
      await pause();
      if (isFound) return true;
    }
    return false;
  };
  return { look, isOver: () => workMs >= maxWorkMs };
};

const walk =
  (deps: Deps, caller: StaffPrincipal, { cursor, name }: NameSearch): TaskEither<Unavailable, Walked> =>
  async () => {
    const { isOver, look } = looker(deps, meantBy(name));
    const found: Profile[] = [];
    const isFull = (): boolean => found.length === maxFound || isOver();
    let next: string | null = cursor ?? null;
    let looked: number = 0;
    let damaged: number = 0;
    for (let asked = 0; asked < mostLooked && !isFull(); asked += perRead) {
      const page = await profilesFor(deps, caller, { limit: perRead, ...(next !== null && { cursor: next }) })();
      if (E.isLeft(page)) return page;
      damaged += page.right.damaged?.length ?? 0;
      for (const profile of page.right.items) {
        if (isFull()) return E.right({ found, next, looked, damaged });
        if (await look(profile)) found.push(profile);
        next = encodeCursor(profile);
        looked += 1;
      }
      next = page.right.next;
      if (next === null) break;
    }
    return E.right({ found, next, looked, damaged });
  };

/** The searches of one partner are made one after another, so that no partner has more of the processor than that. */
export const searchByName = useCase('searchByName', [...reviewPorts, 'pause'], (deps: Deps): SearchByName => {
  const mutex = boundedKeyedMutex<LimitReached | Unavailable, Walked>(maxWaiting, tooManyWaiting);
  return ({ caller, search }) => {
    if (!isEnoughOfName(search.name)) return TE.left(tooShort);
    const walked = mutex(caller.tenant.partnerId, () => walk(deps, caller, search));
    return pipe(
      TE.Do,
      TE.bindW('walk', () => withTrustedClock(deps.clock, walked)),
      TE.bindW('items', ({ walk: { found } }) => viewReviews(deps, caller, found)),
      TE.map(({ items, walk: { damaged, looked, next } }) => ({ items, looked, next, ...damagedCount(damaged) })),
    );
  };
});
