import type { TableName } from './tables.ts';

/**
 * The indexes for the lists and searches of a table, beside its unique sets: each index by its name, with its columns
 * in their order. PostgreSQL reads an index backwards as well, and leaves `DESC` out.
 */
export const indexes: { readonly [Name in TableName]?: { readonly [name: string]: string } } = {
  profiles: {
    team_status: 'partner_key, team_key, status, created_at DESC, id',
    team: 'partner_key, team_key, created_at DESC, id',
    status: 'partner_key, status, created_at DESC, id',
    listing: 'partner_key, created_at DESC, id',
    team_updated: 'partner_key, team_key, updated_at, id',
    updated: 'partner_key, updated_at, id',
    reference: 'reference_key, partner_key',
    due: 'due_at, id',
    key: 'key',
    team_queue: 'partner_key, team_key, status, waiting_since, id',
    queue: 'partner_key, status, waiting_since, id',
    waiting: 'waiting_since, id',
  },
  data_keys: { key: 'key_id, id' },
  ledger: {
    follows: 'follows',
    place: 'place, profile, seq',
    feed: 'partner_key, feed_place',
  },
  liveness_sessions: { profile: 'profile' },
  device_events: { profile: 'profile' },
  sightings: { reference: 'reference, partner_key' },
  sighting_times: {
    digest: 'digest, kind, partner_key, at',
    profile: 'profile',
  },
  sighting_lists: {
    partner: 'partner_key, added_at, id',
    profile: 'profile',
  },
  files: {
    profile: 'profile',
    object: 'object_key',
  },
  idempotency_keys: {
    kept: 'kept_until',
    profile: 'profile',
  },
  token_states: {
    recorded: 'kind, recorded_at, id',
    expires: 'expires_at',
  },
  usage_counters: { day: 'day, id' },
  access_log: {
    team: 'partner_key, team_key, at, id',
    partner: 'partner_key, at, id',
    at: 'at, id',
  },
  webhook_endpoints: {
    partner: 'partner_key, created_at, id',
    status: 'status, id',
  },
  clients: {
    partner: 'partner_key, created_at, id',
    updated: 'updated_at, id',
  },
  policy_drafts: {
    partner: 'partner_key, status, updated_at, id',
  },
  webhook_deliveries: {
    due: 'state, endpoint, due_at, place',
    dead: 'state, endpoint, place',
    at: 'at, id',
  },
  webhook_tries: {
    endpoint: 'endpoint, at, id',
    at: 'at, id',
  },
  staff_sessions: {
    member: 'member, id',
    ends_at: 'ends_at',
  },
  review_claims: {
    team: 'partner_key, team_key, held_until, id',
    partner: 'partner_key, held_until, id',
  },
};
