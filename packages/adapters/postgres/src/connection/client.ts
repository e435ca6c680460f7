import { E, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import type { ExternalService } from '@portcullis/domain/kernel';
import type { Deadline, RecordDriver } from '@portcullis/record-store/driver';
import type { PoolClient, QueryArrayConfig } from 'pg';
import { codedError, endingWith, isEnded, keepsConnection, outageOfThrown } from './failure.ts';
import { connectionOptionsOf, type PostgresOptions } from './options.ts';
import { openPool, type Takes } from './pool.ts';
import { isUnprepared, sqlFailureOf, sqlOutcomeOf } from './sql-state.ts';
import type { Statement } from './statement.ts';

/** The columns of a row, in the order of the statement. */
export type Values = readonly unknown[];

/** The answer of a statement. */
export type Answer = {
  readonly rows: readonly Values[];
  /** How many rows it read, or wrote. */
  readonly count: number;
};

/** One connection. A statement that fails rejects with the error of `pg`. */
export type Session = {
  readonly run: (statement: Statement) => Promise<Answer>;
  /**
   * Begins a transaction. A client that vanished within one would keep its rows locked until the server misses it: for
   * hours. Poolers refuse such a limit for a whole session, and give the session to others.
   */
  readonly begin: () => Promise<Answer>;
};

/** Work on a connection, which ends when the deadline passes. */
type Work<A> = (session: Session, deadline: Remaining) => Promise<A>;

/** How long a call may still take. */
export type Remaining = { readonly ms: () => number };

type CallOptions = { readonly service?: ExternalService; readonly deadline?: Deadline; readonly deadlineMs?: number };

/** The only client of the record database. */
export type PostgresClient = {
  /** How many connections were begun so far. */
  readonly connections: () => number;
  /** Has something asked before each later write, as `RecordDriver` says. */
  readonly beforeWrites: RecordDriver['beforeWrites'];
  /** Reads over a connection of the pool. It is asked once more where the first connection was lost. */
  readonly read: <A>(work: Work<A>, options?: CallOptions) => TaskEither<Unavailable, A>;
  /**
   * Reads over the connection that was begun last, also while others use it: what it leads to, every other one leads to
   * or has led to before.
   */
  readonly readOverNewest: <A>(work: Work<A>, options?: CallOptions) => TaskEither<Unavailable, A>;
  /** How long a call with these options may take. */
  readonly remaining: (options?: CallOptions) => Remaining;
  /**
   * Writes over a connection of the pool, once what `beforeWrites` was given agrees. Rejects with what `pg` threw: only
   * who knows the statement can say what has become of it.
   */
  readonly write: <A>(work: Work<A>, deadline: Remaining) => Promise<A>;
  /** Ends all connections. Later calls fail. */
  readonly close: () => Promise<void>;
};

/** How long a read of a command or a job may take. */
const maintenanceDeadlineMs = 60_000;

const identity = (value: unknown): unknown => value;

/** Whole numbers come as text from `pg`, because they may be larger than those of JavaScript; these are not. */
const parserOf = (oid: number): ((value: unknown) => unknown) => (oid === 20 || oid === 23 ? Number : identity);

/** Whether statements keep their names. A pooler that gives each transaction to any of its servers has lost them. */
type Naming = { isKept: boolean };

const configOf = ({ name, text, values }: Statement, naming: Naming): QueryArrayConfig<unknown[]> => ({
  ...(name !== undefined && naming.isKept && { name }),
  text,
  values: [...values],
  rowMode: 'array',
  types: { getTypeParser: parserOf },
});

/** The shared state of all calls of a client; a transaction may be idle for so many milliseconds. */
type SharedPool = { readonly takes: Takes; readonly naming: Naming; readonly idleMs: number };

/** The last statement of each connection: one that somebody else reads over meanwhile takes its turn. */
const turns = new WeakMap<PoolClient, Promise<unknown>>();

/** The transaction that is open on a connection, until its session ends. */
const transactions = new WeakMap<PoolClient, { readonly ended: Promise<void>; readonly end: () => void }>();

const endTransaction = (client: PoolClient): void => {
  transactions.get(client)?.end();
  transactions.delete(client);
};

const beginTransaction = (client: PoolClient): void => {
  endTransaction(client); // One that failed, and whose work is done once more.
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  transactions.set(client, { ended, end });
};

const sessionOver = (client: PoolClient, { idleMs, naming }: SharedPool): Session => {
  const send = async (statement: Statement): Promise<Answer> => {
    const { rows, rowCount } = await client.query(configOf(statement, naming));
    return { rows, count: rowCount ?? 0 };
  };
  const run = (statement: Statement): Promise<Answer> => {
    const answer = (turns.get(client) ?? Promise.resolve()).then(() => send(statement));
    turns.set(
      client,
      answer.catch(() => undefined),
    );
    return answer;
  };
  const begin = `begin; set local idle_in_transaction_session_timeout = ${idleMs}`;
  return {
    run,
    begin: () => {
      beginTransaction(client);
      return run({ text: begin, values: [] });
    },
  };
};

const late = (): Error => codedError('ETIMEDOUT', 'no answer by the deadline');

const isDeadline = (cause: unknown): boolean => sqlFailureOf(cause).code === 'ETIMEDOUT';

/** Waits for work until the deadline. A later answer is given to `onLate`. */
const untilDeadline = <A>(work: Promise<A>, { ms }: Remaining, onLate: (answer: A) => void): Promise<A> =>
  new Promise((resolve, reject) => {
    let isOver = false;
    const timer = setTimeout(
      () => {
        isOver = true;
        reject(late());
      },
      Math.max(0, ms()),
    );
    work.then(
      (answer) => {
        clearTimeout(timer);
        if (isOver) onLate(answer);
        else resolve(answer);
      },
      (cause: unknown) => {
        clearTimeout(timer);
        reject(cause);
      },
    );
  });

const remainingFrom = (deadlineMs: number): Remaining => {
  const end = performance.now() + deadlineMs;
  return { ms: () => end - performance.now() };
};

/**
 * Does some work on a session, and once more without names where a server has lost what was prepared, or has it of
 * another client: that statement was not executed, and the transaction around it was undone. Work outside of a
 * transaction bears that it is done again.
 */
const workOn = async <A>(session: Session, work: Work<A>, deadline: Remaining, naming: Naming): Promise<A> => {
  try {
    return await work(session, deadline);
  } catch (cause) {
    if (!isUnprepared(sqlFailureOf(cause))) throw cause;
    naming.isKept = false;
    return work(session, deadline);
  }
};

/** Takes a connection of the pool for some work. After a failure it is closed, unless the server has answered. */
const withPooled = async <A>(pool: SharedPool, work: Work<A>, deadline: Remaining): Promise<A> => {
  const { noteAnswer, noteSilence, release, take } = pool.takes;
  const client = await untilDeadline(take(), deadline, (one) => release(one, false));
  const began = performance.now();
  try {
    const answer = await untilDeadline(
      workOn(sessionOver(client, pool), work, deadline, pool.naming),
      deadline,
      () => undefined,
    );
    noteAnswer(client);
    endTransaction(client);
    release(client, false);
    return answer;
  } catch (cause) {
    if (sqlFailureOf(cause).isAnswer) noteAnswer(client);
    if (isDeadline(cause)) noteSilence(began);
    endTransaction(client);
    release(client, !keepsConnection(cause));
    throw cause;
  }
};

/**
 * A session beside that of the connection's holder. Its statements wait for a transaction of theirs to end: one that
 * fails would undo all of it, and a commit would say nothing of that.
 */
const sessionBeside = (client: PoolClient, pool: SharedPool): Session => {
  const { begin, run } = sessionOver(client, pool);
  return {
    begin,
    run: async (statement) => {
      for (let open = transactions.get(client); open !== undefined; open = transactions.get(client)) await open.ended;
      return run(statement);
    },
  };
};

/** Does some work over the newest connection of the pool, which stays with its holder. */
const withNewest = async <A>(pool: SharedPool, work: Work<A>, deadline: Remaining): Promise<A> => {
  const { newest, noteAnswer, noteSilence } = pool.takes;
  const client = await untilDeadline(newest(), deadline, () => undefined);
  const began = performance.now();
  try {
    const answer = await untilDeadline(
      workOn(sessionBeside(client, pool), work, deadline, pool.naming),
      deadline,
      () => undefined,
    );
    noteAnswer(client);
    return answer;
  } catch (cause) {
    if (isDeadline(cause)) noteSilence(began);
    throw cause;
  }
};

/** Whether a read may be asked again, over another connection. */
const mayAskAgain = (cause: unknown): boolean =>
  !isEnded(cause) && ['retry', 'elsewhere', 'unknown'].includes(sqlOutcomeOf(sqlFailureOf(cause)));

/** With less time than this, in milliseconds, a read is not asked again. A timer may fire so much too early. */
const minRetryMs = 5;

/** Runs a read, and once more where the first was lost and there is time for another. */
const readTwice = async <A>(read: () => Promise<A>, { ms }: Remaining): Promise<A> => {
  try {
    return await read();
  } catch (cause) {
    if (ms() < minRetryMs || !mayAskAgain(cause)) throw cause;
    return read();
  }
};

/** Opens a client. Nothing is sent before its first call. */
export const postgresClient = (options: PostgresOptions): PostgresClient => {
  const { pool: config, deadlineMs, fileDeadlineMs } = connectionOptionsOf(options);
  const takes = openPool(config);
  const pool: SharedPool = { takes, naming: { isKept: true }, idleMs: 2 * fileDeadlineMs };
  const deadlines = { request: deadlineMs, transfer: fileDeadlineMs, maintenance: maintenanceDeadlineMs };
  let ask: Parameters<RecordDriver['beforeWrites']>[0] = () => null;

  const remaining = (call: CallOptions = {}): Remaining =>
    remainingFrom(call.deadlineMs ?? deadlines[call.deadline ?? 'request']);

  const answered =
    <A>(run: (deadline: Remaining) => Promise<A>, call: CallOptions): TaskEither<Unavailable, A> =>
    async () => {
      const deadline = remaining(call);
      try {
        return E.right(await readTwice(() => run(deadline), deadline));
      } catch (cause) {
        return E.left(outageOfThrown(call.service ?? 'database', cause));
      }
    };

  return {
    connections: takes.opened,
    beforeWrites: (asked) => {
      ask = asked;
    },
    remaining,
    read: (work, call = {}) => answered((deadline) => withPooled(pool, work, deadline), call),
    readOverNewest: (work, call = {}) => answered((deadline) => withNewest(pool, work, deadline), call),
    write: (work, deadline) =>
      withPooled(
        pool,
        async (session) => {
          const agreed = await (ask() ?? TE.right(undefined))();
          if (E.isLeft(agreed)) throw endingWith(agreed.left);
          return work(session, deadline);
        },
        deadline,
      ),
    close: takes.close,
  };
};
