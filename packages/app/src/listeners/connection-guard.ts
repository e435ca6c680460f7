import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { BlockList, Socket } from 'node:net';
import { isIPv6 } from 'node:net';
import { bareAddress, type ClientError, rateLimitAddress, requestTimeoutCode } from '@portcullis/http';
import { removeItem } from './remove-item.ts';

/** The limits of connections. A well-behaved client on a bad network stays within all of them. */
export type ConnectionLimits = {
  /** The maximum of this listener. */
  readonly connections: number;
  readonly connectionsPerAddress: number;
  /** Their connections belong to many clients, so they do not count by address. */
  readonly trustedProxies: BlockList;
  readonly requestsPerConnection: number;
  /** The time for a request with its body, and then for the client to receive its response. */
  readonly requestMs: number;
  /** The time in which a body must bring `minProgressBytes`, and in which a response must make some progress. */
  readonly stallMs: number;
};

/** An upload that brings less than this within `stallMs` only occupies a connection. */
const minProgressBytes = 4 * 1024;
const maxCheckIntervalMs = 1000;

/** When a response was handed over that the client has not received yet. */
type UndeliveredResponse = { readonly since: number };

/** One guarded connection. `since` is when the current window began; `read` is how many bytes had arrived by then. */
type ConnectionState = {
  /** The last request that began, and the responses that are not over, in the order of their requests. */
  request: IncomingMessage | null;
  readonly openResponses: ServerResponse[];
  /** Set when nothing more is read from the connection. It closes the connection once the open responses allow it. */
  leave: (() => void) | null;
  requests: number;
  since: number;
  read: number;
  /** How many bytes had been handed over of a response that is made while it is sent, and since when no more were. */
  written: number;
  writtenSince: number;
  /** Oldest first. */
  readonly undelivered: UndeliveredResponse[];
};

/** A client is slow only while we wait for its bytes, not while it waits for us or while we do not read from it. */
const isAwaitingBody = ({ request }: ConnectionState): boolean =>
  request !== null && !request.complete && request.readableFlowing === true;

const isStalled = (guarded: ConnectionState, socket: Socket, now: number, stallMs: number): boolean => {
  if (!isAwaitingBody(guarded) || socket.bytesRead - guarded.read >= minProgressBytes) {
    guarded.since = now;
    guarded.read = socket.bytesRead;
  }
  return now - guarded.since >= stallMs;
};

/**
 * Whether a client takes nothing more of a response that is made while it is sent: it is full, and waits for the client
 * to take some of it.
 */
const isUnread = (guarded: ConnectionState, { bytesWritten }: Socket, now: number, stallMs: number): boolean => {
  const isWaiting = guarded.openResponses.some(({ writableNeedDrain }) => writableNeedDrain);
  if (!isWaiting || bytesWritten !== guarded.written) {
    guarded.written = bytesWritten;
    guarded.writtenSince = now;
  }
  return now - guarded.writtenSince >= stallMs;
};

const isIncomplete = ({ request }: ConnectionState): boolean => request?.complete === false;

/** Whether every request that arrived completely has its response. */
const hasAnsweredComplete = (guarded: ConnectionState): boolean =>
  guarded.openResponses.length <= (isIncomplete(guarded) ? 1 : 0);

/** Whether the incomplete request has no response yet; bytes that never became a request have none. */
const awaitsErrorResponse = (guarded: ConnectionState): boolean =>
  !isIncomplete(guarded) || guarded.openResponses.some(({ headersSent }) => !headersSent);

/** Node's error for bytes that it could not parse; `rawPacket` has the last of these bytes. */
type ParserError = { readonly code?: string; readonly reason?: string; readonly rawPacket?: Buffer };

/** Makes the response to bytes that did not become a request. */
type ErrorResponder = (unparsed: ClientError) => Promise<string>;

/** Judged by the last bytes, which for most requests are the only ones. */
const isHeadRequest = ({ rawPacket }: ParserError): boolean => rawPacket?.subarray(0, 5).toString('latin1') === 'HEAD ';

/** Whether the client made a fault that gets a response. A connection that broke gets none. */
const isClientFault = ({ code }: ParserError): boolean =>
  code === undefined || code === requestTimeoutCode || code.startsWith('HPE_');

/**
 * Reads nothing more from the connection, lets the complete requests finish, then answers the incomplete one and closes
 * the connection. So every response stands in the order of its request.
 */
const connectionCloser =
  (answers: ErrorResponder) =>
  (socket: Socket, guarded: ConnectionState, why: ParserError): void => {
    if (guarded.leave !== null) return;
    if (!isClientFault(why)) {
      socket.destroy();
      return;
    }
    socket.pause();
    const respondAndClose = async (): Promise<void> => {
      const answer = await answers({ code: why.code, reason: why.reason, isHead: isHeadRequest(why), socket });
      if (socket.writable && awaitsErrorResponse(guarded)) socket.end(answer);
      socket.destroySoon();
    };
    let isClosing = false;
    guarded.leave = () => {
      if (isClosing || !hasAnsweredComplete(guarded)) return;
      isClosing = true;
      void respondAndClose();
    };
    guarded.leave();
  };
type CloseConnection = ReturnType<typeof connectionCloser>;

/** Refuses further connections of an address that has too many. */
const limitPerAddress = (server: Server, { connectionsPerAddress, trustedProxies }: ConnectionLimits): void => {
  const held = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = bareAddress(socket.remoteAddress ?? '');
    if (trustedProxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) return;
    const counted = rateLimitAddress(address);
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

const trackRequests = (server: Server, guards: Map<Socket, ConnectionState>, limits: ConnectionLimits): void => {
  server.prependListener('request', (request, response) => {
    const guarded = guards.get(request.socket);
    if (guarded === undefined) return;
    guarded.request = request;
    guarded.since = performance.now();
    guarded.read = request.socket.bytesRead;
    guarded.openResponses.push(response);
    guarded.requests += 1;
    if (guarded.requests >= limits.requestsPerConnection) response.shouldKeepAlive = false;
    let undelivered: UndeliveredResponse | null = null;
    response.on('prefinish', () => {
      undelivered = { since: performance.now() };
      guarded.undelivered.push(undelivered);
      // Node restarts this timeout whenever the client receives or sends something, and ends it after the response.
      request.socket.setTimeout(limits.stallMs);
    });
    response.on('close', () => {
      if (undelivered !== null) removeItem(guarded.undelivered, undelivered);
      removeItem(guarded.openResponses, response);
      guarded.leave?.();
    });
  });
};

/** Checks every connection once a second or more often, for as long as the server is open. */
const enforceTimeouts = (
  server: Server,
  guards: ReadonlyMap<Socket, ConnectionState>,
  { requestMs, stallMs }: ConnectionLimits,
  closeConnection: CloseConnection,
) => {
  const timer = setInterval(
    () => {
      const now = performance.now();
      for (const [socket, guarded] of guards) {
        const isLate = now - (guarded.undelivered[0]?.since ?? now) > requestMs;
        if (isLate || isUnread(guarded, socket, now, stallMs)) socket.destroy();
        else if (isStalled(guarded, socket, now, stallMs))
          closeConnection(socket, guarded, { code: requestTimeoutCode });
      }
    },
    Math.min(maxCheckIntervalMs, stallMs / 4),
  ).unref();
  server.once('close', () => clearInterval(timer));
};

/**
 * Limits what clients can occupy of a server: how many connections there are, in total and from one address, and how
 * long a client may keep one busy that hardly sends or receives anything. Unparsable requests get our responses in
 * place of Node's. `held` returns the current number of connections.
 */
export const guardConnections = (
  server: Server,
  limits: ConnectionLimits,
  answers: ErrorResponder,
): { readonly held: () => number } => {
  const guards = new Map<Socket, ConnectionState>();
  const closeConnection = connectionCloser(answers);
  server.maxConnections = limits.connections;
  // The HTTP layer counts headers itself: Node would drop those beyond a limit silently, and serve the request.
  server.maxHeadersCount = 0;
  // Idle connections make room for active ones: the next client finds a free place.
  server.on('drop', () => server.closeIdleConnections());
  limitPerAddress(server, limits);
  server.on('connection', (socket: Socket) => {
    if (socket.destroyed) return;
    const none = { request: null, leave: null, requests: 0, read: 0, written: 0 };
    const now = performance.now();
    guards.set(socket, { ...none, openResponses: [], since: now, writtenSince: now, undelivered: [] });
    socket.once('close', () => guards.delete(socket));
  });
  trackRequests(server, guards, limits);
  enforceTimeouts(server, guards, limits, closeConnection);
  const closeWithError = (socket: Socket, why: ParserError): void => {
    const guarded = guards.get(socket);
    if (guarded === undefined) socket.destroy();
    else closeConnection(socket, guarded, why);
  };
  server.on('clientError', (error: ParserError, socket: Socket) => closeWithError(socket, error));
  server.on('connect', (_request, socket: Socket) => {
    // Node hands the socket over without an error listener.
    socket.on('error', () => socket.destroy());
    closeWithError(socket, {});
  });
  // RFC 9110 section 10.1.1 allows a server to ignore an unknown expectation; Node would refuse it.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  return { held: () => guards.size };
};
