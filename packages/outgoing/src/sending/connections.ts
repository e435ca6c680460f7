import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { OutgoingFault } from '../fault.ts';
import { acceptedEncodings } from './body.ts';

/** A connection that was not used for so long is closed: by us, before the provider does it under a request. */
const idleMs = 4000;

/** What describes the connection and not the request is ours to write. */
const ours = ['connection', 'content-length', 'expect', 'host', 'keep-alive', 'te', 'transfer-encoding', 'upgrade'];

const headersOf = (request: Request): Record<string, string> => {
  const headers = new Headers({ accept: '*/*', 'user-agent': 'portcullis' });
  for (const [name, value] of request.headers) headers.set(name, value);
  for (const name of ours) headers.delete(name);
  headers.set('accept-encoding', acceptedEncodings);
  return Object.fromEntries(headers);
};

/** A request on its way. */
export type Sending = {
  /** The head of the answer; its body is still to be read. */
  readonly answer: Promise<IncomingMessage>;
  /** Whether all of the request has left. */
  readonly isOver: () => boolean;
  /** Closes its connection, even while that is being made. */
  readonly destroy: () => void;
};

/** Throws where Node's client does not take what the standard does; nothing is sent then. */
export type Connections = { readonly send: (request: Request, body: Uint8Array | null) => Sending };

const answerTo = (request: ClientRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request.once('response', resolve);
    // Stays: an error that comes after the answer has nobody else who listens.
    request.on('error', reject);
    request.once('close', () => reject(new OutgoingFault('connection_failed')));
  });

/**
 * The connections to one provider, kept for the next request. Certificates are checked whatever the process was told, no
 * proxy is looked for in the environment, and a connection can be given up while it is being made: Node's own `fetch`
 * does none of the three.
 */
export const newConnections = (): Connections => {
  const kept = { keepAlive: true, timeout: idleMs };
  const plain = new HttpAgent(kept);
  const secure = new HttpsAgent({ ...kept, rejectUnauthorized: true, minVersion: 'TLSv1.2' });
  const begin = (url: string, options: RequestOptions): ClientRequest => {
    try {
      return url.startsWith('https:')
        ? httpsRequest(url, { ...options, agent: secure })
        : httpRequest(url, { ...options, agent: plain });
    } catch (thrown) {
      throw new OutgoingFault('request_malformed', thrown);
    }
  };
  return {
    send: (asked, body) => {
      const request = begin(asked.url, { method: asked.method, headers: headersOf(asked) });
      const answer = answerTo(request);
      request.end(body ?? undefined);
      return { answer, isOver: () => request.writableFinished, destroy: () => void request.destroy() };
    },
  };
};
