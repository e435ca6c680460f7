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
  searchByName,
  searchReviews,
} from '@portcullis/domain/use-cases';
import { pause } from './pause.ts';

type ReviewPorts = Parameters<typeof decideReview>[0] &
  Parameters<typeof searchReviews>[0] &
  Omit<Parameters<typeof searchByName>[0], 'pause'> &
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
  searchByName: searchByName({ ...ports, pause }),
  findDuplicates: findDuplicates(ports),
});
