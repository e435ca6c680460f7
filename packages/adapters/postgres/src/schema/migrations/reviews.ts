import type { Migration } from './migration.ts';

/** The queue of reviews, and who has which profile for review. */
export const reviews: Migration = {
  name: '0004-reviews',
  statements: [
    `alter table "profiles" add column if not exists "waiting_since" text collate "C" not null default ''`,
    `update "profiles" set "waiting_since" = case when "reference_key" = '' then 'erased' else "updated_at" end where "status" = 'in_review' and "waiting_since" = ''`,
    'create index if not exists "profiles_team_queue" on "profiles" ("partner_key", "team_key", "status", "waiting_since", "id")',
    'create index if not exists "profiles_queue" on "profiles" ("partner_key", "status", "waiting_since", "id")',
    'create index if not exists "profiles_waiting" on "profiles" ("waiting_since", "id")',
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
  ],
};
