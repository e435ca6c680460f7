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

const isDeadline = (cause: unknown): boolean => sqlFailureOf(cause).code === 'ETIMEDOUT';

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
  /** Takes a connection that is not suspect. One that is given back with a failure leaves the pool. */
  readonly take: () => Promise<PoolClient>;
  /** The server has answered on a connection. */
  readonly noteAnswer: (client: PoolClient) => void;
  /** A call that took its connection at this time, in milliseconds of the monotonic clock, had no answer. */
  readonly noteSilence: (since: number) => void;
  readonly opened: () => number;
  readonly close: () => Promise<void>;
};

/**
 * A call that waited for less than this, in milliseconds, because it was near its deadline, says nothing about the
 * connections of others.
 */
const minSilenceMs = 500;

/** Closes a connection at once. `pg` would wait for the server to end it, which one that has vanished never does. */
const destroy = (client: PoolClient): void => {
  client.release(true);
  client.connection.stream.destroy();
};

/**
 * A pool, which is made for the first call, and how many connections were begun by it. A firewall or a server that
 * vanishes leaves connections on which nothing comes any more, of which each would cost a call its deadline: once a
 * call had no answer, the connections that have not answered since it began are closed in place of being used.
 */
const openPool = (config: PoolConfig): Takes => {
  const answeredAt = new WeakMap<PoolClient, number>();
  let silentSince = Number.NEGATIVE_INFINITY;
  let opened = 0;
  const noteAnswer = (client: PoolClient): void => void answeredAt.set(client, performance.now());
  const make = async (): Promise<Pool> => {
    const library = await loadLibrary();
    const pool = new library.Pool(config);
    pool.on('connect', (client) => {
      opened += 1;
      noteAnswer(client);
      // A statement that waits on a connection that is lost is rejected itself.
      client.on('error', () => undefined);
    });
    // An idle connection that is lost leaves the pool by itself.
    pool.on('error', () => undefined);
    return pool;
  };
  let made: Promise<Pool> | null = null;
  let isClosed = false;
  const opening = (): Promise<Pool> => {
    if (isClosed && made === null) return Promise.reject(new Error('the client was closed'));
    made ??= make().catch((cause: unknown) => {
      made = null; // Short of descriptors, a module cannot be loaded; later it can.
      throw cause;
    });
    return made;
  };
  const isSuspect = (client: PoolClient): boolean => (answeredAt.get(client) ?? 0) < silentSince;
  return {
    take: async () => {
      const pool = await opening();
      for (;;) {
        const client = await pool.connect();
        if (!isSuspect(client)) return client;
        destroy(client);
      }
    },
    noteAnswer,
    noteSilence: (since) => {
      if (performance.now() - since >= minSilenceMs) silentSince = Math.max(silentSince, since);
    },
    opened: () => opened,
    close: async () => {
      isClosed = true;
      await (await made)?.end();
    },
  };
};

/** Takes a connection of the pool for some work. After a failure it is closed, unless the server has answered. */
const withPooled = async <A>(
  { noteAnswer, noteSilence, take }: Takes,
  work: Work<A>,
  deadline: Remaining,
): Promise<A> => {
  const client = await untilDeadline(take(), deadline, (one) => one.release());
  const began = performance.now();
  try {
    const answer = await untilDeadline(work(sessionOver(client), deadline), deadline, () => undefined);
    noteAnswer(client);
    client.release();
    return answer;
  } catch (cause) {
    if (sqlFailureOf(cause).isAnswer) noteAnswer(client);
    if (isDeadline(cause)) noteSilence(began);
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
