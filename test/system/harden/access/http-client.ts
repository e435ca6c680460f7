import { Agent, type IncomingHttpHeaders, request } from 'node:http';

export type RawRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

export type RawResponse = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly bytes: Buffer };

export type RawClient = { readonly ask: (question: RawRequest) => Promise<RawResponse>; readonly close: () => void };

/** Sends requests with any method and any headers over connections that stay open. */
export const rawClientAt = (baseUrl: string, connections = 8): RawClient => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const { hostname, port } = new URL(baseUrl);
  return {
    ask: ({ method, path, headers = {}, body }) =>
      new Promise((resolve, reject) => {
        const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
        const outgoing = request(
          {
            agent,
            hostname,
            port,
            method,
            path,
            headers: { ...headers, ...length },
          },
          (incoming) => {
            const chunks: Buffer[] = [];
            incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
            incoming.on('error', reject);
            incoming.on('end', () =>
              resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, bytes: Buffer.concat(chunks) }),
            );
          },
        );
        outgoing.on('error', reject);
        outgoing.end(body);
      }),
    close: () => agent.destroy(),
  };
};

/** Applies an action to each item, several at a time, in no particular order. */
export const forEachConcurrently = async <A>(
  all: Iterable<A>,
  act: (one: A) => Promise<void>,
  concurrency = 8,
): Promise<void> => {
  const left = all[Symbol.iterator]();
  const worker = async (): Promise<void> => {
    for (let next = left.next(); !next.done; next = left.next()) await act(next.value);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
};
