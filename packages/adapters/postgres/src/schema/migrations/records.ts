/** The tables of profiles, files, keys and settings. */
export const records: readonly string[] = [
  `create table if not exists "profiles" (
    "id" text collate "C" primary key,
    "partner_key" text collate "C" not null default '',
    "team_key" text collate "C" not null default '',
    "reference_key" text collate "C" not null default '',
    "current_key" text collate "C",
    "status" text collate "C" not null default '',
    "version" bigint not null default 0,
    "created_at" text collate "C" not null default '',
    "updated_at" text collate "C" not null default '',
    "due_at" text collate "C" not null default '',
    "key" text collate "C" not null default '',
    "data" text collate "C" not null default 'null',
    "data_members" text collate "C" not null default '',
    "waiting_since" text collate "C" not null default ''
  )`,
  'create unique index if not exists "profiles_current_key_key" on "profiles" ("current_key")',
  'create index if not exists "profiles_team_status" on "profiles" ("partner_key", "team_key", "status", "created_at", "id")',
  'create index if not exists "profiles_team" on "profiles" ("partner_key", "team_key", "created_at", "id")',
  'create index if not exists "profiles_status" on "profiles" ("partner_key", "status", "created_at", "id")',
  'create index if not exists "profiles_listing" on "profiles" ("partner_key", "created_at", "id")',
  'create index if not exists "profiles_team_updated" on "profiles" ("partner_key", "team_key", "updated_at", "id")',
  'create index if not exists "profiles_updated" on "profiles" ("partner_key", "updated_at", "id")',
  'create index if not exists "profiles_reference" on "profiles" ("reference_key", "partner_key")',
  'create index if not exists "profiles_due" on "profiles" ("due_at", "id")',
  'create index if not exists "profiles_key" on "profiles" ("key")',
  'create index if not exists "profiles_team_queue" on "profiles" ("partner_key", "team_key", "status", "waiting_since", "id")',
  'create index if not exists "profiles_queue" on "profiles" ("partner_key", "status", "waiting_since", "id")',
  'create index if not exists "profiles_waiting" on "profiles" ("waiting_since", "id")',
  `create table if not exists "data_keys" (
    "id" text collate "C" primary key,
    "profile" text collate "C" not null default '',
    "key_id" text collate "C" not null default '',
    "wrapped" text collate "C" not null default ''
  )`,
  'create unique index if not exists "data_keys_profile_key" on "data_keys" ("profile")',
  'create index if not exists "data_keys_key" on "data_keys" ("key_id", "id")',
  `create table if not exists "service_keys" (
    "id" text collate "C" primary key,
    "name" text collate "C" not null default '',
    "key_id" text collate "C" not null default '',
    "wrapped" text collate "C" not null default ''
  )`,
  'create unique index if not exists "service_keys_name_key" on "service_keys" ("name")',
  `create table if not exists "liveness_sessions" (
    "id" text collate "C" primary key,
    "session" text collate "C" not null default '',
    "profile" text collate "C" not null default ''
  )`,
  'create unique index if not exists "liveness_sessions_session_key" on "liveness_sessions" ("session")',
  'create index if not exists "liveness_sessions_profile" on "liveness_sessions" ("profile")',
  `create table if not exists "device_events" (
    "id" text collate "C" primary key,
    "event" text collate "C" not null default '',
    "profile" text collate "C" not null default '',
    "attempt" bigint not null default 0
  )`,
  'create unique index if not exists "device_events_event_key" on "device_events" ("event")',
  'create index if not exists "device_events_profile" on "device_events" ("profile")',
  `create table if not exists "policies" (
    "id" text collate "C" primary key,
    "policy_id" text collate "C" not null default '',
    "version" text collate "C" not null default '',
    "partner_key" text collate "C" not null default '',
    "position" bigint not null default 0,
    "digest" text collate "C" not null default '',
    "data" text collate "C" not null default 'null',
    "data_members" text collate "C" not null default ''
  )`,
  'create unique index if not exists "policies_policy_id_version_key" on "policies" ("policy_id", "version")',
  'create unique index if not exists "policies_position_key" on "policies" ("position")',
  `create table if not exists "files" (
    "id" text collate "C" primary key,
    "profile" text collate "C" not null default '',
    "kind" text collate "C" not null default '',
    "content_type" text collate "C" not null default '',
    "size" bigint not null default 0,
    "sha256" text collate "C" not null default '',
    "content" text collate "C" not null default '',
    "object_key" text collate "C" not null default ''
  )`,
  'create index if not exists "files_profile" on "files" ("profile")',
  `create table if not exists "idempotency_keys" (
    "id" text collate "C" primary key,
    "key" text collate "C" not null default '',
    "request" text collate "C" not null default '',
    "operation" text collate "C" not null default '',
    "held_until" text collate "C" not null default '',
    "kept_until" text collate "C" not null default '',
    "profile" text collate "C" not null default '',
    "answer" text collate "C" not null default 'null',
    "answer_members" text collate "C" not null default ''
  )`,
  'create unique index if not exists "idempotency_keys_key_key" on "idempotency_keys" ("key")',
  'create index if not exists "idempotency_keys_kept" on "idempotency_keys" ("kept_until")',
  'create index if not exists "idempotency_keys_profile" on "idempotency_keys" ("profile")',
  `create table if not exists "token_states" (
    "id" text collate "C" primary key,
    "kind" text collate "C" not null default '',
    "digest" text collate "C" not null default '',
    "recorded_at" text collate "C" not null default '',
    "expires_at" text collate "C" not null default ''
  )`,
  'create unique index if not exists "token_states_digest_kind_key" on "token_states" ("digest", "kind")',
  'create index if not exists "token_states_recorded" on "token_states" ("kind", "recorded_at", "id")',
  'create index if not exists "token_states_expires" on "token_states" ("expires_at")',
  `create table if not exists "installation" (
    "id" text collate "C" primary key,
    "installation" text collate "C" not null default '',
    "writes" bigint not null default 0,
    "format" bigint not null default 0
  )`,
  `create table if not exists "settings" (
    "id" text collate "C" primary key,
    "name" text collate "C" not null default '',
    "value" text collate "C" not null default 'null',
    "value_members" text collate "C" not null default ''
  )`,
  'create unique index if not exists "settings_name_key" on "settings" ("name")',
  `create table if not exists "file_bytes" (
    "file" text collate "C" primary key,
    "content" text collate "C" not null,
    "bytes" bytea not null
  )`,
  // PostgreSQL keeps samples of the values of a column, which would outlive a key that was destroyed.
  'alter table "data_keys" alter column "wrapped" set statistics 0',
];
