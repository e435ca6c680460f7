import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** Below the ports that Linux and macOS give to programs that ask for any: from 32768 and from 49152 on. */
const lowest = 12_000;
const blocks = 200;
const blockSize = 100;

/** Listens, or answers `null` where another program does. */
const listenAt = (port: number): Promise<Server | null> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });

/** Takes a block of ports for this process, which it has for as long as it listens at the first of them. */
const takeBlock = async (): Promise<number> => {
  for (let n = 0; n < blocks; n += 1) {
    const first = lowest + ((process.pid + n) % blocks) * blockSize;
    const held = await listenAt(first);
    if (held === null) continue;
    held.unref();
    return first;
  }
  throw new Error('every block of ports is taken');
};

let block: Promise<number> | null = null;
let given = 0;

/**
 * Answers a local port that is free, and stays so until the caller uses it, also between two uses: neither the system
 * gives it to anybody, nor this function to another process of the tests.
 */
export const freePort = async (): Promise<number> => {
  block ??= takeBlock();
  const first = await block;
  for (let n = 1; n < blockSize; n += 1) {
    given += 1;
    const port = first + 1 + (given % (blockSize - 1));
    const probe = await listenAt(port);
    if (probe === null) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
  throw new Error(`every port from ${first} on is taken`);
};
