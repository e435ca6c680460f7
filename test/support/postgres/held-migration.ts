import { connectTo } from '../servers/postgres-server.ts';

const table =
  'create table if not exists "schema_lease" ' +
  '("name" text collate "C" primary key, "holder" text collate "C" not null, "held_until" bigint not null)';

const take =
  "insert into \"schema_lease\" values ('migrate', 'somebody', 9e15) " +
  'on conflict ("name") do update set "holder" = excluded."holder", "held_until" = excluded."held_until"';

/** Takes the lease on migrating a database, as somebody else who does that. Answers how it is given back. */
export const holdMigrationLease = async (url: string): Promise<() => Promise<void>> => {
  const admin = await connectTo(url);
  await admin.query(table);
  await admin.query(take);
  return async () => {
    await admin.query('update "schema_lease" set "held_until" = 0');
    await admin.end();
  };
};
