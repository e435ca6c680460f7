import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A way to a server that can be cut in the middle of an exchange. */
export type CuttingProxy = {
  readonly port: number;
  /** Cuts each connection whose request this decides on, when the server has answered it, and before the client has. */
  readonly cutAnswerOf: (decide: ((request: Buffer) => boolean) | null) => void;
  /** How many connections were cut. */
  readonly cuts: () => number;
  /**
   * Neither reads nor passes on anything any more over the connections that there are, and ends none of them, as if a
   * firewall had forgotten them.
   */
  readonly silence: () => void;
  readonly close: () => Promise<void>;
};

/** The message of PostgreSQL that ends an answer; its body is one byte. */
const isReady = (answer: Buffer): boolean => answer.length >= 6 && answer.at(-6) === 0x5a && answer.at(-5) === 0;

const portOf = (server: ReturnType<typeof createServer>): number => {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('a listening server has an address');
  return address.port;
};

/** Starts a proxy on this machine before a server of PostgreSQL on this machine. */
export const startCuttingProxy = async (target: number): Promise<CuttingProxy> => {
  const sockets = new Set<Socket>();
  const silent = new WeakSet<Socket>();
  let decide: ((request: Buffer) => boolean) | null = null;
  let cut = 0;
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect(target, '127.0.0.1');
    let isDoomed = false;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    client.on('data', (chunk) => {
      isDoomed ||= decide?.(chunk) ?? false;
      upstream.write(chunk);
    });
    client.on('end', () => upstream.end());
    upstream.on('data', (chunk) => {
      if (silent.has(upstream)) return;
      if (!isDoomed) return void client.write(chunk);
      if (!isReady(chunk)) return;
      cut += 1;
      client.destroy();
      upstream.destroy();
    });
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: portOf(server),
    cutAnswerOf: (decision) => {
      decide = decision;
    },
    cuts: () => cut,
    silence: () => {
      for (const socket of sockets) {
        silent.add(socket);
        socket.pause();
      }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
};
