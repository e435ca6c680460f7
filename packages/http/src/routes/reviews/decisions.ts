import { reviewOutcomes } from '@portcullis/backoffice';
import { pipe, TE } from '@portcullis/domain';
import { closedObject, integer, multilineText, oneOf } from '@portcullis/domain/kernel';
import { StepsCodec } from '@portcullis/domain/serialization';
import { endpoint } from '../endpoint.ts';
import { ReviewReason } from '../histories.ts';
import { ProfileParams } from '../profiles.ts';
import { staffRoute } from './queue.ts';
import { DecidedReviewBody, reviewDecisionBody } from './review-body.ts';

const ReviewDecision = closedObject(
  { outcome: oneOf(reviewOutcomes), expected_version: integer(1, 1_000_000_000) },
  { reason: ReviewReason, note: multilineText(2000), steps: StepsCodec },
  'ReviewDecision',
);

/** Approve, decline, ask again, or reopen. */
export const decideReview = endpoint({
  ...staffRoute,
  method: 'POST',
  path: '/api/reviews/:id/decision',
  id: 'decideReview',
  permission: 'reviews:decide',
  showsRecords: true,
  params: ProfileParams,
  profile: ({ id }) => id,
  body: {
    json: { machine: ReviewDecision, flow: ReviewDecision },
    example: { outcome: 'decline', note: 'The portrait was replaced.', expected_version: 12 },
  },
  responses: [{ status: 200, body: DecidedReviewBody }],
  run: ({ services }, { body, caller, operation, params }) =>
    pipe(
      services.decideReview({
        caller,
        id: params.id,
        operation,
        outcome: body.outcome,
        expectedVersion: body.expected_version,
        reason: body.reason ?? null,
        note: body.note ?? null,
        steps: body.steps ?? null,
      }),
      TE.map((decided) => ({ status: 200, body: reviewDecisionBody(decided) })),
    ),
});
