import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/**
 * How a link is cut. `held`: nothing passes until it is mended, as when packets are lost and sent again. `dead`: the
 * connections of that time stay silent for ever, as behind a firewall that has forgotten them. `reset`: connections end
 * at once, and new ones are refused.
 */
export type Cut = 'held' | 'dead' | 'reset';

/** A way to a service of this machine that can be cut. */
export type CutLink = {
  readonly url: string;
  /** How many connections something can pass on. */
  readonly open: () => number;
  readonly cut: (how: Cut) => void;
  readonly mend: () => void;
  readonly close: () => Promise<void>;
};

type Pair = { readonly near: Socket; readonly far: Socket; isDead: boolean };

const join = ({ far, near }: Pair): void => {
  near.pipe(far);
  far.pipe(near);
};

const part = ({ far, near }: Pair): void => {
  near.unpipe(far);
  far.unpipe(near);
};

export const startCutLink = async (target: string): Promise<CutLink> => {
  const { hostname, port } = new URL(target);
  const pairs = new Set<Pair>();
  let state: Cut | null = null;
  const end = (pair: Pair): void => {
    pairs.delete(pair);
    pair.near.destroy();
    pair.far.destroy();
  };
  const server = createServer((near) => {
    if (state === 'reset') return void near.destroy();
    const pair = { near, far: connect({ host: hostname, port: Number(port) }), isDead: state === 'dead' };
    pairs.add(pair);
    for (const socket of [near, pair.far]) {
      socket.on('error', () => end(pair));
      socket.on('close', () => pair.isDead || end(pair));
    }
    if (state === null) join(pair);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    open: () => [...pairs].filter(({ isDead }) => !isDead).length,
    cut: (how) => {
      state = how;
      for (const pair of pairs) {
        if (how === 'reset') end(pair);
        else part(pair);
        pair.isDead ||= how === 'dead';
      }
    },
    mend: () => {
      state = null;
      for (const pair of pairs) if (!pair.isDead) join(pair);
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const pair of pairs) end(pair);
      await closed;
    },
  };
};
