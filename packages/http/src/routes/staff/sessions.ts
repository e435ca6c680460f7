import type { SignedInMember } from '@portcullis/backoffice';
import { StaffId } from '@portcullis/backoffice/ports';
import { pipe, TE } from '@portcullis/domain';
import { closedObject, oneOf, staffRoles, t } from '@portcullis/domain/kernel';
import { Count, nullable, Ordinal, Timestamp } from '../../responses/shared-codecs.ts';
import { endpoint } from '../endpoint.ts';

const common = {
  access: 'staff',
  scope: null,
  permission: 'sessions:manage',
  forConsole: true,
  showsRecords: false,
} as const;

const SignedInBody = t.type(
  {
    object: t.literal('signed_in_member'),
    id: t.string,
    name: t.string,
    roles: t.readonlyArray(oneOf(staffRoles)),
    team_id: nullable(t.string),
    sessions: Ordinal,
    since: Timestamp,
    used_at: Timestamp,
  },
  'SignedInMember',
);

const SignedInList = t.intersection(
  [t.type({ object: t.literal('list'), data: t.readonlyArray(SignedInBody) }), t.partial({ damaged: Count })],
  'SignedInMembers',
);

const EndedSessionsBody = t.type({ object: t.literal('ended_sessions'), id: t.string, ended: Count }, 'EndedSessions');

const signedInBody = ({ member, sessions, since, usedAt }: SignedInMember): t.TypeOf<typeof SignedInBody> => ({
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
  responses: [{ status: 200, body: SignedInList }],
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
  responses: [{ status: 200, body: EndedSessionsBody }],
  run: ({ services }, { caller, params }) =>
    pipe(
      services.endSessionsOf({ caller, staffId: params.id }),
      TE.map((ended) => ({ status: 200, body: { object: 'ended_sessions', id: params.id, ended } })),
    ),
});
