import * as useCases from '@portcullis/domain/use-cases';
import { pause } from './pause.ts';

type ReviewPorts = Parameters<typeof useCases.decideReview>[0] &
  Parameters<typeof useCases.searchReviews>[0] &
  Omit<Parameters<typeof useCases.searchByName>[0], 'pause'> &
  Parameters<typeof useCases.findDuplicates>[0];

/** The use cases of the staff who review profiles. */
export const reviewServices = (ports: ReviewPorts) => ({
  listReviews: useCases.listReviews(ports),
  reviewSummary: useCases.reviewSummary(ports),
  getReview: useCases.getReview(ports),
  claimReview: useCases.claimReview(ports),
  claimNext: useCases.claimNext(ports),
  releaseReview: useCases.releaseReview(ports),
  decideReview: useCases.decideReview(ports),
  holdReview: useCases.holdReview(ports),
  searchReviews: useCases.searchReviews(ports),
  searchByName: useCases.searchByName({ ...ports, pause }),
  findDuplicates: useCases.findDuplicates(ports),
});
