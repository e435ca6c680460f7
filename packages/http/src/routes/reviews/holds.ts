import { pipe, TE } from '@portcullis/domain';
import { closedObject, multilineText } from '@portcullis/domain/kernel';
import { endpoint } from '../endpoint.ts';
import { ProfileParams } from '../profiles.ts';
import { staffRoute } from './queue.ts';
import { HeldReviewBody, reviewBodyFor } from './review-body.ts';

const Note = multilineText(2000);
const Hold = closedObject({ note: Note }, {}, 'Hold');
const Release = closedObject({}, { note: Note }, 'ReleaseHold');
const releaseForms = { machine: Release, flow: Release };

const forOneProfile = {
  ...staffRoute,
  method: 'POST',
  permission: 'profiles:erase',
  showsRecords: true,
  params: ProfileParams,
  profile: ({ id }: { readonly id: string }) => id,
} as const;

export const holdReview = endpoint({
  ...forOneProfile,
  path: '/api/reviews/:id/hold',
  id: 'holdReview',
  summary: 'Keep a profile from being erased',
  description:
    'For the console: neither a request nor retention erases the profile until the hold is released. A hold that exists stays as it was set first. Of a hold of the operator, neither who has set it nor the note is shown.',
  body: { json: { machine: Hold, flow: Hold }, example: { note: 'Case 2027-113' } },
  responses: [{ status: 200, description: 'The profile, with its hold.', body: HeldReviewBody }],
  errors: ['invalid_transition', 'version_conflict', 'database_unavailable'],
  run: ({ services }, { body, caller, params }) =>
    pipe(
      services.holdReview({ caller, id: params.id, held: true, note: body.note }),
      TE.map((review) => ({ status: 200, body: reviewBodyFor(caller, review) })),
    ),
});

export const releaseHold = endpoint({
  ...forOneProfile,
  path: '/api/reviews/:id/release-hold',
  id: 'releaseHold',
  summary: 'Let a profile be erased again',
  description:
    'For the console: retention goes on where it was. A hold of the operator stays; the operator alone releases it.',
  body: { json: releaseForms, absent: releaseForms, example: { note: 'Case 2027-113 is closed.' } },
  responses: [{ status: 200, description: 'The profile, without a hold.', body: HeldReviewBody }],
  errors: ['legal_hold', 'invalid_transition', 'version_conflict', 'database_unavailable'],
  run: ({ services }, { body, caller, params }) =>
    pipe(
      services.holdReview({ caller, id: params.id, held: false, note: body.note ?? null }),
      TE.map((review) => ({ status: 200, body: reviewBodyFor(caller, review) })),
    ),
});
