import { connect, type Socket } from 'node:net';
import { multipartType, openBody } from '../../../support/http/multipart.ts';

/** The service to connect to, and the profile to upload to. */
export type Target = { readonly port: number; readonly profileId: string; readonly flowToken: string };

/** The ways to hold a connection while sending or reading almost nothing. `drip` is sent once a second. */
type SlowBehaviour = {
  readonly first: (target: Target) => string | Buffer;
  readonly drip: string;
  readonly reads: boolean;
};

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

/** The beginning of an upload, with this many bytes of its content. */
export const partialUpload = (target: Target, bytes: number): Buffer =>
  Buffer.concat([
    Buffer.from(uploadHead(target, 9_000_000)),
    openBody([{ name: 'document_front', file: 'a.jpg', content: Buffer.alloc(bytes, 0x41) }]).subarray(0, -2),
  ]);

/** This is more than the systems of both sides buffer for a connection, which is 36 MB here. */
const largeAnswer = 'GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: localhost\r\n\r\n';

const slowBehaviours = {
  silent: { first: () => '', drip: '', reads: true },
  head: { first: () => 'GET / HTTP/1.1\r\nHost: localhost\r\nX: ', drip: 'x', reads: true },
  body: { first: (target) => partialUpload(target, 100), drip: 'x', reads: true },
  reader: { first: () => largeAnswer.repeat(30), drip: '\r\n', reads: false },
} satisfies { readonly [name: string]: SlowBehaviour };

/** Slow clients do not flood the service: they connect one after another, and do not reconnect at once. */
const apartMs = 5;
const reopenMs = 500;
/** The number of clients that do not read: the unread bytes are buffered by the system and not by the service. */
const readers = 40;

/** Connections that are reopened whenever the service has closed them, from local addresses. */
export type SlowConnections = {
  readonly opened: () => number;
  /** The largest number of concurrent connections. */
  readonly most: () => number;
  /** Opens no more connections, and keeps the open ones. */
  readonly rest: () => void;
  readonly close: () => void;
};

export const openSlowConnections = (
  target: Target,
  count: number,
  addressOf: (n: number) => string,
): SlowConnections => {
  const sockets = new Map<Socket, SlowBehaviour>();
  let opened = 0;
  let most = 0;
  let isResting = false;
  const open = (way: SlowBehaviour, localAddress: string): void => {
    const socket = connect({ host: '127.0.0.1', port: target.port, localAddress });
    opened += 1;
    sockets.set(socket, way);
    most = Math.max(most, sockets.size);
    socket.on('error', () => undefined);
    socket.on('connect', () => {
      if (!way.reads) socket.pause();
      socket.write(way.first(target));
    });
    if (way.reads) socket.resume();
    socket.on('close', () => {
      sockets.delete(socket);
      if (!isResting) setTimeout(open, reopenMs, way, localAddress).unref();
    });
  };
  const drip = setInterval(() => {
    for (const [socket, way] of sockets) if (socket.writable && way.drip !== '') socket.write(way.drip);
  }, 1000).unref();
  const { reader, ...others } = slowBehaviours;
  const kinds = Object.values(others);
  const wayOf = (n: number): SlowBehaviour => (n < readers ? reader : (kinds[n % kinds.length] ?? reader));
  const opening = Array.from({ length: count }, (_, n) =>
    setTimeout(() => open(wayOf(n), addressOf(n)), ((n * 7919) % count) * apartMs),
  );
  return {
    opened: () => opened,
    most: () => most,
    rest: () => {
      isResting = true;
    },
    close: () => {
      isResting = true;
      clearInterval(drip);
      for (const timer of opening) clearTimeout(timer);
      for (const socket of sockets.keys()) socket.destroy();
    },
  };
};
