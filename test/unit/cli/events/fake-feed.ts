import type { IncomingMessage, ServerResponse } from 'node:http';
import { type StubServer, startStub } from '../../../support/servers/stub-server.ts';

/** An event as the feed has it. `n` makes its id and its version. */
export const anEvent = (n: number, type = 'profile.approved', changes: object = {}) => ({
  id: `evt_${String(n).padStart(15, '0')}`,
  type,
  timestamp: new Date(Date.UTC(2026, 4, 4, 10, n)).toISOString(),
  data: {
    id: 'p7f2k9x0m4c8v1b',
    object: 'profile',
    status: 'approved',
    version: n,
    reasons: [],
    previous_status: 'processing',
  },
  ...changes,
});

/** The cursor behind the first `n` events. */
export const cursorBehind = (n: number): string => `b${n}.0123456789abcdef`;

/** An answer in place of the feed's own. */
export type Answer = { readonly status: number; readonly body: unknown; readonly headers?: Record<string, string> };

/** A feed over a list in memory, with pages of two events. */
export type FakeFeed = StubServer & {
  readonly add: (...events: readonly ReturnType<typeof anEvent>[]) => void;
  /** The queries of the reads of the feed, oldest first. */
  readonly reads: URLSearchParams[];
  /** Is given each read (and `null` for a request for a token); answers in its place, or `null`. */
  answer: (query: URLSearchParams | null) => Answer | null;
  /** Cuts the connections of those who wait for an event. */
  readonly cutWaiting: () => void;
  readonly waiting: () => number;
};

const pageSize = 2;

export const startFakeFeed = async (): Promise<FakeFeed> => {
  const events: ReturnType<typeof anEvent>[] = [];
  const reads: URLSearchParams[] = [];
  const waiting = new Map<ServerResponse, () => void>();
  let tokens = 0;

  const send = (response: ServerResponse, { body, headers = {}, status }: Answer): void => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
  };
  const readPage = (query: URLSearchParams, response: ServerResponse): void => {
    const from = Number(/^b(\d+)\./.exec(query.get('after') ?? 'b0.')?.[1]);
    const types = query.get('types')?.split(',') ?? null;
    const next = events.slice(from, from + pageSize);
    if (next.length === 0 && Number(query.get('wait')) > 0) {
      waiting.set(response, () => readPage(query, response));
      response.on('close', () => waiting.delete(response));
      return;
    }
    const end = from + next.length;
    const data = next.filter(({ type }) => types === null || types.includes(type));
    const body = { object: 'list', data, next_after: cursorBehind(end), has_more: end < events.length, damaged: 0 };
    send(response, { status: 200, body });
  };
  const sendToken = (response: ServerResponse): void => {
    tokens += 1;
    const body = { access_token: `token-${tokens}`, token_type: 'Bearer', expires_in: 3600, scope: 'events:read' };
    send(response, { status: 200, body });
  };
  const answerRequest = (request: IncomingMessage, response: ServerResponse): void => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://feed');
    request.resume();
    const isToken = pathname === '/api/auth/token';
    if (!isToken) reads.push(searchParams);
    const other = feed.answer(isToken ? null : searchParams);
    if (other !== null) send(response, other);
    else if (isToken) sendToken(response);
    else readPage(searchParams, response);
  };
  const server = await startStub(answerRequest);
  const feed: FakeFeed = {
    ...server,
    reads,
    answer: () => null,
    waiting: () => waiting.size,
    cutWaiting: () => {
      for (const response of waiting.keys()) response.destroy();
    },
    add: (...more) => {
      events.push(...more);
      const asleep = [...waiting.values()];
      waiting.clear();
      for (const wake of asleep) wake();
    },
  };
  return feed;
};
