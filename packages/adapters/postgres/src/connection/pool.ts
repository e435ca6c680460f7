import type { Pool, PoolClient, PoolConfig } from 'pg';
import { codedError } from './failure.ts';
import { sqlFailureOf } from './sql-state.ts';

/** Most services have a PocketBase: they do not load what only a connection to a PostgreSQL needs. */
const loadLibrary = () => import('pg');

export type Takes = {
  /** Takes a connection that is not suspect. One that is given back with a failure leaves the pool. */
  readonly take: () => Promise<PoolClient>;
  /** Gives a connection back; one that is no good any more is closed. */
  readonly release: (client: PoolClient, isBroken: boolean) => void;
  /** The connection that was begun last, which somebody else may have taken. It is not given back. */
  readonly newest: () => Promise<PoolClient>;
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

/** How long the pool does with the connections that it has, after the server has refused a further one. */
const contentMs = 5000;

/** Whether the server, or a pooler, gives no further connection. */
const isExhausted = (cause: unknown): boolean => sqlFailureOf(cause).code === '53300';
const isTimeout = (cause: unknown): boolean => sqlFailureOf(cause).code === 'ETIMEDOUT';

/** Closes a connection at once. `pg` would wait for the server to end it, which one that has vanished never does. */
const destroy = (client: PoolClient): void => {
  client.release(true);
  client.connection.stream.destroy();
};

/** The connections of a pool: how many there are, and which of them was begun last. */
const trackedConnections = () => {
  const answeredAt = new WeakMap<PoolClient, number>();
  const open = new Set<PoolClient>();
  let silentSince = Number.NEGATIVE_INFINITY;
  let opened = 0;
  let newest: PoolClient | null = null;
  const noteAnswer = (client: PoolClient): void => void answeredAt.set(client, performance.now());
  const isSuspect = (client: PoolClient): boolean => (answeredAt.get(client) ?? 0) < silentSince;
  const forget = (client: PoolClient): void => {
    open.delete(client);
    if (newest === client) newest = null;
  };
  return {
    noteAnswer,
    isSuspect,
    forget,
    begin: (client: PoolClient): void => {
      opened += 1;
      newest = client;
      open.add(client);
      noteAnswer(client);
      client.on('end', () => forget(client));
    },
    noteSilence: (since: number): void => {
      if (performance.now() - since >= minSilenceMs) silentSince = Math.max(silentSince, since);
    },
    opened: () => opened,
    /** The number of open connections, in any use. */
    held: () => open.size,
    newest: () => (newest === null || isSuspect(newest) ? null : newest),
  };
};

/**
 * A pool, which is made for the first call, and how many connections were begun by it. A firewall or a server that
 * vanishes leaves connections on which nothing comes any more, and each would cost a call its deadline: once a call had
 * no answer, the connections that have not answered since it began are closed in place of being used. Where the server
 * gives fewer connections than the pool may have, calls wait for those that there are.
 */
export const openPool = (config: PoolConfig & { readonly max: number }): Takes => {
  const tracked = trackedConnections();
  let refusedAt = Number.NEGATIVE_INFINITY;
  let made: Promise<Pool> | null = null;
  let isClosed = false;

  const make = async (): Promise<Pool> => {
    const library = await loadLibrary();
    const pool = new library.Pool(config);
    pool.on('connect', (client) => {
      tracked.begin(client);
      // A statement that waits on a connection that is lost is rejected itself.
      client.on('error', () => undefined);
    });
    // An idle connection that is lost leaves the pool by itself.
    pool.on('error', () => undefined);
    return pool;
  };
  const opening = (): Promise<Pool> => {
    if (isClosed && made === null) return Promise.reject(new Error('the client was closed'));
    made ??= make().catch((cause: unknown) => {
      made = null; // Short of descriptors, a module cannot be loaded; later it can.
      throw cause;
    });
    return made;
  };

  const isContent = (): boolean => performance.now() - refusedAt < contentMs;
  /** Waits for a connection. A server that gives no further one is asked for one more only after a while. */
  const connect = async (pool: Pool): Promise<PoolClient> => {
    for (let refusals = 0; ; refusals += 1) {
      if (!isContent()) pool.options.max = config.max;
      try {
        return await pool.connect();
      } catch (cause) {
        if (isTimeout(cause) && isContent()) throw codedError('53300', 'no connection was given back');
        // One of several that were begun at once may have come through, or may be about to.
        const mayCome = tracked.held() > 0 || (refusals === 0 && pool.totalCount > 0);
        if (!isExhausted(cause) || !mayCome) throw cause;
        refusedAt = performance.now();
        pool.options.max = Math.max(1, tracked.held());
      }
    }
  };

  const take = async (): Promise<PoolClient> => {
    const pool = await opening();
    for (;;) {
      const client = await connect(pool);
      if (!tracked.isSuspect(client)) return client;
      tracked.forget(client);
      destroy(client);
    }
  };
  const release = (client: PoolClient, isBroken: boolean): void => {
    if (isBroken) tracked.forget(client);
    client.release(isBroken);
  };
  return {
    take,
    release,
    newest: async () => {
      for (;;) {
        const known = tracked.newest();
        if (known !== null) return known;
        const client = await take();
        // Where the newest is gone, this one is older: it makes room for another.
        release(client, tracked.newest() === null);
      }
    },
    noteAnswer: tracked.noteAnswer,
    noteSilence: tracked.noteSilence,
    opened: tracked.opened,
    close: async () => {
      isClosed = true;
      await (await made)?.end();
    },
  };
};
