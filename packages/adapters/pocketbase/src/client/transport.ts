import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { newTurns } from './turns.ts';

/** The part of a fetch response that the PocketBase SDK uses. `url` is left empty, because it would contain filters. */
type Answer = { readonly url: ''; readonly status: number; readonly json: () => Promise<unknown> };

type Ask = {
  readonly method?: string;
  readonly headers?: { readonly [name: string]: string };
  readonly body?: unknown;
  readonly signal?: AbortSignal;
};

const answerOf = (status: number, chunks: readonly Buffer[]): Answer => ({
  url: '',
  status,
  json: async () => JSON.parse(Buffer.concat(chunks).toString('utf8')),
});

const collect = (response: IncomingMessage, settle: (answer: Answer) => void, fail: (cause: unknown) => void): void => {
  const chunks: Buffer[] = [];
  response.on('data', (chunk: Buffer) => chunks.push(chunk));
  response.on('end', () => settle(answerOf(response.statusCode ?? 0, chunks)));
  response.on('error', fail);
};

/** More than 100 requests wait for a connection, within their deadlines: SQLite gains nothing from more concurrency. */
const kept = { keepAlive: true, maxSockets: 100 } as const;

/** Node keeps a socket for a moment after the server has closed it. A repetition is safe when nothing is written. */
const isStaleSocket = (request: ClientRequest, method: string): boolean => request.reusedSocket && method === 'GET';

/**
 * Replaces `fetch` for the SDK: it sends the same request over `node:http` with pooled connections, which takes about
 * half of the CPU time. Forms with files still use `fetch`. Rejects when `signal` aborts, at any point of the exchange.
 */
export const keptConnections = (base: string): ((url: string, ask: Ask) => Promise<Answer | Response>) => {
  const isSecure = new URL(base).protocol === 'https:';
  const agent = isSecure ? new HttpsAgent(kept) : new HttpAgent(kept);
  const open = isSecure ? httpsRequest : httpRequest;

  const exchange = (url: string, ask: Ask, isRepeat: boolean): Promise<Answer> =>
    new Promise((settle, reject) => {
      const { method = 'GET', headers = {}, body, signal } = ask;
      const request = open(url, { method, headers, agent });
      const stop = (): void => void request.destroy(new Error('aborted'));
      const done = (answer: Answer): void => {
        signal?.removeEventListener('abort', stop);
        settle(answer);
      };
      const fail = (cause: unknown): void => {
        signal?.removeEventListener('abort', stop);
        const again = !isRepeat && signal?.aborted !== true && isStaleSocket(request, method);
        if (again) exchange(url, ask, true).then(settle, reject);
        else reject(cause);
      };
      request.on('response', (response) => collect(response, done, fail));
      request.on('error', fail);
      if (signal?.aborted) stop();
      else signal?.addEventListener('abort', stop, { once: true });
      request.end(typeof body === 'string' ? body : undefined);
    });

  const send = (url: string, ask: Ask): Promise<Answer | Response> => {
    const { method, headers, body, signal } = ask;
    if (!(body instanceof FormData)) return exchange(url, ask, false);
    return fetch(url, {
      body,
      redirect: 'error',
      ...(method !== undefined && { method }),
      ...(headers !== undefined && { headers }),
      ...(signal !== undefined && { signal }),
    });
  };

  const turns = newTurns();
  // Only statements on the whole database are sent to /api/sql; requests about rows are sent to the collections.
  return (url, ask) => {
    const { method = 'GET', signal } = ask;
    if (method === 'GET') return send(url, ask);
    const turn = new URL(url).pathname.endsWith('/api/sql') ? turns.alone : turns.write;
    return turn(() => send(url, ask), signal);
  };
};
