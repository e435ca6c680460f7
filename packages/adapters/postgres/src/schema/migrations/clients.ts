import type { Migration } from './migration.ts';

/** The machine clients that staff have created. */
export const clients: Migration = {
  name: '0005-clients',
  statements: [
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
  ],
};
