import { migrate, postgresClient } from '@portcullis/adapter-postgres';
import { namesPostgres, readDatabaseVariables } from '@portcullis/app/configuration';
import { E } from '@portcullis/domain';
import { defineCommand } from '../command/command-line.ts';
import { type CommandResult, misconfiguredResult, refusalIn, unavailableResult } from '../command/command-result.ts';

const noPostgres: CommandResult = {
  code: 1,
  lines: ['DATABASE_URL names a PocketBase, which applies its migrations when it starts.'],
};

const resultOf = async (url: string, grantTo: string | null): Promise<CommandResult> => {
  const client = postgresClient({ url });
  const done = await migrate(client, grantTo)();
  await client.close();
  if (E.isLeft(done)) {
    const refusal = refusalIn(done.left);
    return refusal === null ? unavailableResult(done.left) : { code: 1, lines: [refusal] };
  }
  const schema = done.right ? 'The schema was made.' : 'The schema is that of this release.';
  return {
    code: 0,
    lines: [schema, ...(grantTo === null ? [] : [`The role ${grantTo} may read and write its rows.`])],
  };
};

/** `npx portcullis migrate`: brings the schema of a PostgreSQL to that of this release. */
export const migrateCommand = defineCommand({
  name: 'migrate',
  description:
    'Brings the schema of the PostgreSQL at DATABASE_URL to that of this release, in one transaction. A PocketBase applies its migrations itself when it starts.\n\nIt can be ended at any moment, and leaves nothing then; of several that are called at once one works, and the others wait for it.',
  notes:
    'Needs DATABASE_URL and DATA_KEYS. Exit code: 0 when the schema is that of this release, 1 when the database has another one or is no PostgreSQL, 2 when it cannot be used.',
  crashMessage: 'The schema could not be brought to that of this release',
  build: (line, { env, finish }) => {
    const run = async (grantTo: string | null): Promise<CommandResult> => {
      const read = readDatabaseVariables(env);
      const ofAddress = E.isLeft(read) ? read.left.filter(({ name }) => name === 'DATABASE_URL') : [];
      if (ofAddress.length > 0) return misconfiguredResult(ofAddress);
      if (!namesPostgres(env['DATABASE_URL']?.trim() ?? '')) return noPostgres;
      if (E.isLeft(read)) return misconfiguredResult(read.left);
      return resultOf(read.right.DATABASE_URL, grantTo);
    };
    line
      .option(
        '--grant-to <role>',
        'lets this role read and write rows, for a service that owns nothing (PostgreSQL 17)',
      )
      .action(({ grantTo = null }) => finish(run(grantTo)));
  },
});
