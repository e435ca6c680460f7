import { pipe, TE } from '@portcullis/domain';
import { closedObject, t } from '@portcullis/domain/kernel';
import { nullable } from '../../responses/shared-codecs.ts';
import { endpoint } from '../endpoint.ts';
import { ProfileParams } from '../profiles.ts';
import { emptyObject } from '../route.ts';
import { staffRoute } from './queue.ts';
import { ReviewBody, reviewBody } from './review-body.ts';

const emptyForms = { machine: emptyObject, flow: emptyObject };
const nothing = { json: emptyForms, absent: emptyForms, example: {} };

const Claim = closedObject({}, { take_over: t.boolean }, 'Claim');
const claimForms = { machine: Claim, flow: Claim };

const NextReviewBody = t.type({ object: t.literal('next_review'), review: nullable(ReviewBody) }, 'NextReview');

/** Claim the profile that waits longest. */
export const claimNextReview = endpoint({
  ...staffRoute,
  method: 'POST',
  path: '/api/reviews/next',
  id: 'claimNextReview',
  permission: 'reviews:claim',
  showsRecords: true,
  body: nothing,
  responses: [{ status: 200, body: NextReviewBody }],
  run: ({ services }, { caller }) =>
    pipe(
      services.claimNext({ caller }),
      TE.map((review) => ({
        status: 200,
        ...(review === null ? { profileIds: [] } : { profileId: review.profile.id }),
        body: { object: 'next_review', review: review && reviewBody(review) },
      })),
    ),
});

/** Claim a profile, or renew the claim on it. */
export const claimReview = endpoint({
  ...staffRoute,
  method: 'POST',
  path: '/api/reviews/:id/claim',
  id: 'claimReview',
  permission: 'reviews:claim',
  showsRecords: true,
  params: ProfileParams,
  profile: ({ id }) => id,
  body: { json: claimForms, absent: claimForms, example: { take_over: true } },
  responses: [{ status: 200, body: ReviewBody }],
  run: ({ services }, { body, caller, params }) =>
    pipe(
      services.claimReview({ caller, id: params.id, takeOver: body.take_over ?? false }),
      TE.map((review) => ({ status: 200, body: reviewBody(review) })),
    ),
});

/** Give a profile back. */
export const releaseReview = endpoint({
  ...staffRoute,
  method: 'POST',
  path: '/api/reviews/:id/release',
  id: 'releaseReview',
  permission: 'reviews:claim',
  showsRecords: true,
  params: ProfileParams,
  profile: ({ id }) => id,
  body: nothing,
  responses: [{ status: 200, body: ReviewBody }],
  run: ({ services }, { caller, params }) =>
    pipe(
      services.releaseReview({ caller, id: params.id }),
      TE.map((review) => ({ status: 200, body: reviewBody(review) })),
    ),
});
