import { type ConnectionPool, newConnectionPool, type PendingRequest } from '@portcullis/vendor-client/transport';
import { databaseGate } from './database-gate.ts';

/** The part of a fetch response that the PocketBase SDK uses. `url` is left empty, because it would contain filters. */
type TransportResponse = { readonly url: ''; readonly status: number; readonly json: () => Promise<unknown> };

type TransportRequest = {
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
    const json = async (): Promise<unknown> => JSON.parse(Buffer.concat(chunks).toString('utf8'));
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', () => resolve({ url: '', status: response.statusCode ?? 0, json }));
    response.on('error', reject);
  });

const exchange = async (
  pool: ConnectionPool,
  url: string,
  init: TransportRequest,
  isRepeat: boolean,
): Promise<TransportResponse> => {
  const { method = 'GET', headers = {}, body, signal } = init;
  const { response, destroy, reusedConnection } = pool.send(
    { url, method, headers },
    typeof body === 'string' ? body : null,
  );
  if (signal?.aborted) destroy();
  else signal?.addEventListener('abort', destroy, { once: true });
  try {
    return await collect(await response);
  } catch (cause) {
    // Node keeps a socket for a moment after the server has closed it. A repetition is safe when nothing is written.
    const isStale = reusedConnection() && method === 'GET';
    if (isRepeat || !isStale || signal?.aborted === true) throw cause;
  } finally {
    signal?.removeEventListener('abort', destroy);
  }
  return exchange(pool, url, init, true);
};

/**
 * Replaces `fetch` for the SDK: it sends the same request over pooled connections, which takes about half of the CPU
 * time. Forms with files still use `fetch`. Rejects when `signal` aborts, at any point of the exchange.
 */
export const pooledTransport = (): ((url: string, init: TransportRequest) => Promise<TransportResponse | Response>) => {
  const pool = newConnectionPool({ maxSockets: maxConnections });

  const send = (url: string, init: TransportRequest): Promise<TransportResponse | Response> => {
    const { method, headers, body, signal } = init;
    if (!(body instanceof FormData)) return exchange(pool, url, init, false);
    return fetch(url, {
      body,
      redirect: 'error',
      ...(method !== undefined && { method }),
      ...(headers !== undefined && { headers }),
      ...(signal !== undefined && { signal }),
    });
  };

  const gate = databaseGate();
  // Only statements on the whole database are sent to /api/sql; requests about rows are sent to the collections.
  return (url, init) => {
    const { method = 'GET', signal } = init;
    if (method === 'GET') return send(url, init);
    const enter = new URL(url).pathname.endsWith('/api/sql') ? gate.statement : gate.write;
    return enter(() => send(url, init), signal);
  };
};
