import {
  hasPermission,
  matching,
  oneOf,
  permissionsOf,
  type StaffPrincipal,
  staffPermissions,
  staffRoles,
  t,
} from '@portcullis/domain/kernel';
import type { StaffSession } from '@portcullis/domain/ports';
import { idleEndOf, principalOf, type StaffMemberView } from '@portcullis/domain/use-cases';
import { nullable, Timestamp } from '../../responses/shared-codecs.ts';

/** How staff can sign in. */
const signInMethods = ['password', 'openid'] as const;

export const StaffSignInBody = t.type(
  { object: t.literal('staff_sign_in'), methods: t.readonlyArray(oneOf(signInMethods)) },
  'StaffSignIn',
);

/** What staff search profiles by. */
const searchTerms = ['reference', 'profile_id', 'document_number', 'name'] as const;

/** What a member of staff may search by: what is of persons needs a permission. */
const searchTermsOf = (caller: StaffPrincipal): readonly (typeof searchTerms)[number][] => {
  if (!hasPermission(caller, 'reviews:read')) return [];
  return hasPermission(caller, 'persons:read') ? searchTerms : ['reference', 'profile_id'];
};

export const StaffMemberBody = t.type(
  {
    object: t.literal('staff_member'),
    id: matching('the id of a member of staff', /^staff-[a-z0-9]{12}$/),
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

/** The body for a member of staff. */
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
export const startedMemberBody = (session: StaffSession): t.TypeOf<typeof StaffMemberBody> =>
  staffMemberBody({ caller: principalOf(session), expiresAt: session.endsAt, idleExpiresAt: idleEndOf(session) });
