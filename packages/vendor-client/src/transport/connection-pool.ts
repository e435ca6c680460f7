import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from 'node:http';
import { type AgentOptions, Agent as HttpsAgent, request as httpsRequest } from 'node:https';

/** A request as it is sent. */
export type RequestHead = { readonly url: string; readonly method: string; readonly headers: OutgoingHttpHeaders };

/** A request in flight. */
export type PendingRequest = {
  /** The head of the response; its body is still to be read. */
  readonly response: Promise<IncomingMessage>;
  /** Whether the whole request was sent. */
  readonly isFullySent: () => boolean;
  /** Whether it was sent over a connection that had carried another request, which its other end may have closed. */
  readonly reusedConnection: () => boolean;
  /** Closes its connection, even while it is being established. */
  readonly destroy: () => void;
};

/** Throws when Node's client does not accept the request; nothing is sent then. */
export type ConnectionPool = {
  readonly send: (head: RequestHead, body: Uint8Array | string | null) => PendingRequest;
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

/**
 * A pool of connections that are kept alive, for `http:` and `https:`. Proxies in the environment are ignored, and a
 * connection can be aborted while it is being established: Node's own `fetch` does neither.
 */
export const newConnectionPool = (options: AgentOptions): ConnectionPool => {
  const plain = new HttpAgent({ ...options, keepAlive: true });
  const secure = new HttpsAgent({ ...options, keepAlive: true });
  return {
    send: ({ url, method, headers }, body) => {
      const request = url.startsWith('https:')
        ? httpsRequest(url, { method, headers, agent: secure })
        : httpRequest(url, { method, headers, agent: plain });
      const response = responseTo(request);
      request.end(body ?? undefined);
      return {
        response,
        isFullySent: () => request.writableFinished,
        reusedConnection: () => request.reusedSocket,
        destroy: () => void request.destroy(),
      };
    },
  };
};
