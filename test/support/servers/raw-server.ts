import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';

/** One connection as the server sees it. */
export type SeenConnection = {
  /** Settles when the connection is closed. */
  readonly closed: Promise<void>;
  readonly received: () => string;
  /** The number of bytes written to it, including those that wait to be read. */
  readonly written: () => number;
};

export type RawServer = {
  readonly port: number;
  readonly url: string;
  readonly connections: () => readonly SeenConnection[];
  /** Settles when that many connections were opened. */
  readonly opened: (count: number) => Promise<void>;
  readonly close: () => Promise<void>;
};

const watched = (socket: Socket): SeenConnection => {
  let received = '';
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1');
  });
  socket.on('error', () => undefined);
  return {
    closed: new Promise((resolve) => socket.once('close', () => resolve())),
    received: () => received,
    written: () => socket.bytesWritten,
  };
};

const portOf = (server: Server): number => {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('a listening server has an address');
  return address.port;
};

/** Starts a server without HTTP: `serve` is called for each connection once its first bytes have arrived. */
export const startRaw = async (serve: (socket: Socket) => void): Promise<RawServer> => {
  const sockets = new Set<Socket>();
  const seen: SeenConnection[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    seen.push(watched(socket));
    socket.once('data', () => serve(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server);
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    connections: () => seen,
    opened: async (count) => {
      while (seen.length < count) await once(server, 'connection');
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
};

/** Writes as much as the other side accepts, up to `total` bytes of body. */
export const flood = (socket: Socket, total: number, chunk = Buffer.alloc(64 * 1024)): void => {
  let left = total;
  const more = (): void => {
    while (left > 0 && !socket.destroyed) {
      left -= chunk.length;
      if (!socket.write(chunk)) return;
    }
    if (!socket.destroyed) socket.end();
  };
  socket.on('drain', more);
  more();
};

/** Writes one byte every 50 ms while the connection is open. */
export const drip = (socket: Socket): void => {
  const timer = setInterval(() => socket.write('.'), 50);
  socket.once('close', () => clearInterval(timer));
};
