import type { Migration } from './migration.ts';

/** Who has put something on a list of a partner, when, why, and by which profile. */
export const lists: Migration = {
  name: '0006-lists',
  statements: [
    `alter table "sighting_lists" add column if not exists "added_at" text collate "C" not null default ''`,
    `alter table "sighting_lists" add column if not exists "profile" text collate "C" not null default ''`,
    `alter table "sighting_lists" add column if not exists "note" text collate "C" not null default ''`,
    `alter table "sighting_lists" add column if not exists "data" text collate "C" not null default ''`,
    'create index if not exists "sighting_lists_partner" on "sighting_lists" ("partner_key", "added_at", "id")',
    'create index if not exists "sighting_lists_profile" on "sighting_lists" ("profile")',
  ],
};
