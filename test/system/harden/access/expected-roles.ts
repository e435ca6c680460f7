import type { StaffPermission, StaffRole } from '@portcullis/domain/kernel';

/** What each role may do, as `docs/console.md` says it. It is written by hand beside the code. */
export const permissionsOfRole: { readonly [Role in StaffRole]: readonly StaffPermission[] } = {
  reviewer: ['reviews:read', 'reviews:claim', 'reviews:decide', 'persons:read', 'pictures:read', 'policies:read'],
  senior: [
    'reviews:read',
    'reviews:claim',
    'reviews:decide',
    'reviews:override',
    'persons:read',
    'pictures:read',
    'evidence:export',
    'lists:manage',
    'policies:read',
  ],
  auditor: [
    'reviews:read',
    'persons:read',
    'pictures:read',
    'evidence:export',
    'policies:read',
    'audit:read',
    'operations:read',
  ],
  admin: [
    'reviews:read',
    'profiles:erase',
    'lists:manage',
    'policies:read',
    'policies:write',
    'webhooks:manage',
    'clients:manage',
    'sessions:manage',
    'audit:read',
    'operations:read',
  ],
};
