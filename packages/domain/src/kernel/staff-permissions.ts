/** The roles that staff can have. The names stand in sessions and in claims of identity providers, and never change. */
export const staffRoles = ['reviewer', 'senior', 'auditor', 'admin'] as const;
export type StaffRole = (typeof staffRoles)[number];

/**
 * The roles that have each permission. A member of staff may do what any of their roles allows. `docs/console.md` says
 * what each permission is for.
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
