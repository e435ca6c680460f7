import { createServer, type RequestListener, type Server, type ServerOptions, type ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { removeItem } from './remove-item.ts';

/** A running listener that can be stopped without cutting off requests. */
export type RunningListener = {
  readonly host: string;
  /** The actual port, also where port 0 was requested. */
  readonly port: number;
  /**
   * Drains, then stops accepting connections, and resolves when every request that arrived has its response.
   * Connections that are still open `limitMs` after the drain are cut off. Returns the number of those.
   *
   * During the drain, requests are served as before, on new connections too, and every response announces the close of
   * its connection (`Connection: close`, RFC 9112 section 9.6): a client that has sent a request gets its response, and
   * knows that it is the last one. The drain takes at most `drainMs`, and ends early once there are no connections;
   * then `onDrained` is called.
   */
  readonly stop: (limitMs: number, drainMs?: number, onDrained?: () => void) => Promise<number>;
};

/**
 * The state of one connection. `seen` is how many bytes had arrived when its last request was over. `closingResponse`
 * is the response that announces the close, where the connection would otherwise have been kept.
 */
type ConnectionTraffic = { readonly open: ServerResponse[]; seen: number; closingResponse: ServerResponse | null };

type ServerState = {
  readonly connections: Map<Socket, ConnectionTraffic>;
  /** Set when no response may promise any more to keep its connection. */
  isLeaving: boolean;
  /** When there was last a connection, in milliseconds of `performance.now()`. */
  connectedAt: number;
  /** How many connections were accepted. */
  accepted: number;
};

/** How long a connection that was promised to be kept just before the end may still bring its next request. */
const closeGraceMs = 500;
/** After this time without a connection no client is expected any more. */
const quietMs = 100;

/** A connection on which the head of a request has started to arrive is not idle. */
const isIdle = (socket: Socket, { open, seen }: ConnectionTraffic): boolean =>
  open.length === 0 && socket.bytesRead === seen;

const endIfIdle = (socket: Socket, traffic: ConnectionTraffic): void => {
  if (isIdle(socket, traffic)) socket.destroy();
};

/**
 * Only the last open response announces the close: Node closes after it, and pipelined requests need their responses.
 */
const announceClose = (traffic: ConnectionTraffic): void => {
  const last = traffic.open.at(-1);
  if (last === undefined || last === traffic.closingResponse) return;
  if (traffic.closingResponse !== null && !traffic.closingResponse.headersSent)
    traffic.closingResponse.shouldKeepAlive = true;
  traffic.closingResponse = last.shouldKeepAlive ? last : null;
  last.shouldKeepAlive = false;
};

const trackConnections = (server: Server): ServerState => {
  const watched: ServerState = { connections: new Map(), isLeaving: false, connectedAt: 0, accepted: 0 };
  server.on('connection', (socket: Socket) => {
    watched.accepted += 1;
    watched.connections.set(socket, { open: [], seen: 0, closingResponse: null });
    socket.once('close', () => {
      watched.connectedAt = performance.now();
      watched.connections.delete(socket);
    });
  });
  server.prependListener('request', ({ socket }, response) => {
    const traffic = watched.connections.get(socket);
    if (traffic === undefined) return;
    traffic.open.push(response);
    if (watched.isLeaving) announceClose(traffic);
    response.on('close', () => {
      removeItem(traffic.open, response);
      traffic.seen = socket.bytesRead;
      // Node closes a connection whose response announced it. The others were promised to be kept.
      if (!server.listening) setTimeout(endIfIdle, closeGraceMs, socket, traffic).unref();
    });
  });
  return watched;
};

/** Waits for `drainMs`, or until there has been no connection for `quietMs`. */
const drain = async (watched: ServerState, drainMs: number): Promise<void> => {
  const begun = performance.now();
  watched.connectedAt = begun;
  for (let now = begun; now - begun < drainMs; now = performance.now()) {
    if (watched.connections.size > 0) watched.connectedAt = now;
    if (now - watched.connectedAt > quietMs) return;
    await sleep(Math.min(quietMs / 4, drainMs));
  }
};

/**
 * How many connections may wait to be accepted, as far as the system allows it. Where this queue is full, a client
 * waits for a second or more until its next attempt to connect.
 */
const backlog = 4096;

/**
 * Accepts the connections that wait for it: closing the listener would reset them, and their requests are sent. The
 * event loop accepts one in each turn, and after a busy second it may be many turns behind.
 */
const acceptWaiting = async (watched: ServerState): Promise<void> => {
  let before: number;
  let turns = 0;
  do {
    before = watched.accepted;
    await turn();
    turns += 1;
  } while (watched.accepted > before && turns < backlog);
};

/**
 * Closes the listener, then the idle connections. `close` of an HTTP server would do both at once, and would treat a
 * connection as idle whose request still waits in the system's buffers, or whose long response waits in this process.
 */
const closeListener = async (server: Server, { connections }: ServerState, ended: () => void): Promise<void> => {
  NetServer.prototype.close.call(server, ended);
  // By the second turn of the event loop, the sockets have been read once more.
  await turn();
  await turn();
  for (const [socket, traffic] of connections) endIfIdle(socket, traffic);
};

const listenerStop =
  (server: Server, watched: ServerState) =>
  async (limitMs: number, drainMs = 0, onDrained: () => void = () => undefined): Promise<number> => {
    watched.isLeaving = true;
    for (const traffic of watched.connections.values()) announceClose(traffic);
    if (drainMs > 0) {
      await drain(watched, drainMs);
      await acceptWaiting(watched);
    }
    onDrained();
    return new Promise((resolve) => {
      let cut = 0;
      const limit = setTimeout(() => {
        cut = watched.connections.size;
        for (const socket of watched.connections.keys()) socket.destroy();
      }, limitMs);
      void closeListener(server, watched, () => {
        clearTimeout(limit);
        resolve(cut);
      });
    });
  };

/** Resolves when the server listens; rejects with Node's error (`EADDRINUSE`, `EACCES`) when it cannot. */
export const listen = (
  handler: RequestListener,
  { host, port }: { readonly host: string; readonly port: number },
  options: ServerOptions = {},
  guard: (server: Server) => unknown = () => undefined,
): Promise<RunningListener> =>
  new Promise((resolve, reject) => {
    const server = createServer(options, handler);
    // A client may send its request and end its side of the connection (RFC 9112 section 9.5): without this, Node ends
    // the other side before the response.
    Object.assign(server, { httpAllowHalfOpen: true });
    const watched = trackConnections(server);
    guard(server);
    server.once('error', reject);
    server.listen({ host, port, backlog }, () => {
      server.off('error', reject);
      const address = server.address();
      const taken = typeof address === 'object' && address !== null ? address.port : port;
      let stopped: Promise<number> | null = null;
      const stop = listenerStop(server, watched);
      const once: RunningListener['stop'] = (limitMs, drainMs, onDrained) => {
        stopped ??= stop(limitMs, drainMs, onDrained);
        return stopped;
      };
      resolve({ host, port: taken, stop: once });
    });
  });
