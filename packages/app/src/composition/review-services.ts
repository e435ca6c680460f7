import {
  claimNext,
  claimReview,
  decideReview,
  findDuplicates,
  getReview,
  holdReview,
  listReviews,
  releaseReview,
  reviewSummary,
  searchReviews,
} from '@portcullis/domain/use-cases';

type ReviewPorts = Parameters<typeof decideReview>[0] &
  Parameters<typeof searchReviews>[0] &
  Parameters<typeof findDuplicates>[0];

/** The use cases of the staff who review profiles. */
export const reviewServices = (ports: ReviewPorts) => ({
  listReviews: listReviews(ports),
  reviewSummary: reviewSummary(ports),
  getReview: getReview(ports),
  claimReview: claimReview(ports),
  claimNext: claimNext(ports),
  releaseReview: releaseReview(ports),
  decideReview: decideReview(ports),
  holdReview: holdReview(ports),
  searchReviews: searchReviews(ports),
  findDuplicates: findDuplicates(ports),
});
