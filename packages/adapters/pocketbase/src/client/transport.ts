import { type Cancellation, cancellationOf } from './cancellation.ts';
import { type ConnectionResponse, type Connections, connectionsTo, type Origin } from './connections.ts';
import { redirected } from './failure.ts';

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
const poolOptions = { maxConnections: 100, idleMs: 4000 } as const;

const isRedirect = (status: number): boolean => status >= 300 && status < 400;

/** A login writes nothing, and what is asked before a write may need one. */
const isWrite = ({ headers, isRead }: TransportRequest): boolean => !isRead && 'Authorization' in headers;

/** Asked when the connection of a write was begun and counted: `null` sends the write, a promise once it resolves. */
export type Admission = () => Promise<void> | null;

/** The connections of a transport, and the question before a write is sent. */
type Sender = { readonly pool: Connections; readonly admission: Admission };

const exchange = async (
  sender: Sender,
  path: string,
  request: TransportRequest,
  cancellation: Cancellation,
  isRepeat: boolean,
): Promise<ConnectionResponse> => {
  const { pool, admission } = sender;
  const { method, headers, body, onNewConnection = false } = request;
  const taken = onNewConnection ? pool.takeNew() : pool.take(cancellation.onCancel);
  const connection = taken instanceof Promise ? await taken : taken;
  // The deadline is the only thing that cancels a request.
  const release = cancellation.onCancel(() => {
    connection.destroy();
    pool.closeIdle();
  });
  try {
    const asked = isWrite(request) ? admission() : null;
    if (asked !== null) await asked;
    const response = await connection.send({ method, path, headers, body });
    // PocketBase redirects nothing, and the token is sent nowhere else.
    if (!isRedirect(response.status)) return response;
    connection.destroy();
    throw Object.assign(new Error('a redirect'), { code: redirected });
  } catch (cause) {
    // A connection remains for a moment after the server has closed it. A repetition is safe when nothing is written.
    const isStale = connection.isReused() && request.isRead;
    if (isRepeat || !isStale || cancellation.isCanceled()) throw cause;
    // The others that are free were begun before as well, and would be found closed next.
    pool.closeIdle();
  } finally {
    release();
    connection.release();
  }
  return exchange(sender, path, request, cancellation, true);
};

type Address = { readonly origin: Origin; readonly basePath: string };

const parseAddress = (url: string): Address => {
  const { protocol, hostname, port, pathname } = new URL(url);
  // The brackets around an IPv6 address belong to the URL.
  const origin = { protocol, hostname: hostname.replace(/^\[|\]$/g, ''), port };
  return { origin, basePath: pathname.replace(/\/+$/, '') };
};

/** The address is parsed when it is first used, so that a wrong one fails the request. */
const addressOf = (url: string): (() => Address) => {
  let address: Address | null = null;
  return () => {
    address ??= parseAddress(url);
    return address;
  };
};

const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};

/** How requests reach PocketBase. Each rejects when it is canceled, at any point of the exchange. */
export type Transport = {
  /** Sends a request, and receives the response as a whole. The path begins with `/api`, and has the query. */
  readonly send: (path: string, request: TransportRequest, cancellation: Cancellation) => Promise<ConnectionResponse>;
  /** Replaces `fetch` for the SDK. */
  readonly fetch: (url: string, init: SdkRequest) => Promise<SdkResponse>;
  /** Downloads bytes. */
  readonly download: (url: string, signal: AbortSignal) => Promise<ConnectionResponse>;
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
export const pooledTransport = (baseUrl: string, admission: Admission): Transport => {
  const address = addressOf(baseUrl);
  const pool = connectionsTo(() => address().origin, poolOptions);
  const sender = { pool, admission };

  const send: Transport['send'] = async (path, request, cancellation) =>
    exchange(sender, address().basePath + path, request, cancellation, false);

  const sendForSdk = async (url: string, init: SdkRequest, { headers, body }: EncodedBody): Promise<SdkResponse> => {
    const { method = 'GET', signal } = init;
    const request = { method, headers: { ...init.headers, ...headers }, body, isRead: method === 'GET' };
    const answer = await exchange(sender, pathOf(url), request, cancellationOf(signal), false);
    return { url: '', status: answer.status, json: async (): Promise<unknown> => JSON.parse(answer.body.toString()) };
  };

  return {
    send,
    fetch: async (url, init) => sendForSdk(url, init, await encodedBody(init.body)),
    download: async (url, signal) => {
      const request = { method: 'GET', headers: {}, body: null, isRead: true };
      return exchange(sender, pathOf(url), request, cancellationOf(signal), false);
    },
    connections: pool.opened,
  };
};
