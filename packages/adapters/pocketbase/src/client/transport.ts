import {
  type ConnectionPool,
  newConnectionPool,
  type PendingRequest,
  type Target,
} from '@portcullis/vendor-client/transport';
import { type Cancellation, cancellationOf } from './cancellation.ts';
import { databaseGate } from './database-gate.ts';

/** A response that was received as a whole. Its headers are parsed when one is asked for, which is rarely. */
type TransportResponse = {
  readonly status: number;
  readonly text: string;
  readonly date: () => string | undefined;
};

/** The part of a fetch response that the PocketBase SDK uses. `url` is left empty, because it would contain filters. */
type SdkResponse = { readonly url: ''; readonly status: number; readonly json: () => Promise<unknown> };

type TransportRequest = {
  readonly method: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string | null;
};

type SdkRequest = {
  readonly method?: string;
  readonly headers?: { readonly [name: string]: string };
  readonly body?: unknown;
  readonly signal?: AbortSignal;
};

/** Further requests wait for a connection, up to their deadline: SQLite gains nothing from more concurrency. */
const maxConnections = 100;

const collect = (response: Awaited<PendingRequest['response']>): Promise<TransportResponse> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', () => {
      const [first] = chunks;
      const body = first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks);
      resolve({ status: response.statusCode ?? 0, text: body.toString('utf8'), date: () => response.headers.date });
    });
    response.on('error', reject);
  });

const exchange = async (
  pool: ConnectionPool,
  url: string | Target,
  request: TransportRequest,
  cancellation: Cancellation,
  isRepeat: boolean,
): Promise<TransportResponse> => {
  const { method, headers, body } = request;
  const { response, destroy, reusedConnection } = pool.send({ url, method, headers }, body);
  const release = cancellation.onCancel(destroy);
  try {
    return await collect(await response);
  } catch (cause) {
    // Node keeps a socket for a moment after the server has closed it. A repetition is safe when nothing is written.
    const isStale = reusedConnection() && method === 'GET';
    if (isRepeat || !isStale || cancellation.isCanceled()) throw cause;
  } finally {
    release();
  }
  return exchange(pool, url, request, cancellation, true);
};

/** How requests reach PocketBase. Each rejects when it is canceled, at any point of the exchange. */
export type Transport = {
  /** Sends a request, and receives the response as a whole. */
  readonly send: (url: Target, request: TransportRequest, cancellation: Cancellation) => Promise<TransportResponse>;
  /** Replaces `fetch` for the SDK. Forms with files still use `fetch`. */
  readonly fetch: (url: string, init: SdkRequest) => Promise<SdkResponse | Response>;
};

/** Sends requests over pooled connections, which takes about half of the CPU time of `fetch`. */
export const pooledTransport = (): Transport => {
  const pool = newConnectionPool({ maxSockets: maxConnections });
  const gate = databaseGate();

  const send: Transport['send'] = (url, request, cancellation) => {
    const sent = () => exchange(pool, url, request, cancellation, false);
    return request.method === 'GET' ? sent() : gate.write(sent, cancellation.onCancel);
  };

  const sendForSdk = async (url: string, init: SdkRequest): Promise<SdkResponse | Response> => {
    const { method = 'GET', headers = {}, body, signal } = init;
    if (!(body instanceof FormData)) {
      const request = { method, headers, body: typeof body === 'string' ? body : null };
      const { status, text } = await exchange(pool, url, request, cancellationOf(signal), false);
      return { url: '', status, json: async (): Promise<unknown> => JSON.parse(text) };
    }
    return fetch(url, { method, headers, body, redirect: 'error', ...(signal !== undefined && { signal }) });
  };

  return {
    send,
    // Only statements on the whole database are sent to /api/sql; requests about rows are sent to the collections.
    fetch: (url, init) => {
      const { method = 'GET', signal } = init;
      if (method === 'GET') return sendForSdk(url, init);
      const enter = new URL(url).pathname.endsWith('/api/sql') ? gate.statement : gate.write;
      return enter(() => sendForSdk(url, init), cancellationOf(signal).onCancel);
    },
  };
};
