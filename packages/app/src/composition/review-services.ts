import * as backoffice from '@portcullis/backoffice';
import { pause } from './pause.ts';

type ReviewPorts = Parameters<typeof backoffice.decideReview>[0] &
  Parameters<typeof backoffice.searchReviews>[0] &
  Omit<Parameters<typeof backoffice.searchByName>[0], 'pause'> &
  Parameters<typeof backoffice.findDuplicates>[0];

/** The use cases of the staff who review profiles. */
export const reviewServices = (ports: ReviewPorts) => ({
  listReviews: backoffice.listReviews(ports),
  reviewSummary: backoffice.reviewSummary(ports),
  getReview: backoffice.getReview(ports),
  claimReview: backoffice.claimReview(ports),
  claimNext: backoffice.claimNext(ports),
  releaseReview: backoffice.releaseReview(ports),
  decideReview: backoffice.decideReview(ports),
  holdReview: backoffice.holdReview(ports),
  searchReviews: backoffice.searchReviews(ports),
  searchByName: backoffice.searchByName({ ...ports, pause }),
  findDuplicates: backoffice.findDuplicates(ports),
});
