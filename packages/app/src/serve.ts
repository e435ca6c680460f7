import { createServer, type RequestListener, type Server, type ServerOptions, type ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';

/** A listener that can be ended without cutting anybody off. */
export type Listening = {
  readonly host: string;
  /** The port that was taken, also when 0 was asked for. */
  readonly port: number;
  /**
   * Drains, then stops accepting, and resolves when everything that has arrived has been answered; what is still there
   * `limitMs` after the drain is cut off. Answers how many connections were.
   *
   * While it drains, requests are taken as ever, on new connections too, and every answer says goodbye (RFC 9112 section
   * 9.6): a client that has sent something on a connection gets an answer to it, and knows then that there is no other.
   * The drain takes `drainMs` at most, and ends once nobody has been connected for a moment.
   */
  readonly stop: (limitMs: number, drainMs?: number) => Promise<number>;
};

/**
 * What is going on on one connection. `seen` is how many bytes had come when its last request was over; `goodbye` is the
 * answer that was to be kept, and says goodbye instead.
 */
type Traffic = { readonly open: Set<ServerResponse>; seen: number; goodbye: ServerResponse | null };

type Watched = {
  readonly connections: Map<Socket, Traffic>;
  /** Set when no more answer may promise to keep its connection. */
  isLeaving: boolean;
  /** When somebody was last seen to be connected, in the milliseconds of this process. */
  connectedAt: number;
};

/** How long the next request is waited for on a connection that was promised to be kept just before the end. */
const goodbyeMs = 500;
/** So long without a connection, nobody is coming any more. */
const quietMs = 100;

/** A connection on which the head of a request has begun to arrive is not idle. */
const isIdle = (socket: Socket, { open, seen }: Traffic): boolean => open.size === 0 && socket.bytesRead === seen;

const endIfIdle = (socket: Socket, traffic: Traffic): void => {
  if (isIdle(socket, traffic)) socket.destroy();
};

/** The last answer says it, since Node hangs up after the one that does: of requests sent at once, the others need theirs. */
const sayGoodbye = (traffic: Traffic): void => {
  const last = [...traffic.open].at(-1);
  if (last === undefined || last === traffic.goodbye) return;
  if (traffic.goodbye !== null && !traffic.goodbye.headersSent) traffic.goodbye.shouldKeepAlive = true;
  traffic.goodbye = last.shouldKeepAlive ? last : null;
  last.shouldKeepAlive = false;
};

const watch = (server: Server): Watched => {
  const watched: Watched = { connections: new Map(), isLeaving: false, connectedAt: 0 };
  server.on('connection', (socket: Socket) => {
    watched.connections.set(socket, { open: new Set(), seen: 0, goodbye: null });
    socket.once('close', () => {
      watched.connectedAt = performance.now();
      watched.connections.delete(socket);
    });
  });
  server.prependListener('request', ({ socket }, response) => {
    const traffic = watched.connections.get(socket);
    if (traffic === undefined) return;
    traffic.open.add(response);
    if (watched.isLeaving) sayGoodbye(traffic);
    response.once('close', () => {
      traffic.open.delete(response);
      traffic.seen = socket.bytesRead;
      // One whose answer said goodbye is being closed by Node. The others were promised that they would be kept.
      if (!server.listening) setTimeout(endIfIdle, goodbyeMs, socket, traffic).unref();
    });
  });
  return watched;
};

/** Ends after `drainMs`, or when nobody has been connected for a moment. */
const drain = async (watched: Watched, drainMs: number): Promise<void> => {
  const begun = performance.now();
  watched.connectedAt = begun;
  for (let now = begun; now - begun < drainMs; now = performance.now()) {
    if (watched.connections.size > 0) watched.connectedAt = now;
    if (now - watched.connectedAt > quietMs) return;
    await sleep(Math.min(quietMs / 4, drainMs));
  }
};

/**
 * Closes the listener and what is idle. `close` of an HTTP server would do both at once, and would take connections for
 * idle on which a request waits in the buffers of the system, or a long answer in ours.
 */
const end = async (server: Server, { connections }: Watched, ended: () => void): Promise<void> => {
  NetServer.prototype.close.call(server, ended);
  // By the second turn the sockets have been read once more.
  await turn();
  await turn();
  for (const [socket, traffic] of connections) endIfIdle(socket, traffic);
};

const stopper =
  (server: Server, watched: Watched) =>
  async (limitMs: number, drainMs = 0): Promise<number> => {
    watched.isLeaving = true;
    for (const traffic of watched.connections.values()) sayGoodbye(traffic);
    if (drainMs > 0) await drain(watched, drainMs);
    return new Promise((resolve) => {
      let cut = 0;
      const limit = setTimeout(() => {
        cut = watched.connections.size;
        for (const socket of watched.connections.keys()) socket.destroy();
      }, limitMs);
      void end(server, watched, () => {
        clearTimeout(limit);
        resolve(cut);
      });
    });
  };

/**
 * How many connections may wait to be accepted, as far as the system lets them: where the row is full, a client that does
 * nothing wrong waits for a second or more until it is heard again.
 */
const backlog = 4096;

/** Answers when it listens; rejects with Node's error (`EADDRINUSE`, `EACCES`) when it cannot. */
export const listen = (
  handler: RequestListener,
  { host, port }: { readonly host: string; readonly port: number },
  options: ServerOptions = {},
  guard: (server: Server) => unknown = () => undefined,
): Promise<Listening> =>
  new Promise((resolve, reject) => {
    const server = createServer(options, handler);
    const watched = watch(server);
    guard(server);
    server.once('error', reject);
    server.listen({ host, port, backlog }, () => {
      server.off('error', reject);
      const address = server.address();
      const taken = typeof address === 'object' && address !== null ? address.port : port;
      let stopped: Promise<number> | null = null;
      const stop = stopper(server, watched);
      const once: Listening['stop'] = (limitMs, drainMs) => {
        stopped ??= stop(limitMs, drainMs);
        return stopped;
      };
      resolve({ host, port: taken, stop: once });
    });
  });
