import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { BlockList, Socket } from 'node:net';
import { isIPv6 } from 'node:net';
import { countedAddress, requestTimeout, type Unparsed } from '@portcullis/http';

/** What connections may take up; a client that does nothing wrong and has a bad network stays within all of it. */
export type ConnectionLimits = {
  /** Of the whole process. */
  readonly connections: number;
  readonly connectionsPerAddress: number;
  /** Whose connections are those of many clients: they are not counted by address. */
  readonly trustedProxies: BlockList;
  readonly requestsPerConnection: number;
  /** For a request with its body, and for the client to take its answer. */
  readonly requestMs: number;
  /** So long `stallBytes` may take on their way in, and an answer may make no way out at all. */
  readonly stallMs: number;
};

/** Less than this in `stallMs` is no upload but a place that is held. */
const stallBytes = 4 * 1024;
const mostBetweenLooksMs = 1000;

/** One connection as its guard knows it. `since`: when the window began in which `read` bytes had come. */
type Guarded = {
  /** The last request that began, and the answers that are not over, in the order of their requests. */
  request: IncomingMessage | null;
  readonly open: Set<ServerResponse>;
  /** Set when nothing more is read: looks whether it is time to hang up. */
  leave: (() => void) | null;
  requests: number;
  since: number;
  read: number;
  /** When each answer was handed over that the client has not taken yet, oldest first. */
  readonly answered: Map<ServerResponse, number>;
};

/** Only a client whose bytes are waited for can be slow: one that waits for us, or whom we do not read just now, is not. */
const isAwaited = ({ request }: Guarded): boolean =>
  request !== null && !request.complete && request.readableFlowing === true;

const isStalled = (guarded: Guarded, socket: Socket, now: number, stallMs: number): boolean => {
  if (!isAwaited(guarded) || socket.bytesRead - guarded.read >= stallBytes) {
    guarded.since = now;
    guarded.read = socket.bytesRead;
  }
  return now - guarded.since >= stallMs;
};

const isBroken = ({ request }: Guarded): boolean => request?.complete === false;

/** Whether everything that came whole has its answer. */
const isSettled = (guarded: Guarded): boolean => guarded.open.size <= (isBroken(guarded) ? 1 : 0);

/** Whether what did not come whole has no answer yet; without a request to it there is none. */
const isUnanswered = (guarded: Guarded): boolean =>
  !isBroken(guarded) || [...guarded.open].some(({ headersSent }) => !headersSent);

/** What Node says of bytes that it could not read; `rawPacket` is what of them came last. */
type Fault = { readonly code?: string; readonly rawPacket?: Buffer };

/** What is said to whom no request came of. */
type Answers = (unparsed: Unparsed) => Promise<string>;

/** As far as the last bytes tell, which for most requests are the only ones. */
const asksForHead = ({ rawPacket }: Fault): boolean => rawPacket?.subarray(0, 5).toString('latin1') === 'HEAD ';

/** Whether there is somebody to answer: a connection that broke has said nothing. */
const isWrong = ({ code }: Fault): boolean => code === undefined || code === requestTimeout || code.startsWith('HPE_');

/**
 * Reads nothing more, lets what came whole before have its answers, and hangs up with an answer to what did not: so each
 * answer stands where the one to its request belongs.
 */
const hangingUp =
  (answers: Answers) =>
  (socket: Socket, guarded: Guarded, why: Fault): void => {
    if (guarded.leave !== null) return;
    if (!isWrong(why)) {
      socket.destroy();
      return;
    }
    socket.pause();
    const say = async (): Promise<void> => {
      const answer = await answers({ code: why.code, isHead: asksForHead(why), socket });
      if (socket.writable && isUnanswered(guarded)) socket.end(answer);
      socket.destroySoon();
    };
    let hasLeft = false;
    guarded.leave = () => {
      if (hasLeft || !isSettled(guarded)) return;
      hasLeft = true;
      void say();
    };
    guarded.leave();
  };
type HangUp = ReturnType<typeof hangingUp>;

const addressOf = ({ remoteAddress = '' }: Socket): string => remoteAddress.replace(/^::ffff:(?=\d+\.)/i, '');

/** Refuses connections of an address that has too many. */
const countAddresses = (server: Server, { connectionsPerAddress, trustedProxies }: ConnectionLimits): void => {
  const held = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = addressOf(socket);
    if (trustedProxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) return;
    const counted = countedAddress(address);
    const count = (held.get(counted) ?? 0) + 1;
    if (count > connectionsPerAddress) {
      socket.destroy();
      return;
    }
    held.set(counted, count);
    socket.once('close', () => {
      const left = (held.get(counted) ?? 1) - 1;
      if (left === 0) held.delete(counted);
      else held.set(counted, left);
    });
  });
};

const watchRequests = (server: Server, guards: Map<Socket, Guarded>, limits: ConnectionLimits): void => {
  server.prependListener('request', (request, response) => {
    const guarded = guards.get(request.socket);
    if (guarded === undefined) return;
    Object.assign(guarded, { request, since: performance.now(), read: request.socket.bytesRead });
    guarded.open.add(response);
    guarded.requests += 1;
    if (guarded.requests >= limits.requestsPerConnection) response.shouldKeepAlive = false;
    response.once('prefinish', () => {
      guarded.answered.set(response, performance.now());
      // Node begins to count anew whenever the client takes or sends something, and ends it when all is taken.
      request.socket.setTimeout(limits.stallMs);
    });
    response.once('close', () => {
      guarded.answered.delete(response);
      guarded.open.delete(response);
      guarded.leave?.();
    });
  });
};

/** Looks after every connection, once a second or more often, for as long as the server is there. */
const lookAfter = (
  server: Server,
  guards: ReadonlyMap<Socket, Guarded>,
  { requestMs, stallMs }: ConnectionLimits,
  hangUp: HangUp,
) => {
  const timer = setInterval(
    () => {
      const now = performance.now();
      for (const [socket, guarded] of guards) {
        if (now - (guarded.answered.values().next().value ?? now) > requestMs) socket.destroy();
        else if (isStalled(guarded, socket, now, stallMs)) hangUp(socket, guarded, { code: requestTimeout });
      }
    },
    Math.min(mostBetweenLooksMs, stallMs / 4),
  ).unref();
  server.once('close', () => clearInterval(timer));
};

/**
 * Bounds what clients can hold of a server: how many connections there are, altogether and from one address, and how long
 * one may be kept busy by a client that sends, or takes, next to nothing. Answers what Node would answer in its own words.
 * `held`: connections that there are now.
 */
export const guardConnections = (
  server: Server,
  limits: ConnectionLimits,
  answers: Answers,
): { readonly held: () => number } => {
  const guards = new Map<Socket, Guarded>();
  const hangUp = hangingUp(answers);
  server.maxConnections = limits.connections;
  // The surface counts them: of those beyond a count Node would let some disappear, and answer the rest.
  server.maxHeadersCount = 0;
  // Who has nothing to say makes room for who has: the next one will find it.
  server.on('drop', () => server.closeIdleConnections());
  countAddresses(server, limits);
  server.on('connection', (socket: Socket) => {
    if (socket.destroyed) return;
    const none = { request: null, leave: null, requests: 0, read: 0 };
    guards.set(socket, { ...none, open: new Set(), since: performance.now(), answered: new Map() });
    socket.once('close', () => guards.delete(socket));
  });
  watchRequests(server, guards, limits);
  lookAfter(server, guards, limits, hangUp);
  const hangUpOn = (socket: Socket, why: Fault): void => {
    const guarded = guards.get(socket);
    if (guarded === undefined) socket.destroy();
    else hangUp(socket, guarded, why);
  };
  server.on('clientError', (error: Fault, socket: Socket) => hangUpOn(socket, error));
  server.on('connect', (_request, socket: Socket) => {
    // Node hands the connection over with nobody left who hears that it breaks.
    socket.on('error', () => socket.destroy());
    hangUpOn(socket, {});
  });
  // RFC 9110 section 10.1.1 lets an expectation be that is not known; Node would refuse it.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  return { held: () => guards.size };
};
