import type { Migration } from './migration.ts';

/** Drafts of policies, each with its newest back-test. */
export const policyDrafts: Migration = {
  name: '0007-policy-drafts',
  statements: [
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
  ],
};
