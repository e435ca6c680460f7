import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { t } from '@portcullis/domain/kernel';

export type ClientRequest = {
  readonly method?: string;
  readonly path: string;
  readonly token?: string;
  readonly json?: unknown;
  readonly form?: FormData;
  /** A body whose type stands in the headers. */
  readonly body?: string;
  readonly headers?: { readonly [name: string]: string };
  /** The number of milliseconds between the eighths of the body. */
  readonly paceMs?: number;
};

export type Reply = {
  readonly ms: number;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
};

/**
 * There was no response. `isSent` is false when no part of the request can have reached the server, and `isReused` true
 * when its connection had brought a response before.
 */
export type NoResponse = {
  readonly ms: number;
  readonly status: null;
  readonly isSent: boolean;
  readonly isReused: boolean;
  readonly code: string;
};

export type Outcome = Reply | NoResponse;

/** A client that keeps its connections, and sends nothing twice. */
export type HttpClient = {
  /** Waits up to a minute for a response. */
  readonly ask: (baseUrl: string, asked: ClientRequest) => Promise<Outcome>;
  readonly close: () => void;
};

type EncodedRequest = { readonly headers: { readonly [name: string]: string }; readonly body: Buffer };

const bodyBytes = async ({
  body = '',
  form,
  json,
}: ClientRequest): Promise<{ readonly type: string | null; readonly body: Buffer }> => {
  if (form === undefined && json === undefined) return { type: null, body: Buffer.from(body) };
  if (form === undefined) return { type: 'application/json', body: Buffer.from(JSON.stringify(json)) };
  const encoded = new Response(form);
  return { type: encoded.headers.get('content-type'), body: Buffer.from(await encoded.arrayBuffer()) };
};

const encodeRequest = async (asked: ClientRequest): Promise<EncodedRequest> => {
  const { body, type } = await bodyBytes(asked);
  const headers = {
    ...asked.headers,
    ...(asked.token !== undefined && { Authorization: `Bearer ${asked.token}` }),
    ...(type !== null && { 'Content-Type': type }),
    ...(body.length > 0 && { 'Content-Length': String(body.length) }),
  };
  return { body, headers };
};

const timeoutMs = 60_000;

/** Connections stay open, as many at a time as there are requests, or so many at the most. */
export const newHttpClient = (maxSockets = Number.POSITIVE_INFINITY): HttpClient => {
  const agent = new Agent({ keepAlive: true, maxSockets });
  const ask: HttpClient['ask'] = async (baseUrl, asked) => {
    const { body, headers } = await encodeRequest(asked);
    const { hostname, port } = new URL(baseUrl);
    const began = performance.now();
    return new Promise((resolve) => {
      const ms = (): number => performance.now() - began;
      // The path is sent as it is: an address that is parsed would lose what is wrong with it.
      const { method = 'GET', path } = asked;
      const target = { path, method, headers, agent };
      const outgoing = request({ hostname, port, ...target });
      const failed = (cause: NodeJS.ErrnoException): void =>
        resolve({
          ms: ms(),
          status: null,
          isSent: cause.code !== 'ECONNREFUSED',
          isReused: outgoing.reusedSocket,
          code: cause.code ?? cause.message,
        });
      outgoing.on('error', failed);
      outgoing.setTimeout(timeoutMs, () => outgoing.destroy(new Error('no answer for a minute')));
      outgoing.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', failed);
        response.on('end', () => {
          const { headers, statusCode = 0 } = response;
          resolve({ ms: ms(), status: statusCode, headers, bytes: Buffer.concat(chunks) });
        });
      });
      const { paceMs } = asked;
      if (paceMs === undefined) return void outgoing.end(body);
      const piece = Math.ceil(body.length / 8);
      const send = (at: number): void => {
        outgoing.write(body.subarray(at, at + piece));
        if (at + piece >= body.length) outgoing.end();
        else setTimeout(send, paceMs, at + piece);
      };
      send(0);
    });
  };
  return { ask, close: () => agent.destroy() };
};

/** Answers the JSON body of a response, or `null` when it is not JSON. */
export const bodyOf = ({ bytes }: Reply): unknown => {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
};

/** What the load reads of the responses. */
export const responses = {
  created: t.type({ profile: t.type({ id: t.string, version: t.number }), flow_token: t.string }),
  profile: t.type({ version: t.number, files: t.array(t.type({ id: t.string, original_sha256: t.string })) }),
  opened: t.type({ session_id: t.string }),
  analysis: t.type({ id: t.string }),
  result: t.type({ status: t.string }),
  link: t.type({ flow_token: t.string }),
  claims: t.type({ gen: t.number }),
  erased: t.type({ redaction: t.type({ requested_at: t.string }) }),
};
