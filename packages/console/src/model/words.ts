// Made by `npm run generate:client` from what describes the API, or its part for staff. Do not edit it.
// The description: b48ad11859d4649e3021ccad3852881166b410b47d3d3cae8d72c145e6a2014e
// The lines below: 5ebdd3cbca38c6ad8621ec63f42c1b0255a75657150c262a6f0b9107d917c8d0

export const claimFilters = [
  'mine',
  'none',
  'others',
] as const;

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
