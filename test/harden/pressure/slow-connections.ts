import { connect, type Socket } from 'node:net';
import { multipartType, openBody } from '../../support/http-multipart.ts';

/** Who is asked, and as whom. */
export type Target = { readonly port: number; readonly profileId: string; readonly flowToken: string };

/** The ways to hold a connection and to give or take next to nothing. `drip` is what goes out once a second. */
type Way = { readonly first: (target: Target) => string | Buffer; readonly drip: string; readonly reads: boolean };

const uploadHead = ({ profileId, flowToken }: Target, length: number): string =>
  [
    `PATCH /api/profiles/${profileId} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${flowToken}`,
    `Content-Type: ${multipartType}`,
    `Content-Length: ${length}`,
    '',
    '',
  ].join('\r\n');

/** An upload of which so many bytes have come. */
export const begunUpload = (target: Target, bytes: number): Buffer =>
  Buffer.concat([
    Buffer.from(uploadHead(target, 9_000_000)),
    openBody([{ name: 'facial_photo', file: 'a.jpg', content: Buffer.alloc(bytes, 0x41) }]).subarray(0, -2),
  ]);

const largeAnswer = 'GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: localhost\r\n\r\n';

export const ways: { readonly [name: string]: Way } = {
  silent: { first: () => '', drip: '', reads: true },
  head: { first: () => 'GET / HTTP/1.1\r\nHost: localhost\r\nX: ', drip: 'x', reads: true },
  body: { first: (target) => begunUpload(target, 100), drip: 'x', reads: true },
  reader: { first: () => largeAnswer.repeat(12), drip: '\r\n', reads: false },
};

/** Connections that are opened again whenever the service has closed them, from addresses of this machine. */
export type Slow = {
  readonly opened: () => number;
  readonly closed: () => number;
  readonly held: () => number;
  /** Opens no more; what is there stays. */
  readonly rest: () => void;
  readonly close: () => void;
};

export const holdSlowly = (target: Target, each: number, addressOf: (n: number) => string): Slow => {
  const sockets = new Map<Socket, Way>();
  let [opened, closed, isResting] = [0, 0, false];
  const open = (way: Way, localAddress: string): void => {
    const socket = connect({ host: '127.0.0.1', port: target.port, localAddress });
    opened += 1;
    sockets.set(socket, way);
    socket.on('error', () => undefined);
    socket.on('connect', () => {
      if (!way.reads) socket.pause();
      socket.write(way.first(target));
    });
    if (way.reads) socket.resume();
    socket.on('close', () => {
      closed += 1;
      sockets.delete(socket);
      if (!isResting) setTimeout(open, 200, way, localAddress).unref();
    });
  };
  const drip = setInterval(() => {
    for (const [socket, way] of sockets) if (socket.writable && way.drip !== '') socket.write(way.drip);
  }, 1000).unref();
  let n = 0;
  for (const way of Object.values(ways)) {
    for (let i = 0; i < each; i += 1) {
      open(way, addressOf(n));
      n += 1;
    }
  }
  return {
    opened: () => opened,
    closed: () => closed,
    held: () => sockets.size,
    rest: () => {
      isResting = true;
    },
    close: () => {
      isResting = true;
      clearInterval(drip);
      for (const socket of sockets.keys()) socket.destroy();
    },
  };
};
