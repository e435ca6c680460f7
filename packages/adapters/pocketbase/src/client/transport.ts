import {
  type Admission,
  type ConnectionPool,
  newConnectionPool,
  type PendingRequest,
  type Target,
} from '@portcullis/vendor-client/transport';
import { type Cancellation, cancellationOf } from './cancellation.ts';
import { databaseGate } from './database-gate.ts';
import { redirected } from './failure.ts';

/** A response that was received as a whole. Its headers are parsed when one is asked for, which is rarely. */
type TransportResponse = {
  readonly status: number;
  readonly body: Buffer;
  readonly date: () => string | undefined;
};

/** The part of a fetch response that the PocketBase SDK uses. `url` is left empty, because it would contain filters. */
type SdkResponse = { readonly url: ''; readonly status: number; readonly json: () => Promise<unknown> };

type TransportRequest = {
  readonly method: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: Uint8Array | string | null;
  /** Whether it writes nothing, so that it may be sent again. */
  readonly isRead: boolean;
  /** Whether it is sent over a connection that is begun for it, and closed after it. */
  readonly onNewConnection?: boolean | undefined;
};

type SdkRequest = {
  readonly method?: string;
  readonly headers?: { readonly [name: string]: string };
  readonly body?: unknown;
  readonly signal?: AbortSignal;
};

/**
 * Further requests wait for a connection, up to their deadline: SQLite gains nothing from more concurrency. A
 * connection that was idle for four seconds is closed: its other end may have died without a word.
 */
const poolOptions = { maxSockets: 100, timeout: 4000 } as const;

const isRedirect = (status = 0): boolean => status >= 300 && status < 400;

const collect = (response: Awaited<PendingRequest['response']>): Promise<TransportResponse> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', () => {
      const [first] = chunks;
      const body = first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks);
      resolve({ status: response.statusCode ?? 0, body, date: () => response.headers.date });
    });
    response.on('error', reject);
  });

/** A login writes nothing, and what is asked before a write may need one. */
const isWrite = ({ headers, isRead }: TransportRequest): boolean => !isRead && 'Authorization' in headers;

/** The pool of a transport, and what is asked before a write is sent. */
type Sender = { readonly pool: ConnectionPool; readonly admission: Admission };

const exchange = async (
  sender: Sender,
  url: string | Target,
  request: TransportRequest,
  cancellation: Cancellation,
  isRepeat: boolean,
): Promise<TransportResponse> => {
  const { pool, admission } = sender;
  const { method, headers, body, onNewConnection } = request;
  const asked = isWrite(request) ? admission : undefined;
  const { response, destroy, reusedConnection } = pool.send({ url, method, headers, onNewConnection }, body, asked);
  // Whatever cancels a request is its deadline.
  const release = cancellation.onCancel(() => {
    destroy();
    pool.closeIdle();
  });
  try {
    const head = await response;
    // PocketBase redirects nothing, and the token is sent nowhere else.
    if (isRedirect(head.statusCode)) {
      destroy();
      throw Object.assign(new Error('a redirect'), { code: redirected });
    }
    return await collect(head);
  } catch (cause) {
    // Node keeps a socket for a moment after the server has closed it. A repetition is safe when nothing is written.
    const isStale = reusedConnection() && request.isRead;
    if (isRepeat || !isStale || cancellation.isCanceled()) throw cause;
  } finally {
    release();
  }
  return exchange(sender, url, request, cancellation, true);
};

/** How requests reach PocketBase. Each rejects when it is canceled, at any point of the exchange. */
export type Transport = {
  /** Sends a request, and receives the response as a whole. */
  readonly send: (url: Target, request: TransportRequest, cancellation: Cancellation) => Promise<TransportResponse>;
  /** Replaces `fetch` for the SDK. */
  readonly fetch: (url: string, init: SdkRequest) => Promise<SdkResponse>;
  /** Downloads bytes. */
  readonly download: (url: string, signal: AbortSignal) => Promise<TransportResponse>;
  /** How many connections were begun so far. */
  readonly connections: () => number;
};

/** The body of a request as it is sent, with the header that names its form. */
type EncodedBody = Pick<TransportRequest, 'headers' | 'body'>;

const encodedBody = async (body: unknown): Promise<EncodedBody> => {
  if (!(body instanceof FormData)) return { headers: {}, body: typeof body === 'string' ? body : null };
  const encoded = new Response(body);
  const type = encoded.headers.get('content-type') ?? '';
  return { headers: { 'Content-Type': type }, body: new Uint8Array(await encoded.arrayBuffer()) };
};

/**
 * Sends requests over pooled connections, which takes about half of the CPU time of `fetch`. `admission` is asked
 * before each write.
 */
export const pooledTransport = (admission: Admission): Transport => {
  const pool = newConnectionPool(poolOptions);
  const sender = { pool, admission };
  const gate = databaseGate();

  const send: Transport['send'] = (url, request, cancellation) => {
    const sent = () => exchange(sender, url, request, cancellation, false);
    return request.isRead ? sent() : gate.write(sent, cancellation.onCancel);
  };

  const sendForSdk = async (url: string, init: SdkRequest, { headers, body }: EncodedBody): Promise<SdkResponse> => {
    const { method = 'GET', signal } = init;
    const request = { method, headers: { ...init.headers, ...headers }, body, isRead: method === 'GET' };
    const answer = await exchange(sender, url, request, cancellationOf(signal), false);
    return { url: '', status: answer.status, json: async (): Promise<unknown> => JSON.parse(answer.body.toString()) };
  };

  return {
    send,
    // Only statements on the whole database are sent to /api/sql; requests about rows are sent to the collections.
    fetch: async (url, init) => {
      const { method = 'GET', signal } = init;
      // A form is encoded before a place is taken in which a statement would wait for it.
      const encoded = await encodedBody(init.body);
      if (method === 'GET') return sendForSdk(url, init, encoded);
      const enter = new URL(url).pathname.endsWith('/api/sql') ? gate.statement : gate.write;
      return enter(() => sendForSdk(url, init, encoded), cancellationOf(signal).onCancel);
    },
    download: (url, signal) =>
      exchange(sender, url, { method: 'GET', headers: {}, body: null, isRead: true }, cancellationOf(signal), false),
    connections: pool.opened,
  };
};
