/** The roles that staff can have. The names stand in sessions and in claims of identity providers, and never change. */
export const staffRoles = ['reviewer', 'senior', 'auditor', 'admin'] as const;
export type StaffRole = (typeof staffRoles)[number];

/**
 * The permissions of each role. A member of staff may do what any of their roles allows:
 *
 * - `reviews:read`: the queue, and a case without personal data
 * - `reviews:claim`: take a case, and release it
 * - `reviews:decide`: approve, decline, or ask for steps again
 * - `reviews:override`: take over the case of another, and reopen what is settled
 * - `persons:read`: the fields of documents, what was claimed, and names
 * - `pictures:read`: the stored pictures
 * - `evidence:export`: evidence packs
 * - `profiles:erase`: erase a profile, and hold it
 * - `lists:manage`: the lists of documents that are blocked or allowed
 * - `policies:read` and `policies:write`: read policies; draft and publish them
 * - `webhooks:manage` and `clients:manage`: where events are sent, and which servers may call
 * - `sessions:manage`: see who is signed in, and end the sessions of others
 * - `audit:read`: the access log
 * - `operations:read`: how the service does: what waits, how profiles come on, webhooks that fail
 */
export const permissionRoles = {
  'reviews:read': ['reviewer', 'senior', 'auditor', 'admin'],
  'reviews:claim': ['reviewer', 'senior'],
  'reviews:decide': ['reviewer', 'senior'],
  'reviews:override': ['senior'],
  'persons:read': ['reviewer', 'senior', 'auditor'],
  'pictures:read': ['reviewer', 'senior', 'auditor'],
  'evidence:export': ['senior', 'auditor'],
  'profiles:erase': ['admin'],
  'lists:manage': ['senior', 'admin'],
  'policies:read': ['reviewer', 'senior', 'auditor', 'admin'],
  'policies:write': ['admin'],
  'webhooks:manage': ['admin'],
  'clients:manage': ['admin'],
  'sessions:manage': ['admin'],
  'audit:read': ['auditor', 'admin'],
  'operations:read': ['auditor', 'admin'],
} as const satisfies { readonly [permission: string]: readonly StaffRole[] };

export type StaffPermission = keyof typeof permissionRoles;

const isPermission = (name: string): name is StaffPermission => Object.hasOwn(permissionRoles, name);

/** Every permission, in the order of the table. */
export const staffPermissions: readonly StaffPermission[] = Object.keys(permissionRoles).filter(isPermission);

/** Whether one of these roles has the permission. */
export const hasPermission = (
  { roles }: { readonly roles: readonly StaffRole[] },
  permission: StaffPermission,
): boolean => permissionRoles[permission].some((role) => roles.includes(role));

/** The permissions of these roles, in the order of the table. */
export const permissionsOf = (member: { readonly roles: readonly StaffRole[] }): readonly StaffPermission[] =>
  staffPermissions.filter((permission) => hasPermission(member, permission));
