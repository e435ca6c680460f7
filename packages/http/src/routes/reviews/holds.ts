import { pipe, TE } from '@portcullis/domain';
import { closedObject } from '@portcullis/domain/kernel';
import { NoteText } from '@portcullis/domain/serialization';
import { endpoint } from '../endpoint.ts';
import { ProfileParams } from '../profiles.ts';
import { staffRoute } from './queue.ts';
import { ReviewBody, reviewBodyFor } from './review-body.ts';

const Hold = closedObject({ note: NoteText }, {}, 'Hold');
const Release = closedObject({}, { note: NoteText }, 'ReleaseHold');
const releaseForms = { machine: Release, flow: Release };

const forOneProfile = {
  ...staffRoute,
  method: 'POST',
  permission: 'profiles:erase',
  showsRecords: true,
  params: ProfileParams,
  profile: ({ id }: { readonly id: string }) => id,
  responses: [{ status: 200, body: ReviewBody }],
} as const;

/** Keep a profile from being erased. */
export const holdReview = endpoint({
  ...forOneProfile,
  path: '/api/reviews/:id/hold',
  id: 'holdReview',
  body: { json: { machine: Hold, flow: Hold }, example: { note: 'Case 2027-113' } },
  run: ({ services }, { body, caller, params }) =>
    pipe(
      services.holdReview({ caller, id: params.id, held: true, note: body.note }),
      TE.map((review) => ({ status: 200, body: reviewBodyFor(caller, review) })),
    ),
});

/** Let a profile be erased again. */
export const releaseHold = endpoint({
  ...forOneProfile,
  path: '/api/reviews/:id/release-hold',
  id: 'releaseHold',
  body: { json: releaseForms, absent: releaseForms, example: { note: 'Case 2027-113 is closed.' } },
  run: ({ services }, { body, caller, params }) =>
    pipe(
      services.holdReview({ caller, id: params.id, held: false, note: body.note ?? null }),
      TE.map((review) => ({ status: 200, body: reviewBodyFor(caller, review) })),
    ),
});
