import { Socket } from 'node:net';
import type { buildConnector, Dispatcher } from 'undici';
import connectorOf from 'undici/lib/core/connect.js';
import errors from 'undici/lib/core/errors.js';
import Client from 'undici/lib/dispatcher/client.js';

/** Where PocketBase listens. The host of an IPv6 address is without brackets. */
export type Origin = { readonly protocol: string; readonly hostname: string; readonly port: string };

export type ConnectionRequest = {
  readonly method: string;
  /** The path, with the query. */
  readonly path: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: Uint8Array | string | null;
};

/** A response that was received as a whole. */
export type ConnectionResponse = { readonly status: number; readonly body: Buffer; readonly date: string | undefined };

/** One connection, that carries one request at a time. */
export type PocketbaseConnection = {
  /** Whether it has carried a request before, so that its other end may have closed it meanwhile. */
  readonly isReused: () => boolean;
  /** Rejects when the connection ends before the response is complete. */
  readonly send: (request: ConnectionRequest) => Promise<ConnectionResponse>;
  /** Closes it, also while it is being established. */
  readonly destroy: () => void;
  /** Gives it back after a response, or after it has failed. */
  readonly release: () => void;
};

type PoolOptions = {
  /** How many connections there are at most at a time; further requests wait for one. */
  readonly maxConnections: number;
  /** After how many milliseconds without a request a connection is closed. */
  readonly idleMs: number;
};

/** The connections of one process to PocketBase. */
export type Connections = {
  /** Takes a free connection, or begins one. It waits while there are too many; `onCancel` ends that. */
  readonly take: (onCancel: (stop: () => void) => () => void) => PocketbaseConnection | Promise<PocketbaseConnection>;
  /** Begins a connection beside those of the pool, which is closed when it is given back, and is not counted. */
  readonly takeNew: () => PocketbaseConnection;
  /**
   * Closes the connections that no request uses. After a request without an answer they are as suspect as its own: when
   * the other end dies silently, nothing arrives on any of them, and each would cost another time-out.
   */
  readonly closeIdle: () => void;
  /** How many connections were begun so far. Another server can only be behind one of those that came after it. */
  readonly opened: () => number;
};

const closed = (): Error => Object.assign(new Error('the connection was closed'), { code: 'ECONNRESET' });

/**
 * Begins a connection at once, and passes it on to the first who asks for it. Nobody gets a second one, so that every
 * connection is one that was counted.
 */
const beginConnection = (connector: buildConnector.connector, { protocol, hostname, port }: Origin) => {
  let isTaken = false;
  let socket: unknown = null;
  const arrival = new Promise<buildConnector.CallbackArgs>((resolve) => {
    socket = connector({ protocol, hostname, port, host: hostname }, (...arrived) => resolve(arrived));
  });
  const hand: buildConnector.connector = (_, callback) => {
    const own = isTaken ? Promise.resolve<buildConnector.CallbackArgs>([closed(), null]) : arrival;
    isTaken = true;
    // The client waits for ever for a connection that it is given before this function has returned.
    void own.then((arrived) => callback(...arrived));
  };
  return {
    hand,
    destroy: () => {
      if (socket instanceof Socket) socket.destroy(closed());
    },
    /** Whether it is being closed, which nobody is told before a later turn. */
    isDestroyed: () => socket instanceof Socket && socket.destroyed,
  };
};

/**
 * The error of undici for a response that is no HTTP has the bytes in it, and no code; Node's own client names it so.
 * The end of a connection has a code in Node alone, too.
 */
const withNodeCode = (cause: Error): Error => {
  if (cause instanceof errors.HTTPParserError || cause instanceof errors.HeadersOverflowError)
    return Object.assign(new Error('no HTTP'), { code: 'HPE_INVALID' });
  return cause instanceof errors.SocketError ? closed() : cause;
};

/** `onLast` is called when the other end says that it closes the connection after this response (RFC 9112, 9.6). */
const exchangeOver = (
  client: Client,
  { method, path, headers, body }: ConnectionRequest,
  onLast: () => void,
): Promise<ConnectionResponse> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let status: number = 0;
    let date: string | undefined;
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: () => undefined,
      onResponseStart: (_, statusCode, { date: sentAt, connection }) => {
        status = statusCode;
        date = typeof sentAt === 'string' ? sentAt : undefined;
        if (connection !== undefined && `${connection}`.toLowerCase() === 'close') onLast();
      },
      onResponseData: (_, chunk) => void chunks.push(chunk),
      onResponseEnd: () => {
        const [first] = chunks;
        resolve({ status, date, body: first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks) });
      },
      onResponseError: (_, cause) => reject(withNodeCode(cause)),
    };
    client.dispatch({ method, path, headers: { ...headers }, body }, handler);
  });

/** A connection and what the pool knows of it. */
type Pooled = PocketbaseConnection & { readonly isOpen: () => boolean };

type Lifecycle = { readonly onRelease: (one: Pooled) => void; readonly onClose: (one: Pooled) => void };

const openConnection = (
  connector: buildConnector.connector,
  origin: Origin,
  idleMs: number,
  { onRelease, onClose }: Lifecycle,
): Pooled => {
  const { protocol, hostname, port } = origin;
  const begun = beginConnection(connector, origin);
  const host = hostname.includes(':') ? `[${hostname}]` : hostname;
  const client = new Client(`${protocol}//${host}${port === '' ? '' : `:${port}`}`, {
    connect: begun.hand,
    keepAliveTimeout: idleMs,
    // A call has a deadline of its own.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  let sent = 0;
  let isOpen = true;
  let isLast = false;
  const close = (): void => {
    if (!isOpen) return;
    isOpen = false;
    // The request that was being sent over it is rejected.
    void client.destroy(closed()).catch(() => undefined);
    begun.destroy();
    onClose(one);
  };
  const one: Pooled = {
    isReused: () => sent > 1,
    isOpen: () => isOpen && !begun.isDestroyed(),
    send: (request) => {
      sent += 1;
      return exchangeOver(client, request, () => {
        isLast = true;
      });
    },
    destroy: close,
    release: () => {
      if (isLast) close();
      onRelease(one);
    },
  };
  client.on('disconnect', close);
  client.on('connectionError', close);
  return one;
};

type Waiting = (one: Pooled) => void;

/** A pool of connections that are kept alive. Proxies in the environment are ignored. */
export const connectionsTo = (origin: () => Origin, { maxConnections, idleMs }: PoolOptions): Connections => {
  const connector = connectorOf({ timeout: 0 });
  const free: Pooled[] = [];
  const queue = new Set<Waiting>();
  let inUse = 0;
  let opened = 0;

  const begin = (): Pooled => {
    inUse += 1;
    opened += 1;
    return openConnection(connector, origin(), idleMs, {
      onRelease: giveBack,
      onClose: (one) => {
        const at = free.indexOf(one);
        if (at >= 0) free.splice(at, 1);
      },
    });
  };

  const giveBack = (one: Pooled): void => {
    inUse -= 1;
    if (one.isOpen()) free.push(one);
    const [next] = queue;
    if (next === undefined) return;
    queue.delete(next);
    next(takeNow());
  };

  const takeNow = (): Pooled => {
    const one = free.pop();
    if (one === undefined) return begin();
    // Its time without a request has ended, or the other end has closed it: a request over it would be lost.
    if (!one.isOpen()) return takeNow();
    inUse += 1;
    return one;
  };

  return {
    take: (onCancel) =>
      inUse < maxConnections
        ? takeNow()
        : new Promise((resolve, reject) => {
            let release = (): void => undefined;
            const waiting: Waiting = (one) => {
              release();
              resolve(one);
            };
            release = onCancel(() => {
              queue.delete(waiting);
              reject(closed());
            });
            queue.add(waiting);
          }),
    takeNew: () =>
      openConnection(connector, origin(), idleMs, { onRelease: (one) => one.destroy(), onClose: () => undefined }),
    closeIdle: () => {
      for (const one of [...free]) one.destroy();
    },
    opened: () => opened,
  };
};
