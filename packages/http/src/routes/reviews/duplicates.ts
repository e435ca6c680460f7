import type { DuplicatesView } from '@portcullis/backoffice';
import { pipe, TE } from '@portcullis/domain';
import { fingerprintKinds } from '@portcullis/domain/evidence';
import { oneOf, t } from '@portcullis/domain/kernel';
import { listNames } from '@portcullis/domain/ports';
import { endpoint } from '../endpoint.ts';
import { ProfileParams } from '../profiles.ts';
import { staffRoute } from './queue.ts';
import { ReviewBody, reviewBody } from './review-body.ts';

const Kind = oneOf(fingerprintKinds);

const DuplicatesBody = t.type(
  {
    object: t.literal('duplicates'),
    lists: t.readonlyArray(t.type({ kind: Kind, list: oneOf(listNames) })),
    data: t.readonlyArray(t.type({ kinds: t.readonlyArray(Kind), review: ReviewBody })),
  },
  'Duplicates',
);

const duplicatesBody = ({ lists, shared }: DuplicatesView): t.TypeOf<typeof DuplicatesBody> => ({
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
  responses: [{ status: 200, body: DuplicatesBody }],
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
