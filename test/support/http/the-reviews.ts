import type { ReviewView } from '@portcullis/backoffice';
import { anEntry } from '@portcullis/contracts/builders';
import { notFound, type Profile, TE } from '@portcullis/domain';
import { claimRequired } from '@portcullis/domain/kernel';
import type { Services } from '@portcullis/http';

type ReviewServices = Pick<
  Services,
  | 'listReviews'
  | 'reviewSummary'
  | 'getReview'
  | 'claimReview'
  | 'claimNext'
  | 'releaseReview'
  | 'decideReview'
  | 'holdReview'
  | 'exportEvidence'
  | 'searchReviews'
  | 'searchByName'
  | 'findDuplicates'
>;

/** A profile that waits, claimed by somebody else. */
const aReviewOf = (profile: Profile): ReviewView => ({
  profile: { ...profile, status: 'in_review' },
  waitingSince: '2026-05-04T08:00:00.000Z',
  dueAt: '2026-05-05T08:00:00.000Z',
  isOverdue: false,
  claim: { staffId: 'staff-0217', name: 'M. Keller', until: '2026-05-04T09:40:00.000Z', isMine: false },
  approvals: { needed: 2, given: 1 },
});

const none = { value: 0, atLeast: false };

/** The services of reviews, which know one profile. */
export const reviewServicesOf = (profile: Profile): ReviewServices => {
  const review = aReviewOf(profile);
  const known = <A>(id: string, value: A) => (id === profile.id ? TE.right(value) : TE.left(notFound));
  return {
    listReviews: () => TE.right({ items: [review], next: null, looked: 1 }),
    reviewSummary: () =>
      TE.right({
        waiting: { value: 1000, atLeast: true },
        overdue: none,
        claimed: { value: 1, atLeast: false },
        mine: none,
        oldestWaitingSince: review.waitingSince,
      }),
    getReview: ({ id }) => known(id, review),
    claimReview: ({ id }) => known(id, review),
    claimNext: () => TE.right(review),
    releaseReview: ({ id }) => (id === profile.id ? TE.left(claimRequired) : TE.left(notFound)),
    decideReview: ({ id }) =>
      known(id, { entry: anEntry({ id: 'entry0000000009' }), profileStatus: 'approved', review }),
    exportEvidence: ({ id }) =>
      known(id, {
        bytesAtOnce: 0,
        archive: async function* () {
          yield Buffer.from('PK');
        },
      }),
    holdReview: ({ id }) => known(id, review),
    searchReviews: () => TE.right({ items: [review] }),
    searchByName: () => TE.right({ items: [review], next: null, looked: 1 }),
    findDuplicates: ({ id }) =>
      known(id, { lists: [{ kind: 'document', list: 'blocked' }], shared: [{ kinds: ['document'], review }] }),
  };
};
