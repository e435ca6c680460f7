import { E, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import type { ExternalService } from '@portcullis/domain/kernel';
import type { Deadline, RecordDriver } from '@portcullis/record-store/driver';
import type { Client, Pool, PoolClient, PoolConfig, QueryArrayConfig } from 'pg';
import { codedError, endingWith, isEnded, keepsConnection, outageOfThrown } from './failure.ts';
import { connectionOptionsOf, type PostgresOptions } from './options.ts';
import { sqlFailureOf, sqlOutcomeOf } from './sql-state.ts';
import type { Statement } from './statement.ts';

/** The columns of a row, in the order of the statement. */
export type Values = readonly unknown[];

/** What a statement answered. */
export type Answer = {
  readonly rows: readonly Values[];
  /** How many rows it read, or wrote. */
  readonly count: number;
};

/** One connection. A statement that fails rejects with the error of `pg`. */
export type Session = { readonly run: (statement: Statement) => Promise<Answer> };

/** Work on a connection, which ends when the deadline passes. */
type Work<A> = (session: Session, deadline: Remaining) => Promise<A>;

/** How long a call may still take. */
export type Remaining = { readonly ms: () => number };

type CallOptions = { readonly service?: ExternalService; readonly deadline?: Deadline; readonly deadlineMs?: number };

/** The only client of the record database. */
export type PostgresClient = {
  readonly cteWrites: boolean;
  /** How many connections were begun so far. */
  readonly connections: () => number;
  /** Has something asked before each later write, as `RecordDriver` says. */
  readonly beforeWrites: RecordDriver['beforeWrites'];
  /** Reads over a connection of the pool. It is asked once more where the first connection was lost. */
  readonly read: <A>(work: Work<A>, options?: CallOptions) => TaskEither<Unavailable, A>;
  /** Reads over a connection that is begun for this alone, which is not counted. */
  readonly readAnew: <A>(work: Work<A>, options?: CallOptions) => TaskEither<Unavailable, A>;
  /** How long a call with these options may take. */
  readonly remaining: (options?: CallOptions) => Remaining;
  /**
   * Writes over a connection of the pool, once what `beforeWrites` was given agrees. Rejects with what `pg` threw: only
   * who knows the statement can say what has become of it.
   */
  readonly write: <A>(work: Work<A>, deadline: Remaining) => Promise<A>;
  /** Ends all connections. What is begun later fails. */
  readonly close: () => Promise<void>;
};

/** How long a read of a command or a job may take. */
const maintenanceDeadlineMs = 60_000;

const identity = (value: unknown): unknown => value;

/** Whole numbers come as text from `pg`, because they may be larger than those of JavaScript; ours are not. */
const parserOf = (oid: number): ((value: unknown) => unknown) => (oid === 20 || oid === 23 ? Number : identity);

const configOf = ({ name, text, values }: Statement): QueryArrayConfig<unknown[]> => ({
  ...(name !== undefined && { name }),
  text,
  values: [...values],
  rowMode: 'array',
  types: { getTypeParser: parserOf },
});

const sessionOver = (client: Client | PoolClient): Session => ({
  run: async (statement) => {
    const { rows, rowCount } = await client.query(configOf(statement));
    return { rows, count: rowCount ?? 0 };
  },
});

const late = (): Error => codedError('ETIMEDOUT', 'no answer by the deadline');

/** Waits for work until the deadline. What it answers later is given to `onLate`. */
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

/** Most services have a PocketBase: they do not load what only a connection to a PostgreSQL needs. */
const loadLibrary = () => import('pg');

type Takes = {
  readonly pool: () => Promise<Pool>;
  readonly opened: () => number;
  readonly close: () => Promise<void>;
};

/** A pool, which is made for the first call, and how many connections were begun by it. */
const openPool = (config: PoolConfig): Takes => {
  let opened = 0;
  const make = async (): Promise<Pool> => {
    const library = await loadLibrary();
    const pool = new library.Pool(config);
    pool.on('connect', (client) => {
      opened += 1;
      // A statement that waits on a connection that is lost is rejected itself.
      client.on('error', () => undefined);
    });
    // An idle connection that is lost leaves the pool by itself.
    pool.on('error', () => undefined);
    return pool;
  };
  let made: Promise<Pool> | null = null;
  let isClosed = false;
  return {
    pool: () => {
      if (isClosed && made === null) return Promise.reject(new Error('the client was closed'));
      made ??= make().catch((cause: unknown) => {
        made = null; // Short of descriptors, a module cannot be loaded; later it can.
        throw cause;
      });
      return made;
    },
    opened: () => opened,
    close: async () => {
      isClosed = true;
      await (await made)?.end();
    },
  };
};

/** Takes a connection of the pool for some work. After a failure it is closed, unless the server has answered. */
const withPooled = async <A>({ pool }: Takes, work: Work<A>, deadline: Remaining): Promise<A> => {
  const taken = pool().then((one) => one.connect());
  const client = await untilDeadline(taken, deadline, (one) => one.release());
  try {
    const answer = await untilDeadline(work(sessionOver(client), deadline), deadline, () => undefined);
    client.release();
    return answer;
  } catch (cause) {
    client.release(!keepsConnection(cause));
    throw cause;
  }
};

/** Begins a connection for some work alone, and closes it afterwards. */
const withOwn = async <A>(config: PoolConfig, work: Work<A>, deadline: Remaining): Promise<A> => {
  const library = await loadLibrary();
  const client = new library.Client(config);
  client.on('error', () => undefined);
  try {
    await untilDeadline(client.connect(), deadline, () => undefined);
    return await untilDeadline(work(sessionOver(client), deadline), deadline, () => undefined);
  } finally {
    void client.end().catch(() => undefined);
  }
};

/** Whether a read may be asked again, over another connection. */
const mayAskAgain = (cause: unknown): boolean =>
  !isEnded(cause) && ['retry', 'elsewhere', 'unknown'].includes(sqlOutcomeOf(sqlFailureOf(cause)));

/** Runs a read, and once more where the first did not come to an answer in time. */
const readTwice = async <A>(read: () => Promise<A>, { ms }: Remaining): Promise<A> => {
  try {
    return await read();
  } catch (cause) {
    if (ms() <= 0 || !mayAskAgain(cause)) throw cause;
    return read();
  }
};

/** Opens a client. Nothing is sent before its first call. */
export const postgresClient = (options: PostgresOptions): PostgresClient => {
  const { pool: config, deadlineMs, fileDeadlineMs, cteWrites } = connectionOptionsOf(options);
  const takes = openPool(config);
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
    cteWrites,
    connections: takes.opened,
    beforeWrites: (asked) => {
      ask = asked;
    },
    remaining,
    read: (work, call = {}) => answered((deadline) => withPooled(takes, work, deadline), call),
    readAnew: (work, call = {}) => answered((deadline) => withOwn(config, work, deadline), call),
    write: (work, deadline) =>
      withPooled(
        takes,
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
