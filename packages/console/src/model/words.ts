// Made by `npm run generate:client` from what describes the API, or its part for staff. Do not edit it.
// The description: 0a7afac63f02986d10eff6ace9f301de83b0adab83929d780ac7359a0233abda
// The lines below: 7b6f00dc823d8764d7bdf931b381492cc0533b1f355f1668e964d03304761b0b

export const clientScopes = [
  'health:read',
  'profiles:read',
  'profiles:write',
  'status-history:write',
  'reviews:write',
  'verification-history:write',
  'profiles:erase',
  'access-log:read',
  'events:read',
  'webhooks:manage',
] as const;

export const eventTypes = [
  'profile.created',
  'profile.consent_given',
  'profile.submitted',
  'profile.requires_input',
  'profile.in_review',
  'profile.approved',
  'profile.declined',
  'profile.lapsed',
  'profile.expired',
  'profile.canceled',
  'profile.erased',
  'endpoint.disabled',
] as const;

export const fingerprintKinds = [
  'document',
  'person',
  'image',
  'device',
] as const;

export const listNames = [
  'blocked',
  'allowed',
] as const;

export const outcomes = [
  'approve',
  'decline',
  'request_input',
  'reopen',
] as const;

export const searchKinds = [
  'reference',
  'profile_id',
  'document_number',
  'name',
] as const;

export const statuses = [
  'created',
  'in_progress',
  'processing',
  'requires_input',
  'in_review',
  'approved',
  'declined',
  'lapsed',
  'expired',
  'canceled',
] as const;

export const steps = [
  'consent',
  'document_front',
  'document_back',
  'liveness',
  'device',
] as const;

export const systemOutcomes = [
  'approve',
  'retry',
  'review',
  'decline',
] as const;
