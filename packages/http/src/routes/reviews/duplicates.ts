import { pipe, TE } from '@portcullis/domain';
import { fingerprintKinds } from '@portcullis/domain/documents';
import { oneOf, t } from '@portcullis/domain/kernel';
import { listNames } from '@portcullis/domain/ports';
import type { DuplicatesView } from '@portcullis/domain/use-cases';
import { endpoint } from '../endpoint.ts';
import { ProfileParams } from '../profiles.ts';
import { noBody } from '../route.ts';
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

export const readDuplicates = endpoint({
  ...staffRoute,
  method: 'GET',
  path: '/api/reviews/:id/duplicates',
  id: 'readDuplicates',
  summary: 'Who else has shown the same',
  description:
    'For the console: at most 20 other profiles that the member may see and that have shown the same document, person, picture or device, those first that were checked last, and which of it is on a list now.',
  permission: 'reviews:read',
  showsRecords: true,
  params: ProfileParams,
  profile: ({ id }) => id,
  body: noBody,
  responses: [{ status: 200, description: 'The other profiles, and the lists.', body: DuplicatesBody }],
  errors: ['database_unavailable'],
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
