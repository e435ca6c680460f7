import type { DuplicatesView } from '@portcullis/backoffice';
import { pipe, TE } from '@portcullis/domain';
import { endpoint } from '../endpoint.ts';
import { ProfileParams } from '../profiles.ts';
import { staffRoute } from './queue.ts';
import { reviewBody } from './review-body.ts';

const duplicatesBody = ({ lists, shared }: DuplicatesView) => ({
  object: 'duplicates',
  lists,
  data: shared.map(({ kinds, review }) => ({ kinds, review: reviewBody(review) })),
});

/** Finds the profiles that have shown the same. */
export const readDuplicates = endpoint({
  ...staffRoute,
  method: 'GET',
  path: '/api/reviews/:id/duplicates',
  id: 'readDuplicates',
  permission: 'reviews:read',
  showsRecords: true,
  params: ProfileParams,
  profile: ({ id }) => id,
  run: ({ services }, { caller, params }) =>
    pipe(
      services.findDuplicates({ caller, id: params.id }),
      TE.map((found) => ({
        status: 200,
        ...(found.shared.length > 0 && { profileIds: found.shared.map(({ review }) => review.profile.id) }),
        body: duplicatesBody(found),
      })),
    ),
});
