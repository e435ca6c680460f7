import { pipe, TE } from '@portcullis/domain';
import { RetainedProfileBody, retainedProfileBody } from '../responses/profile-body.ts';
import { endpoint } from './endpoint.ts';
import { ProfileParams } from './profiles.ts';

export const takeBackErasure = endpoint({
  method: 'DELETE',
  path: '/api/profiles/:id/erasure',
  id: 'takeBackErasure',
  tag: 'Profiles',
  summary: 'Take back an erasure that retention has announced',
  description:
    'The days of retention begin anew, and `erases_at` says when they end. While nothing is announced, it changes nothing, so that it can be repeated. An erasure that has begun, or that somebody has requested, cannot be taken back.',
  access: 'machine-or-staff',
  permission: 'profiles:erase',
  scope: 'profiles:erase',
  showsRecords: true,
  params: ProfileParams,
  profile: ({ id }) => id,
  responses: [{ status: 200, description: 'When the profile is erased now.', body: RetainedProfileBody }],
  errors: ['invalid_transition', 'version_conflict', 'database_unavailable'],
  run: ({ services }, { caller, params }) =>
    pipe(
      services.takeBackErasure({ caller, id: params.id }),
      TE.map((profile) => ({ status: 200, body: retainedProfileBody(profile) })),
    ),
});
