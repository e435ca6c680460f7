/** The tables of the ledger, and of what is counted and compared. */
export const ledger: readonly string[] = [
  `create table if not exists "ledger" (
    "id" text collate "C" primary key,
    "profile" text collate "C" not null default '',
    "seq" bigint not null default 0,
    "kind" text collate "C" not null default '',
    "follows" text collate "C" not null default '',
    "data" text collate "C" not null default 'null',
    "data_members" text collate "C" not null default '',
    "personal" text collate "C" not null default '',
    "place" bigint not null default 0,
    "partner_key" text collate "C" not null default '',
    "event" text collate "C" not null default '',
    "feed_place" bigint not null default 0
  )`,
  'create unique index if not exists "ledger_profile_seq_key" on "ledger" ("profile", "seq")',
  'create index if not exists "ledger_follows" on "ledger" ("follows")',
  'create index if not exists "ledger_place" on "ledger" ("place", "profile", "seq")',
  'create index if not exists "ledger_feed" on "ledger" ("partner_key", "feed_place")',
  `create table if not exists "ledger_log" (
    "id" text collate "C" primary key,
    "log" text collate "C" not null default '',
    "generation" bigint not null default 0,
    "holder" text collate "C" not null default '',
    "held_until" text collate "C" not null default '',
    "size" bigint not null default 0,
    "hash" text collate "C" not null default ''
  )`,
  `create table if not exists "ledger_heads" (
    "id" text collate "C" primary key,
    "log" text collate "C" not null default '',
    "size" bigint not null default 0,
    "hash" text collate "C" not null default '',
    "at" text collate "C" not null default '',
    "public_key" text collate "C" not null default '',
    "signature" text collate "C" not null default ''
  )`,
  'create unique index if not exists "ledger_heads_size_key" on "ledger_heads" ("size")',
  `create table if not exists "feed_heads" (
    "id" text collate "C" primary key,
    "partner_key" text collate "C" not null default '',
    "place" bigint not null default 0,
    "first" bigint not null default 0
  )`,
  'create unique index if not exists "feed_heads_partner_key_key" on "feed_heads" ("partner_key")',
  `create table if not exists "sighting_keys" (
    "id" text collate "C" primary key,
    "partner_key" text collate "C" not null default '',
    "key" text collate "C" not null default ''
  )`,
  'create unique index if not exists "sighting_keys_partner_key_key" on "sighting_keys" ("partner_key")',
  `create table if not exists "sightings" (
    "id" text collate "C" primary key,
    "partner_key" text collate "C" not null default '',
    "kind" text collate "C" not null default '',
    "digest" text collate "C" not null default '',
    "reference" text collate "C" not null default ''
  )`,
  'create unique index if not exists "sightings_digest_kind_partner_key_reference_key" on "sightings" ("digest", "kind", "partner_key", "reference")',
  'create index if not exists "sightings_reference" on "sightings" ("reference", "partner_key")',
  `create table if not exists "sighting_times" (
    "id" text collate "C" primary key,
    "partner_key" text collate "C" not null default '',
    "kind" text collate "C" not null default '',
    "digest" text collate "C" not null default '',
    "profile" text collate "C" not null default '',
    "attempt" bigint not null default 0,
    "at" text collate "C" not null default ''
  )`,
  'create index if not exists "sighting_times_digest" on "sighting_times" ("digest", "kind", "partner_key", "at")',
  'create index if not exists "sighting_times_profile" on "sighting_times" ("profile")',
  `create table if not exists "sighting_lists" (
    "id" text collate "C" primary key,
    "partner_key" text collate "C" not null default '',
    "kind" text collate "C" not null default '',
    "digest" text collate "C" not null default '',
    "list" text collate "C" not null default '',
    "added_at" text collate "C" not null default '',
    "profile" text collate "C" not null default '',
    "note" text collate "C" not null default '',
    "data" text collate "C" not null default ''
  )`,
  'create unique index if not exists "sighting_lists_digest_kind_partner_key_key" on "sighting_lists" ("digest", "kind", "partner_key")',
  'create index if not exists "sighting_lists_partner" on "sighting_lists" ("partner_key", "added_at", "id")',
  'create index if not exists "sighting_lists_profile" on "sighting_lists" ("profile")',
  `create table if not exists "usage_counters" (
    "id" text collate "C" primary key,
    "name" text collate "C" not null default '',
    "day" text collate "C" not null default '',
    "partner_key" text collate "C" not null default '',
    "amount" bigint not null default 0
  )`,
  'create unique index if not exists "usage_counters_name_partner_key_day_key" on "usage_counters" ("name", "partner_key", "day")',
  'create index if not exists "usage_counters_day" on "usage_counters" ("day", "id")',
  `create table if not exists "access_log" (
    "id" text collate "C" primary key,
    "partner_key" text collate "C" not null default '',
    "team_key" text collate "C" not null default '',
    "at" text collate "C" not null default '',
    "lines" text collate "C" not null default 'null',
    "lines_members" text collate "C" not null default ''
  )`,
  'create index if not exists "access_log_team" on "access_log" ("partner_key", "team_key", "at", "id")',
  'create index if not exists "access_log_partner" on "access_log" ("partner_key", "at", "id")',
  'create index if not exists "access_log_at" on "access_log" ("at", "id")',
];
