import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { randomOf } from '../../../../support/generators/seeded-random.ts';

/** What a relay does to the bytes of its connections, in both directions. */
export type Link = {
  /** The share of segments that are lost at first, 0 to 1. */
  readonly loss: number;
  /** The milliseconds that every answer is held back. */
  readonly answerMs: number;
};

const sound: Link = { loss: 0, answerMs: 0 };

/** A relay of TCP connections to one port of this machine. */
export type Relay = {
  readonly url: string;
  readonly change: (link: Partial<Link>) => void;
  /**
   * Lets the connections of this moment die silently: from now on nothing passes on them and nobody closes them, as
   * behind a firewall that has forgotten them. New connections work. Answers how many there were.
   */
  readonly swallow: () => number;
  /** The number of segments that were lost and sent again. */
  readonly lost: () => number;
  readonly close: () => Promise<void>;
};

/** The bytes of a TCP segment on Ethernet. */
const segmentBytes = 1460;
/** Linux sends a lost segment again after 200 ms, and then waits twice as long each time (RFC 6298). */
const firstRetransmitMs = 200;

type Direction = { readonly write: (chunk: Buffer) => void; readonly end: () => void };

/** Runs each piece of work not before its delay is over, and never before the work that was given earlier. */
const inOrder = (): ((delayMs: number, work: () => void) => void) => {
  const waiting: { readonly at: number; readonly work: () => void }[] = [];
  let timer: NodeJS.Timeout | null = null;
  let latest = 0;
  const pump = (): void => {
    timer = null;
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      const left = next.at - performance.now();
      if (left > 0) {
        timer = setTimeout(pump, left);
        return;
      }
      waiting.shift();
      next.work();
    }
  };
  return (delayMs, work) => {
    latest = Math.max(latest, performance.now() + delayMs);
    waiting.push({ at: latest, work });
    if (timer === null) pump();
  };
};

/**
 * What a receiver sees of a lossy link: a lost segment comes after its retransmission, and everything behind it waits,
 * because TCP delivers in order.
 */
const lossyDirection = (to: Socket, delayOfSegment: () => number): Direction => {
  const later = inOrder();
  return {
    write: (chunk) => {
      for (let at = 0; at < chunk.length; at += segmentBytes) {
        const segment = chunk.subarray(at, at + segmentBytes);
        later(delayOfSegment(), () => void (to.destroyed || to.write(segment)));
      }
    },
    end: () => later(0, () => void to.end()),
  };
};

const listening = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
};

/**
 * Starts a relay. Where the system can lose packets (netem), that would be truer; most containers cannot, so the relay
 * plays what TCP makes of the loss.
 */
export const startRelay = async (port: number, seed: number): Promise<Relay> => {
  let link = sound;
  let lost = 0;
  const random = randomOf(seed);
  const pairs = new Set<{ readonly sockets: readonly Socket[]; isSilent: boolean }>();
  const delayOf = (isAnswer: boolean) => (): number => {
    let ms = isAnswer ? link.answerMs : 0;
    for (let retryMs = firstRetransmitMs; link.loss > 0 && random() < link.loss; retryMs *= 2) {
      ms += retryMs;
      lost += 1;
    }
    return ms;
  };
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (near) => {
    const far = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
    const pair = { sockets: [near, far], isSilent: false };
    pairs.add(pair);
    const pass = (from: Socket, to: Socket): void => {
      const direction = lossyDirection(to, delayOf(from === far));
      from.on('data', (chunk: Buffer) => void (pair.isSilent || direction.write(chunk)));
      from.on('end', () => void (pair.isSilent || direction.end()));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        if (!pair.isSilent) to.destroy();
        if (pair.sockets.every(({ destroyed }) => destroyed)) pairs.delete(pair);
      });
    };
    pass(near, far);
    pass(far, near);
  });
  const own = await listening(server);
  return {
    url: `http://127.0.0.1:${own}`,
    change: (changed) => {
      link = { ...link, ...changed };
    },
    swallow: () => {
      const alive = [...pairs].filter(({ isSilent }) => !isSilent);
      for (const pair of alive) pair.isSilent = true;
      return alive.length;
    },
    lost: () => lost,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const { sockets } of pairs) for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
};
