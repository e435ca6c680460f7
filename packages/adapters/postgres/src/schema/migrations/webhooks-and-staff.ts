/** The tables of webhooks, and of what staff work with. */
export const webhooksAndStaff: readonly string[] = [
  `create table if not exists "webhook_endpoints" (
    "id" text collate "C" primary key,
    "partner_key" text collate "C" not null default '',
    "team_key" text collate "C" not null default '',
    "status" text collate "C" not null default '',
    "version" bigint not null default 0,
    "created_at" text collate "C" not null default '',
    "data" text collate "C" not null default ''
  )`,
  'create index if not exists "webhook_endpoints_partner" on "webhook_endpoints" ("partner_key", "created_at", "id")',
  'create index if not exists "webhook_endpoints_status" on "webhook_endpoints" ("status", "id")',
  `create table if not exists "webhook_states" (
    "id" text collate "C" primary key,
    "endpoint" text collate "C" not null default '',
    "generation" bigint not null default 0,
    "place" bigint not null default 0,
    "data" text collate "C" not null default ''
  )`,
  'create unique index if not exists "webhook_states_endpoint_key" on "webhook_states" ("endpoint")',
  `create table if not exists "webhook_deliveries" (
    "id" text collate "C" primary key,
    "endpoint" text collate "C" not null default '',
    "place" bigint not null default 0,
    "event" text collate "C" not null default '',
    "state" text collate "C" not null default '',
    "attempts" bigint not null default 0,
    "due_at" text collate "C" not null default '',
    "at" text collate "C" not null default ''
  )`,
  'create unique index if not exists "webhook_deliveries_endpoint_place_key" on "webhook_deliveries" ("endpoint", "place")',
  'create index if not exists "webhook_deliveries_due" on "webhook_deliveries" ("state", "endpoint", "due_at", "place")',
  'create index if not exists "webhook_deliveries_dead" on "webhook_deliveries" ("state", "endpoint", "place")',
  'create index if not exists "webhook_deliveries_at" on "webhook_deliveries" ("at", "id")',
  `create table if not exists "webhook_tries" (
    "id" text collate "C" primary key,
    "endpoint" text collate "C" not null default '',
    "at" text collate "C" not null default '',
    "lines" text collate "C" not null default ''
  )`,
  'create index if not exists "webhook_tries_endpoint" on "webhook_tries" ("endpoint", "at", "id")',
  'create index if not exists "webhook_tries_at" on "webhook_tries" ("at", "id")',
  `create table if not exists "work_leases" (
    "id" text collate "C" primary key,
    "work" text collate "C" not null default '',
    "generation" bigint not null default 0,
    "holder" text collate "C" not null default '',
    "held_until" text collate "C" not null default ''
  )`,
  'create unique index if not exists "work_leases_work_key" on "work_leases" ("work")',
  `create table if not exists "staff_members" (
    "id" text collate "C" primary key,
    "member" text collate "C" not null default '',
    "version" bigint not null default 0,
    "data" text collate "C" not null default ''
  )`,
  `create table if not exists "staff_sessions" (
    "id" text collate "C" primary key,
    "member" text collate "C" not null default '',
    "used_at" text collate "C" not null default '',
    "ends_at" text collate "C" not null default '',
    "data" text collate "C" not null default ''
  )`,
  'create index if not exists "staff_sessions_member" on "staff_sessions" ("member", "id")',
  'create index if not exists "staff_sessions_ends_at" on "staff_sessions" ("ends_at")',
  `create table if not exists "review_claims" (
    "id" text collate "C" primary key,
    "partner_key" text collate "C" not null default '',
    "team_key" text collate "C" not null default '',
    "generation" bigint not null default 0,
    "held_until" text collate "C" not null default '',
    "data" text collate "C" not null default ''
  )`,
  'create index if not exists "review_claims_team" on "review_claims" ("partner_key", "team_key", "held_until", "id")',
  'create index if not exists "review_claims_partner" on "review_claims" ("partner_key", "held_until", "id")',
  `create table if not exists "clients" (
    "id" text collate "C" primary key,
    "partner_key" text collate "C" not null default '',
    "team_key" text collate "C" not null default '',
    "version" bigint not null default 0,
    "created_at" text collate "C" not null default '',
    "updated_at" text collate "C" not null default '',
    "data" text collate "C" not null default ''
  )`,
  'create index if not exists "clients_partner" on "clients" ("partner_key", "created_at", "id")',
  'create index if not exists "clients_updated" on "clients" ("updated_at", "id")',
  `create table if not exists "policy_drafts" (
    "id" text collate "C" primary key,
    "partner_key" text collate "C" not null default '',
    "status" text collate "C" not null default '',
    "version" bigint not null default 0,
    "created_at" text collate "C" not null default '',
    "updated_at" text collate "C" not null default '',
    "data" text collate "C" not null default '',
    "test_generation" bigint not null default 0,
    "test_until" text collate "C" not null default '',
    "back_test" text collate "C" not null default ''
  )`,
  'create index if not exists "policy_drafts_partner" on "policy_drafts" ("partner_key", "status", "updated_at", "id")',
  'create index if not exists "policy_drafts_test" on "policy_drafts" ("partner_key", "test_until", "id")',
];
