import { memoryClock } from '@portcullis/adapter-memory';
import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { holdProfile } from '@portcullis/backoffice';
import type { ReviewQueue } from '@portcullis/backoffice/ports';
import { acme, aNew } from '@portcullis/contracts/builders';
import {
  eraseProfile,
  notFound,
  type Policy,
  type PostStatusEvent,
  type Profile,
  postStatusEvent,
  readHistory,
  TE,
} from '@portcullis/domain';
import type { StaffPrincipal, StaffRole } from '@portcullis/domain/kernel';
import type { PolicyStore } from '@portcullis/domain/ports';
import type { ChangeDeps } from '@portcullis/domain/use-cases';
import type { Services } from '@portcullis/http';
import { memoryDriver } from '@portcullis/record-store/memory';
import { exportEvidence } from '#app/evidence/export-evidence';
import { addToList } from '#backoffice/lists/add-to-list';
import { readLists } from '#backoffice/lists/read-lists';
import { removeFromList } from '#backoffice/lists/remove-from-list';
import { holdReview } from '#backoffice/operators/hold-review';
import { claimNext } from '#backoffice/reviews/claim-next';
import { claimReview, releaseReview } from '#backoffice/reviews/claim-review';
import { decideReview } from '#backoffice/reviews/decide-review';
import { findDuplicates } from '#backoffice/reviews/find-duplicates';
import { getReview } from '#backoffice/reviews/get-review';
import { listReviews } from '#backoffice/reviews/list-reviews';
import { reviewSummary } from '#backoffice/reviews/review-summary';
import { searchByName } from '#backoffice/reviews/search-by-name';
import { searchReviews } from '#backoffice/reviews/search-reviews';
import { memoryTables } from '#record-store/memory/tables';
import { aPolicy } from '../builders/policies.ts';
import { type Stores, storesWith } from '../records/stored-records.ts';
import { mustSucceed } from '../run.ts';

/** A member of staff of the partner `acme`. */
export const aStaffMember = (n: number, roles: readonly StaffRole[] = ['reviewer']): StaffPrincipal => ({
  kind: 'staff',
  staffId: `staff-${String(n).padStart(12, '0')}`,
  name: `Person ${n}`,
  roles,
  tenant: acme,
  sessionId: `session${String(n).padStart(8, '0')}`,
});

const deskOpens = '2026-05-04T09:30:00.000Z';

const noPause = async (): Promise<void> => undefined;

const oneEyed = aPolicy();
/** A policy that checks nothing leaves everything to its reviewers. */
const unchecked = { steps: [], checks: {} } as const;
const fourEyed = aPolicy({ version: '2', review: { fourEyes: true }, ...unchecked });
const free = aPolicy({ version: '3', ...unchecked });

const policyIn =
  (policies: readonly Policy[]): PolicyStore['get'] =>
  (ref) => {
    const found = policies.find(({ id, version }) => id === ref.id && version === ref.version);
    return found ? TE.right(found) : TE.left(notFound);
  };

/**
 * The use cases of reviews over real stores, in memory unless others are given, and a clock that is set. The policy
 * `strict` has a version 1, a version 2 that checks nothing and needs two reviewers, and a version 3 that checks
 * nothing.
 */
export const aReviewDesk = (stores: Stores = storesWith({ driver: memoryDriver(memoryTables()) })) => {
  const clock = memoryClock(Date.parse(deskOpens));
  const policies: PolicyStore = { get: policyIn([oneEyed, fourEyed, free]), latest: () => TE.right(oneEyed) };
  const ids = sequentialIds();
  const { duplicateIndex, ledgerReader, listStore, profiles, reviewClaims, reviewQueue } = stores;
  const change = { clock, policies, profiles };
  const deps = {
    ...change,
    reviewClaims,
    reviewQueue,
    reviewSlaHours: 24,
    maxOpenClaims: 10,
    pause: noPause,
  };
  /** Stores a profile that waits since so many minutes before the desk opens; `over` replaces fields. */
  const add = async (minutes: number, over: Partial<Profile> = {}): Promise<Profile> => {
    const since = new Date(Date.parse(deskOpens) - minutes * 60_000).toISOString();
    const added = aNew({
      status: 'in_review',
      statusReasons: ['policy_sampled'],
      waitingSince: since,
      updatedAt: since,
      policy: { id: 'strict', version: '1' },
      reference: `customer-${minutes}`,
      createdAt: since,
      claimed: { first_name: 'Ada' },
      expiresAt: '2999-05-08T10:00:00.000Z',
      ...over,
    });
    await mustSucceed(profiles.insert(added, null));
    return added.profile;
  };
  return {
    add,
    clock,
    deps,
    stores,
    list: listReviews(deps),
    summary: reviewSummary(deps),
    get: getReview(deps),
    claim: claimReview(deps),
    next: claimNext(deps),
    release: releaseReview(deps),
    decide: decideReview({ ...deps, ids, postStatusEvent: postStatusEvent({ ...change, ids, ledgerReader }) }),
    search: searchReviews({ ...deps, duplicateIndex }),
    searchByName: searchByName({ ...deps }),
    duplicates: findDuplicates({ ...deps, duplicateIndex, listStore }),
    readLists: readLists({ listStore, profiles }),
    addToList: addToList({ clock, duplicateIndex, ids, listStore, profiles }),
    removeFromList: removeFromList({ clock, ids, listStore }),
    hold: holdReview({ ...deps, ids }),
    orderHold: holdProfile({ ...deps, ids }),
    erase: eraseProfile({ ...change, ids }),
    history: readHistory({ ...change, ledgerReader }),
  };
};

export type ReviewDesk = ReturnType<typeof aReviewDesk>;

/** The use cases of reviews over the profiles of another service in memory, where none waits. */
export const reviewsOver = (
  service: ChangeDeps & Pick<Stores, 'duplicateIndex' | 'files' | 'ledgerReader'> & { readonly post: PostStatusEvent },
): Partial<Services> => {
  const { listStore, reviewClaims } = storesWith({ driver: memoryDriver(memoryTables()) });
  const none: ReviewQueue = {
    page: () => TE.right({ queued: [], next: null }),
    count: () => TE.right(0),
    measure: () => TE.right({ waiting: 0, overdue: 0, since: null }),
  };
  const limits = { reviewSlaHours: 24, maxOpenClaims: 10 };
  const deps = { ...service, ...limits, reviewClaims, reviewQueue: none, pause: noPause };
  return {
    listReviews: listReviews(deps),
    reviewSummary: reviewSummary(deps),
    getReview: getReview(deps),
    claimReview: claimReview(deps),
    claimNext: claimNext(deps),
    releaseReview: releaseReview(deps),
    decideReview: decideReview({ ...deps, ids: sequentialIds(), postStatusEvent: service.post }),
    holdReview: holdReview({ ...deps, ids: sequentialIds() }),
    exportEvidence: exportEvidence({
      ...service,
      release: 'portcullis 0',
      signingSeed: TE.right(new Uint8Array(32)),
    }),
    searchReviews: searchReviews(deps),
    searchByName: searchByName({ ...deps }),
    findDuplicates: findDuplicates({ ...deps, listStore }),
  };
};
