import { E, type Either, type TaskEither, type Unavailable } from '@portcullis/domain';
import type { RecordDriver, Write, WriteRejection } from '@portcullis/record-store/driver';
import type { PostgresClient, Remaining, Session } from '../connection/client.ts';
import { inTransaction } from '../connection/in-transaction.ts';
import { sqlFailureOf, sqlOutcomeOf } from '../connection/sql-state.ts';
import { columnsOfIndex } from '../schema/columns.ts';
import { withAttempts } from './attempts.ts';
import { withIds } from './new-ids.ts';
import { type GroupedWrites, groupWrites, referencesOf } from './write-groups.ts';
import { groupedStatement, insertedStatement, neededStatement, writeStatement } from './write-statements.ts';

/** The transaction was executed, or was rejected and nothing of it is there. */
type Executed = Either<WriteRejection, void>;

const done: Executed = E.right(undefined);

/** The columns of a write that refer to rows that are missing. */
const missingColumns = async (session: Session, write: Write): Promise<readonly string[]> => {
  const missing: string[] = [];
  for (const { column, table, id } of referencesOf(write)) {
    const { count } = await session.run(neededStatement({ table, ids: [id] }));
    if (count === 0) missing.push(column);
  }
  return missing;
};

/** The columns that are taken, where an error says that; other errors go on. */
const takenColumns = (cause: unknown): readonly string[] => {
  const failure = sqlFailureOf(cause);
  const columns = failure.code === '23505' ? columnsOfIndex(failure.constraint) : null;
  if (columns === null) throw cause;
  return columns;
};

/** Executes one write of a transaction; answers why it cannot be made. */
const executeOne = async (session: Session, write: Write, position: number): Promise<WriteRejection | null> => {
  const missing = await missingColumns(session, write);
  if (missing.length > 0) return { _tag: 'MissingReference', write: position, columns: missing };
  try {
    const { count } = await session.run(writeStatement(write));
    return count === 0 ? { _tag: 'NoSuchRow', write: position } : null;
  } catch (cause) {
    return { _tag: 'NotUnique', write: position, columns: takenColumns(cause) };
  }
};

/** Executes the writes one by one: this tells which of them cannot be made, and why. */
const executeInOrder = (session: Session, writes: readonly Write[]): Promise<Executed> =>
  inTransaction<Executed>(
    session,
    async () => {
      for (const [position, write] of writes.entries()) {
        const rejection = await executeOne(session, write, position);
        if (rejection !== null) return E.left(rejection);
      }
      return done;
    },
    E.isRight,
  );

const executeAtOnce = async (session: Session, writes: readonly Write[], grouped: GroupedWrites): Promise<Executed> => {
  try {
    await session.run(groupedStatement(grouped));
    return done;
  } catch (cause) {
    if (sqlOutcomeOf(sqlFailureOf(cause)) !== 'rejected') throw cause;
    return executeInOrder(session, writes);
  }
};

/** Whether one of the inserted rows is there as it was to be written: then the whole transaction is. */
const wasExecuted = async (client: PostgresClient, writes: readonly Write[], deadline: Remaining): Promise<boolean> => {
  for (const write of writes) {
    if (write.kind !== 'insert') continue;
    const found = await client.write(async (session) => {
      const { rows } = await session.run(insertedStatement(write));
      return Number(rows[0]?.[0]) > 0;
    }, deadline);
    if (found) return true;
  }
  return false;
};

/**
 * Whether a rejection may be that of two who have made the same row at once: `on conflict` waits at the id alone, and
 * at the other unique sets of the row the later one is told that they are taken. Once more it finds the row of the
 * first.
 */
const mayHaveRaced = (executed: Executed, writes: readonly Write[]): boolean => {
  if (E.isRight(executed) || executed.left._tag !== 'NotUnique') return false;
  const { write, columns } = executed.left;
  const kind = writes[write]?.kind;
  return (kind === 'upsert' || kind === 'add') && columns.join() !== 'id';
};

/** An executed transaction whose answer may have been lost before. */
const executeWrites =
  (client: PostgresClient, given: readonly Write[], deadline: Remaining): TaskEither<Unavailable, Executed> =>
  async () => {
    const writes = withIds(given);
    const grouped = groupWrites(writes);
    let wasLost = false;
    const isThere = (): Promise<boolean> => wasExecuted(client, writes, deadline);
    const execute = (): Promise<Executed> =>
      client.write(
        (session) => (grouped === null ? executeInOrder(session, writes) : executeAtOnce(session, writes, grouped)),
        deadline,
      );
    const attempt = async (): Promise<Executed> => {
      const first = await execute();
      const executed = mayHaveRaced(first, writes) ? await execute() : first;
      // An earlier attempt may have come through meanwhile, and be what stands in the way of this one.
      return wasLost && E.isLeft(executed) && (await isThere()) ? done : executed;
    };
    const settle = async (): Promise<Executed | null> => {
      wasLost = true;
      return (await isThere()) ? done : null;
    };
    // Only a row that was not there before tells whether the transaction was executed.
    const isTold = writes.some(({ kind }) => kind === 'insert');
    return withAttempts({ attempt, deadline, ...(isTold && { settle }) });
  };

/**
 * Executes writes as one statement where their order does not matter, and else one by one in a transaction. After a
 * lost answer it reads whether a row that was to be inserted is there.
 */
export const transactionWith =
  (client: PostgresClient): RecordDriver['transaction'] =>
  (writes, options = {}) =>
  async () => {
    if (writes.length === 0) return done;
    const executed = await executeWrites(client, writes, client.remaining(options))();
    return E.isLeft(executed) ? executed : executed.right;
  };
