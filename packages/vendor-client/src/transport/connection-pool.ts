import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from 'node:http';
import { type AgentOptions, Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';

/** A request as it is sent. */
export type RequestHead = {
  readonly url: string;
  readonly method: string;
  readonly headers: OutgoingHttpHeaders;
};

/** The connection over which a request is about to be sent. */
export type Connection = {
  /** Resolves with the IP address of its other end, once it is established; never, when it cannot be. */
  readonly peer: () => Promise<string>;
};

/**
 * Is asked when the connection of a request is known, and nothing was sent over it: `null` sends the request, and a
 * promise sends it once it resolves. When it rejects, the request fails with that, and its connection is closed.
 */
export type Admission = (connection: Connection) => Promise<void> | null;

/** A request in flight. */
export type PendingRequest = {
  /** The head of the response; its body is still to be read. */
  readonly response: Promise<IncomingMessage>;
  /** Whether the whole request was sent. */
  readonly isFullySent: () => boolean;
  /** Closes its connection, even while it is being established. */
  readonly destroy: () => void;
};

/** Throws when Node's client does not accept the request; nothing is sent then. */
export type ConnectionPool = {
  readonly send: (head: RequestHead, body: Uint8Array | string | null, admission?: Admission) => PendingRequest;
  /**
   * Closes the connections that no request uses. After a request without an answer they are as suspect as its own: when
   * the other end dies silently, nothing arrives on any of them, and each would cost another time-out.
   */
  readonly closeIdle: () => void;
};

const responseTo = (request: ClientRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    let hasResponse = false;
    request.on('response', (response) => {
      hasResponse = true;
      resolve(response);
    });
    // This listener stays: an error that comes after the response has no other listener.
    request.on('error', reject);
    request.on('close', () => {
      // Every request closes in the end, and making an error takes as long as a tenth of the whole exchange.
      if (!hasResponse) reject(new Error('the connection was closed without a response'));
    });
  });

const connectionOver = (socket: Socket): Connection => ({
  peer: () =>
    new Promise((resolve) => {
      const tell = (): void => resolve(socket.remoteAddress ?? '');
      if (socket.connecting) socket.once('connect', tell);
      else tell();
    }),
});

/** Node would finish a request twice that is ended while it gets its connection. */
const endWhenAdmitted = (request: ClientRequest, body: Uint8Array | string | null, admission: Admission): void => {
  const end = (): void => {
    if (!request.destroyed) request.end(body ?? undefined);
  };
  const ask = (socket: Socket): void => {
    const admitted = admission(connectionOver(socket));
    if (admitted === null) end();
    else admitted.then(end, (cause: Error) => void request.destroy(cause));
  };
  request.once('socket', (socket) => process.nextTick(ask, socket));
};

const closeFreeSockets = ({ freeSockets }: HttpAgent): void => {
  for (const socket of Object.values(freeSockets).flat()) socket?.destroy();
};

/**
 * A pool of connections that are kept alive, for `http:` and `https:`. Proxies in the environment are ignored, and a
 * connection can be aborted while it is being established: Node's own `fetch` does neither.
 */
export const newConnectionPool = (options: AgentOptions): ConnectionPool => {
  const plain = new HttpAgent({ ...options, keepAlive: true });
  const secure = new HttpsAgent({ ...options, keepAlive: true });
  const begin = ({ url, method, headers }: RequestHead): ClientRequest =>
    url.startsWith('https:')
      ? httpsRequest(url, { method, headers, agent: secure })
      : httpRequest(url, { method, headers, agent: plain });
  return {
    send: (head, body, admission) => {
      const request = begin(head);
      const response = responseTo(request);
      if (admission === undefined) request.end(body ?? undefined);
      else endWhenAdmitted(request, body, admission);
      return {
        response,
        isFullySent: () => request.writableFinished,
        destroy: () => void request.destroy(),
      };
    },
    closeIdle: () => {
      closeFreeSockets(plain);
      closeFreeSockets(secure);
    },
  };
};
