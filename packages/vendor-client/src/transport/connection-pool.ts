import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { VendorCallError } from '../call/vendor-call-error.ts';
import { acceptedEncodings } from './response-body.ts';

/** A connection that was idle for this long is closed by us, before the provider closes it during a request. */
const idleMs = 4000;

/** Headers that describe the connection and not the request. Only this package writes them. */
const connectionHeaders = [
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'transfer-encoding',
  'upgrade',
];

const headersOf = (request: Request): Record<string, string> => {
  const headers = new Headers({ accept: '*/*', 'user-agent': 'portcullis' });
  for (const [name, value] of request.headers) headers.set(name, value);
  for (const name of connectionHeaders) headers.delete(name);
  headers.set('accept-encoding', acceptedEncodings);
  return Object.fromEntries(headers);
};

/** A request in flight. */
export type PendingRequest = {
  /** The head of the response; its body is still to be read. */
  readonly response: Promise<IncomingMessage>;
  /** Whether the whole request was sent. */
  readonly isFullySent: () => boolean;
  /** Closes its connection, even while it is being established. */
  readonly destroy: () => void;
};

/** Throws when Node's client does not accept what the Fetch standard does; nothing is sent then. */
export type ConnectionPool = { readonly send: (request: Request, body: Uint8Array | null) => PendingRequest };

const responseTo = (request: ClientRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request.once('response', resolve);
    // This listener stays: an error that comes after the response has no other listener.
    request.on('error', reject);
    request.once('close', () => reject(new VendorCallError('connection_failed')));
  });

/**
 * The pool of connections to one provider. Certificates are verified whatever the options of the process are, proxies
 * in the environment are ignored, and a connection can be aborted while it is being established: Node's own `fetch`
 * does none of the three.
 */
export const newConnectionPool = (): ConnectionPool => {
  const agentOptions = { keepAlive: true, timeout: idleMs };
  const plain = new HttpAgent(agentOptions);
  const secure = new HttpsAgent({ ...agentOptions, rejectUnauthorized: true, minVersion: 'TLSv1.2' });
  const openRequest = (url: string, options: RequestOptions): ClientRequest => {
    try {
      return url.startsWith('https:')
        ? httpsRequest(url, { ...options, agent: secure })
        : httpRequest(url, { ...options, agent: plain });
    } catch (thrown) {
      throw new VendorCallError('request_malformed', thrown);
    }
  };
  return {
    send: (outgoing, body) => {
      const request = openRequest(outgoing.url, { method: outgoing.method, headers: headersOf(outgoing) });
      const response = responseTo(request);
      request.end(body ?? undefined);
      return { response, isFullySent: () => request.writableFinished, destroy: () => void request.destroy() };
    },
  };
};
