import { pipe, TE } from '@portcullis/domain';
import { closedObject, t } from '@portcullis/domain/kernel';
import { endpoint } from '../endpoint.ts';
import { ProfileParams } from '../profiles.ts';
import { emptyObject } from '../route.ts';
import { staffRoute } from './queue.ts';
import { NextReviewBody, ReviewBody, reviewBody } from './review-body.ts';

const emptyForms = { machine: emptyObject, flow: emptyObject };
const nothing = { json: emptyForms, absent: emptyForms, example: {} };

const Claim = closedObject({}, { take_over: t.boolean }, 'Claim');
const claimForms = { machine: Claim, flow: Claim };

export const claimNextReview = endpoint({
  ...staffRoute,
  method: 'POST',
  path: '/api/reviews/next',
  id: 'claimNextReview',
  summary: 'Claim the profile that waits longest',
  description:
    'For the console: of those that nobody has claimed, and that the member of staff has not approved already. `review` is null where there is none among the first thousand.',
  permission: 'reviews:claim',
  showsRecords: true,
  params: emptyObject,
  body: nothing,
  responses: [{ status: 200, description: 'The profile.', body: NextReviewBody }],
  errors: ['claim_limit_reached', 'database_unavailable'],
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

export const claimReview = endpoint({
  ...staffRoute,
  method: 'POST',
  path: '/api/reviews/:id/claim',
  id: 'claimReview',
  summary: 'Claim a profile, or renew the claim on it',
  description:
    'For the console: a claim lasts for 15 minutes. With `take_over` the claim of another ends, which needs the permission `reviews:override`.',
  permission: 'reviews:claim',
  showsRecords: true,
  params: ProfileParams,
  profile: ({ id }) => id,
  body: { json: claimForms, absent: claimForms, example: { take_over: true } },
  responses: [{ status: 200, description: 'The profile, with the claim.', body: ReviewBody }],
  errors: [
    'review_claimed',
    'claim_limit_reached',
    'invalid_transition',
    'insufficient_permission',
    'database_unavailable',
  ],
  run: ({ services }, { body, caller, params }) =>
    pipe(
      services.claimReview({ caller, id: params.id, takeOver: body.take_over ?? false }),
      TE.map((review) => ({ status: 200, body: reviewBody(review) })),
    ),
});

export const releaseReview = endpoint({
  ...staffRoute,
  method: 'POST',
  path: '/api/reviews/:id/release',
  id: 'releaseReview',
  summary: 'Give a profile back',
  description: 'For the console: ends the own claim on a profile.',
  permission: 'reviews:claim',
  showsRecords: true,
  params: ProfileParams,
  profile: ({ id }) => id,
  body: nothing,
  responses: [{ status: 200, description: 'The profile, without a claim.', body: ReviewBody }],
  errors: ['claim_required', 'database_unavailable'],
  run: ({ services }, { caller, params }) =>
    pipe(
      services.releaseReview({ caller, id: params.id }),
      TE.map((review) => ({ status: 200, body: reviewBody(review) })),
    ),
});
