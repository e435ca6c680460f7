import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { databaseGate } from './database-gate.ts';

/** The part of a fetch response that the PocketBase SDK uses. `url` is left empty, because it would contain filters. */
type TransportResponse = { readonly url: ''; readonly status: number; readonly json: () => Promise<unknown> };

type TransportRequest = {
  readonly method?: string;
  readonly headers?: { readonly [name: string]: string };
  readonly body?: unknown;
  readonly signal?: AbortSignal;
};

const answerOf = (status: number, chunks: readonly Buffer[]): TransportResponse => ({
  url: '',
  status,
  json: async () => JSON.parse(Buffer.concat(chunks).toString('utf8')),
});

const collect = (
  response: IncomingMessage,
  settle: (answer: TransportResponse) => void,
  fail: (cause: unknown) => void,
): void => {
  const chunks: Buffer[] = [];
  response.on('data', (chunk: Buffer) => chunks.push(chunk));
  response.on('end', () => settle(answerOf(response.statusCode ?? 0, chunks)));
  response.on('error', fail);
};

/** More than 100 requests wait for a connection, within their deadlines: SQLite gains nothing from more concurrency. */
const agentOptions = { keepAlive: true, maxSockets: 100 } as const;

/** Node keeps a socket for a moment after the server has closed it. A repetition is safe when nothing is written. */
const isStaleSocket = (request: ClientRequest, method: string): boolean => request.reusedSocket && method === 'GET';

/**
 * Replaces `fetch` for the SDK: it sends the same request over `node:http` with pooled connections, which takes about
 * half of the CPU time. Forms with files still use `fetch`. Rejects when `signal` aborts, at any point of the exchange.
 */
export const pooledTransport = (
  base: string,
): ((url: string, init: TransportRequest) => Promise<TransportResponse | Response>) => {
  const isSecure = new URL(base).protocol === 'https:';
  const agent = isSecure ? new HttpsAgent(agentOptions) : new HttpAgent(agentOptions);
  const openRequest = isSecure ? httpsRequest : httpRequest;

  const exchange = (url: string, init: TransportRequest, isRepeat: boolean): Promise<TransportResponse> =>
    new Promise((settle, reject) => {
      const { method = 'GET', headers = {}, body, signal } = init;
      const request = openRequest(url, { method, headers, agent });
      const stop = (): void => void request.destroy(new Error('aborted'));
      const done = (answer: TransportResponse): void => {
        signal?.removeEventListener('abort', stop);
        settle(answer);
      };
      const fail = (cause: unknown): void => {
        signal?.removeEventListener('abort', stop);
        const isRepeatable = !isRepeat && signal?.aborted !== true && isStaleSocket(request, method);
        if (isRepeatable) exchange(url, init, true).then(settle, reject);
        else reject(cause);
      };
      request.on('response', (response) => collect(response, done, fail));
      request.on('error', fail);
      if (signal?.aborted) stop();
      else signal?.addEventListener('abort', stop, { once: true });
      request.end(typeof body === 'string' ? body : undefined);
    });

  const send = (url: string, init: TransportRequest): Promise<TransportResponse | Response> => {
    const { method, headers, body, signal } = init;
    if (!(body instanceof FormData)) return exchange(url, init, false);
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
