import { E, type Either, type TaskEither, type Unavailable, unavailable } from '@portcullis/domain';
import { withOutageCause } from '@portcullis/domain/kernel';
import { anotherBuild } from '@portcullis/record-store/driver';
import type { PostgresClient, Session } from '../connection/client.ts';
import { outageOfThrown } from '../connection/failure.ts';
import { sqlFailureOf } from '../connection/sql-state.ts';
import { statement } from '../connection/statement.ts';
import { bookkeepingTable, isOfAnotherBuild, readApplied, recordMigration } from './bookkeeping.ts';
import { migration } from './schema-steps.ts';

const deadlineMs = 600_000;

/** How often it is begun while others, who migrate at the same time, are in its way. */
const maxAttempts = 5;

/** Several who create a table at once disturb each other, although each says "if not exists". */
const isRace = (cause: unknown): boolean =>
  ['23505', '42710', '42P07', '40001', '40P01', 'XX000'].includes(sqlFailureOf(cause).code);

/** Executes the statements of the migration, unless one is recorded. Answers whether it did. */
const migrateOnce = async (session: Session): Promise<Either<Unavailable, boolean>> => {
  await session.run(bookkeepingTable);
  const applied = await readApplied(session);
  if (isOfAnotherBuild(applied))
    return E.left(withOutageCause(unavailable('database', anotherBuild.what, 'rejected'), 'schema_differs'));
  if (applied.size > 0) return E.right(false);
  for (const text of migration.statements) await session.run({ text, values: [] });
  await session.run(recordMigration);
  return E.right(true);
};

const inTransaction = async <A>(session: Session, work: (session: Session) => Promise<A>): Promise<A> => {
  await session.begin();
  try {
    const answer = await work(session);
    await session.run(statement('commit'));
    return answer;
  } catch (cause) {
    await session.run(statement('rollback')).catch(() => undefined);
    throw cause;
  }
};

/**
 * Makes the schema of this version in one transaction, where there is none. Of several who do this at once one works,
 * and the others wait for it and find it done; one that is cut off leaves nothing. Answers whether the schema was made.
 */
export const migrate =
  (client: PostgresClient): TaskEither<Unavailable, boolean> =>
  async () => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const once = (session: Session) => inTransaction(session, migrateOnce);
        return await client.write(once, client.remaining({ deadlineMs }));
      } catch (cause) {
        if (attempt === maxAttempts || !isRace(cause)) return E.left(outageOfThrown('database', cause));
      }
    }
  };
