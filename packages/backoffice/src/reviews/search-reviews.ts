import { isDocumentNumber, numberExpected } from '@portcullis/documents';
import { documentDigestsOf } from '@portcullis/domain/evidence';
import {
  E,
  type Invalid,
  invalid,
  isOfOneRecord,
  type ProfileId,
  pipe,
  type StaffPrincipal,
  type TaskEither,
  TE,
  type Unavailable,
} from '@portcullis/domain/kernel';
import { type DuplicateIndex, withTrustedClock } from '@portcullis/domain/ports';
import type { Profile } from '@portcullis/domain/profile';
import { damagedCount, profileFor, profilesFor } from '@portcullis/domain/use-cases';
import { reviewPorts, useCase } from '../access/use-case.ts';
import { maxClaimIds } from '../ports/review-claims.ts';
import type { ReviewPage } from './list-reviews.ts';
import type { ReviewDeps } from './review-view.ts';
import { viewReviews } from './view-reviews.ts';

/**
 * The values for a search of profiles. Each is exact; a number is compared without the case of its letters, blanks,
 * `-`, `/`, `.` and fillers.
 */
export type ReviewSearch =
  | { readonly by: 'reference'; readonly reference: string }
  | { readonly by: 'profile'; readonly id: ProfileId }
  | { readonly by: 'document'; readonly number: string };

/** The largest number of profiles that a search answers. */
export const maxFound = 20;

/**
 * Finds profiles of any status, the newest first, at most `maxFound`. A document is found by its keyed digest, so that
 * nothing has to be opened for it: it finds attempts whose policy looks for duplicates, of documents with a zone or a
 * barcode. A text that can be no number of a document is `Invalid`.
 */
export type SearchReviews = (input: {
  readonly caller: StaffPrincipal;
  readonly search: ReviewSearch;
}) => TaskEither<Invalid | Unavailable, Pick<ReviewPage, 'items' | 'damaged'>>;

type Deps = ReviewDeps & { readonly duplicateIndex: Pick<DuplicateIndex, 'partnerKey' | 'profilesShowing'> };

const noNumber = invalid([{ pointer: '/document_number', message: numberExpected }]);

type Found = { readonly profiles: readonly Profile[]; readonly damaged: number };

const byId = (deps: Deps, caller: StaffPrincipal, id: ProfileId): TaskEither<Unavailable, Found> =>
  pipe(
    profileFor(deps, caller, id),
    TE.map((profile): Found => ({ profiles: [profile], damaged: 0 })),
    TE.orElse((failure) => (failure._tag === 'NotFound' ? TE.right({ profiles: [], damaged: 0 }) : TE.left(failure))),
  );

const byIds =
  (deps: Deps, caller: StaffPrincipal, ids: readonly ProfileId[]): TaskEither<Unavailable, Found> =>
  async () => {
    const found: Profile[] = [];
    let damaged = 0;
    for (const id of ids.slice(0, maxClaimIds)) {
      const one = await byId(deps, caller, id)();
      if (E.isLeft(one) && !isOfOneRecord(one.left)) return one;
      if (E.isLeft(one)) damaged += 1;
      // The index loses the fingerprints of an erased profile a moment after its row.
      else found.push(...one.right.profiles.filter(({ redaction }) => !redaction));
    }
    return E.right({ profiles: found.toSorted((one, other) => (one.createdAt > other.createdAt ? -1 : 1)), damaged });
  };

const find = (deps: Deps, caller: StaffPrincipal, search: ReviewSearch): TaskEither<Unavailable, Found> => {
  const { partnerId } = caller.tenant;
  switch (search.by) {
    case 'profile':
      return byId(deps, caller, search.id);
    case 'reference':
      return pipe(
        profilesFor(deps, caller, { reference: search.reference, limit: maxFound }),
        TE.map(({ damaged = [], items }) => ({ profiles: items, damaged: damaged.length })),
      );
    case 'document':
      return pipe(
        deps.duplicateIndex.partnerKey(partnerId),
        TE.map((key) => documentDigestsOf(key, search.number)),
        TE.flatMap((digests) => deps.duplicateIndex.profilesShowing(partnerId, 'document', digests)),
        TE.flatMap((ids) => byIds(deps, caller, ids)),
      );
  }
};

export const searchReviews = useCase(
  'searchReviews',
  [...reviewPorts, 'duplicateIndex'],
  (deps: Deps): SearchReviews =>
    ({ caller, search }) =>
      search.by === 'document' && !isDocumentNumber(search.number)
        ? TE.left(noNumber)
        : pipe(
            TE.Do,
            TE.bindW('found', () => withTrustedClock(deps.clock, find(deps, caller, search))),
            TE.bindW('items', ({ found }) => viewReviews(deps, caller, found.profiles.slice(0, maxFound))),
            TE.map(({ found, items }) => ({ items, ...damagedCount(found.damaged) })),
          ),
);
