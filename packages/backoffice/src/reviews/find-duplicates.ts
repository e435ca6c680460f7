import {
  type FingerprintKind,
  type FingerprintsByKind,
  fingerprintKinds,
  shownFingerprints,
} from '@portcullis/domain/evidence';
import {
  E,
  type Either,
  type Invalid,
  type NotFound,
  type ProfileId,
  type StaffPrincipal,
  type TaskEither,
  type Unavailable,
} from '@portcullis/domain/kernel';
import { type DuplicateIndex, type ListName, listNames, withTrustedClock } from '@portcullis/domain/ports';
import { decisionInput, type Profile } from '@portcullis/domain/profile';
import { otherProfileFor, profileFor } from '@portcullis/domain/use-cases';
import { reviewPorts, useCase } from '../access/use-case.ts';
import type { ListStore } from '../ports/list-store.ts';
import type { ReviewDeps, ReviewView } from './review-view.ts';
import { viewReviews } from './view-reviews.ts';

/** Another profile that showed the same, and what of it. */
export type SharedReview = { readonly kinds: readonly FingerprintKind[]; readonly review: ReviewView };

/** The known facts of what a profile has shown: which of it is on a list now, and who else has shown it. */
export type DuplicatesView = {
  readonly lists: readonly { readonly kind: FingerprintKind; readonly list: ListName }[];
  readonly shared: readonly SharedReview[];
};

/** The largest number of other profiles that are answered. */
export const maxDuplicates = 20;

/**
 * Finds the other profiles that the caller may see and that showed the same document, person, picture or device, in any
 * attempt of either, those first that were checked last: at most `maxDuplicates`, among the hundred that were. It says
 * how it is now; the evidence of the decision has its input. Attempts under policies that do not look for duplicates
 * are not found.
 */
export type FindDuplicates = (input: {
  readonly caller: StaffPrincipal;
  readonly id: ProfileId;
}) => TaskEither<Invalid | NotFound | Unavailable, DuplicatesView>;

type Deps = ReviewDeps & {
  readonly duplicateIndex: Pick<DuplicateIndex, 'partnerKey' | 'profilesSharing'>;
  readonly listStore: Pick<ListStore, 'standing'>;
};

/** How much of one kind is looked for: the fingerprints that the profile has shown last. */
const maxLookedFor = 10;

/** How much of one kind another profile has shown, as far as it is compared. */
const maxCompared = 50;

/** The index loses the fingerprints of an erased profile a moment after its row. */
const shownBy = (key: string, profile: Profile, limit: number): FingerprintsByKind =>
  shownFingerprints(key, profile.redaction ? { evidence: [], profileId: profile.id } : decisionInput(profile), limit);

const sharedKinds = (shown: FingerprintsByKind, others: FingerprintsByKind): readonly FingerprintKind[] =>
  fingerprintKinds.filter((kind) => shown[kind].some((digest) => others[kind].includes(digest)));

type Shared = { readonly profile: Profile; readonly kinds: readonly FingerprintKind[] };

/** The first of some profiles that the caller may see and that have shown the same indeed. */
const confirmed = async (
  deps: Deps,
  caller: StaffPrincipal,
  key: string,
  shown: FingerprintsByKind,
  ids: readonly ProfileId[],
): Promise<Either<Unavailable, readonly Shared[]>> => {
  const found: Shared[] = [];
  for (const id of ids) {
    if (found.length === maxDuplicates) break;
    const other = await otherProfileFor(deps, caller, id)();
    if (E.isLeft(other)) return other;
    if (other.right === null) continue;
    const kinds = sharedKinds(shown, shownBy(key, other.right, maxCompared));
    if (kinds.length > 0) found.push({ profile: other.right, kinds });
  }
  return E.right(found);
};

const listsOf = async (
  { listStore }: Deps,
  { tenant: { partnerId } }: StaffPrincipal,
  shown: FingerprintsByKind,
): Promise<Either<Unavailable, DuplicatesView['lists']>> => {
  const digests = fingerprintKinds.flatMap((kind) => shown[kind].map((digest) => ({ kind, digest })));
  const standing = await listStore.standing(partnerId, digests)();
  if (E.isLeft(standing)) return standing;
  return E.right(
    fingerprintKinds.flatMap((kind) =>
      listNames
        .filter((list) => standing.right.some((entry) => entry.kind === kind && entry.list === list))
        .map((list) => ({ kind, list })),
    ),
  );
};

const find =
  (deps: Deps, caller: StaffPrincipal, id: ProfileId): TaskEither<NotFound | Unavailable, DuplicatesView> =>
  async () => {
    const { partnerId } = caller.tenant;
    const profile = await profileFor(deps, caller, id)();
    if (E.isLeft(profile)) return profile;
    const key = await deps.duplicateIndex.partnerKey(partnerId)();
    if (E.isLeft(key)) return key;
    const shown = shownBy(key.right, profile.right, maxLookedFor);
    const ids = await deps.duplicateIndex.profilesSharing(partnerId, shown)();
    if (E.isLeft(ids)) return ids;
    const others = ids.right.filter((one) => one !== id);
    const shared = await confirmed(deps, caller, key.right, shown, others);
    if (E.isLeft(shared)) return shared;
    const lists = await listsOf(deps, caller, shown);
    if (E.isLeft(lists)) return lists;
    const reviews = await viewReviews(
      deps,
      caller,
      shared.right.map((one) => one.profile),
    )();
    if (E.isLeft(reviews)) return reviews;
    return E.right({
      lists: lists.right,
      shared: reviews.right.map((review, at) => ({ review, kinds: shared.right[at]?.kinds ?? [] })),
    });
  };

export const findDuplicates = useCase(
  'findDuplicates',
  [...reviewPorts, 'duplicateIndex', 'listStore'],
  (deps: Deps): FindDuplicates =>
    ({ caller, id }) =>
      withTrustedClock(deps.clock, find(deps, caller, id)),
);
