import type { SignedInMember } from '@portcullis/backoffice';
import { StaffId } from '@portcullis/backoffice/ports';
import { pipe, TE } from '@portcullis/domain';
import { closedObject } from '@portcullis/domain/kernel';
import { endpoint } from '../endpoint.ts';

const common = {
  access: 'staff',
  scope: null,
  permission: 'sessions:manage',
  forConsole: true,
  showsRecords: false,
} as const;

const signedInBody = ({ member, sessions, since, usedAt }: SignedInMember) => ({
  object: 'signed_in_member',
  id: member.staffId,
  name: member.name,
  roles: member.roles,
  team_id: member.tenant.teamId,
  sessions,
  since,
  used_at: usedAt,
});

/** Lists the signed-in members of staff. */
export const listSignedIn = endpoint({
  ...common,
  method: 'GET',
  path: '/api/staff/sessions',
  id: 'listSignedIn',
  run: ({ services }, { caller }) =>
    pipe(
      services.listSignedIn(caller),
      TE.map(({ members, ...left }) => ({
        status: 200,
        body: { object: 'list', data: members.map(signedInBody), ...left },
      })),
    ),
});

/** End all sessions of somebody. */
export const endSessionsOf = endpoint({
  ...common,
  method: 'POST',
  path: '/api/staff/:id/end-sessions',
  id: 'endSessionsOf',
  params: closedObject({ id: StaffId }, {}, 'member in the path'),
  run: ({ services }, { caller, params }) =>
    pipe(
      services.endSessionsOf({ caller, staffId: params.id }),
      TE.map((ended) => ({ status: 200, body: { object: 'ended_sessions', id: params.id, ended } })),
    ),
});
