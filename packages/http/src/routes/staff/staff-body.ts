import { idleEndOf, principalOf, type StaffMemberView } from '@portcullis/backoffice';
import type { StaffSession } from '@portcullis/backoffice/ports';
import {
  hasPermission,
  oneOf,
  permissionsOf,
  type StaffPrincipal,
  staffPermissions,
  staffRoles,
  t,
} from '@portcullis/domain/kernel';
import { nullable, Timestamp } from '../../responses/shared-codecs.ts';

/** The terms by which staff search profiles. */
const searchTerms = ['reference', 'profile_id', 'document_number', 'name'] as const;

/** The terms by which a member of staff may search: terms about persons need a permission. */
const searchTermsOf = (caller: StaffPrincipal): readonly (typeof searchTerms)[number][] => {
  if (!hasPermission(caller, 'reviews:read')) return [];
  return hasPermission(caller, 'persons:read') ? searchTerms : ['reference', 'profile_id'];
};

export const StaffMemberBody = t.type(
  {
    object: t.literal('staff_member'),
    id: t.string,
    name: t.string,
    roles: t.readonlyArray(oneOf(staffRoles)),
    permissions: t.readonlyArray(oneOf(staffPermissions)),
    partner_id: t.string,
    team_id: nullable(t.string),
    search_by: t.readonlyArray(oneOf(searchTerms)),
    session: t.type({ expires_at: Timestamp, idle_expires_at: Timestamp }),
  },
  'StaffMember',
);

export const staffMemberBody = ({
  caller,
  expiresAt,
  idleExpiresAt,
}: StaffMemberView): t.TypeOf<typeof StaffMemberBody> => ({
  object: 'staff_member',
  id: caller.staffId,
  name: caller.name,
  roles: caller.roles,
  permissions: permissionsOf(caller),
  partner_id: caller.tenant.partnerId,
  team_id: caller.tenant.teamId,
  search_by: searchTermsOf(caller),
  session: { expires_at: expiresAt, idle_expires_at: idleExpiresAt },
});

/** The body for a session that begins. */
export const startedMemberBody = (session: StaffSession) =>
  staffMemberBody({ caller: principalOf(session), expiresAt: session.endsAt, idleExpiresAt: idleEndOf(session) });
