import type { Migration } from './migration.ts';

/** The accounts of staff and their sessions. */
export const staff: Migration = {
  name: '0003-staff',
  statements: [
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
  ],
};
