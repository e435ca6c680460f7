/** The rights that a machine token may have. The names are part of the API and never change. */
export const scopes = [
  'health:read',
  'profiles:read',
  'profiles:write',
  'status-history:write',
  'reviews:write',
  'verification-history:write',
  'profiles:erase',
  'ledger:read',
  'access-log:read',
  'events:read',
  'webhooks:manage',
] as const;

export type Scope = (typeof scopes)[number];
