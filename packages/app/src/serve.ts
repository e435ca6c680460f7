import { createServer, type RequestListener, type Server, type ServerOptions, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A listener that can be ended without cutting anybody off. */
export type Listening = {
  readonly host: string;
  /** The port that was taken, also when 0 was asked for. */
  readonly port: number;
  /**
   * Stops accepting, closes the connections on which nothing is going on, and resolves when the requests in flight have
   * been answered; what is still there after `limitMs` is cut off. Answers how many connections were.
   */
  readonly stop: (limitMs: number) => Promise<number>;
};

/** What is going on on one connection. `seen` is how many bytes had come when its last request was over. */
type Traffic = { readonly open: Set<ServerResponse>; seen: number };

/** A client that was told goodbye and does not hang up is not waited for. */
const goodbyeMs = 500;

const watch = (server: Server): Map<Socket, Traffic> => {
  const connections = new Map<Socket, Traffic>();
  server.on('connection', (socket: Socket) => {
    connections.set(socket, { open: new Set(), seen: 0 });
    socket.once('close', () => connections.delete(socket));
  });
  server.prependListener('request', ({ socket }, response) => {
    const traffic = connections.get(socket);
    if (traffic === undefined) return;
    traffic.open.add(response);
    if (!server.listening) response.shouldKeepAlive = false;
    response.once('close', () => {
      traffic.open.delete(response);
      traffic.seen = socket.bytesRead;
      if (server.listening || traffic.open.size > 0) return;
      socket.end();
      setTimeout(() => socket.destroy(), goodbyeMs).unref();
    });
  });
  return connections;
};

const stopper = (server: Server, connections: ReadonlyMap<Socket, Traffic>) => (limitMs: number) =>
  new Promise<number>((resolve) => {
    let cut = 0;
    const limit = setTimeout(() => {
      cut = connections.size;
      for (const socket of connections.keys()) socket.destroy();
    }, limitMs);
    server.close(() => {
      clearTimeout(limit);
      resolve(cut);
    });
    // A connection on which the head of a request has begun to arrive is not idle.
    for (const [socket, { open, seen }] of connections) {
      if (open.size === 0 && socket.bytesRead === seen) socket.destroy();
      for (const response of open) response.shouldKeepAlive = false;
    }
  });

/** Answers when it listens; rejects with Node's error (`EADDRINUSE`, `EACCES`) when it cannot. */
export const listen = (
  handler: RequestListener,
  { host, port }: { readonly host: string; readonly port: number },
  options: ServerOptions = {},
): Promise<Listening> =>
  new Promise((resolve, reject) => {
    const server = createServer(options, handler);
    const connections = watch(server);
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      const address = server.address();
      const taken = typeof address === 'object' && address !== null ? address.port : port;
      let stopped: Promise<number> | null = null;
      const stop = stopper(server, connections);
      const once = (limitMs: number): Promise<number> => {
        stopped ??= stop(limitMs);
        return stopped;
      };
      resolve({ host, port: taken, stop: once });
    });
  });
