import { createServer, request as send } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createApp, defaultRequestLimits, type HttpConfig, type RequestRecord } from '@portcullis/http';
import type { AppDeps } from '#http/server';
import { describedAnswers } from './described-answers.ts';
import { stubServices } from './stub-services.ts';

export const httpConfig: HttpConfig = {
  allowedOrigins: ['https://verify.example', 'http://localhost:5173'],
  publicUrl: null,
  sandbox: false,
  service: 'portcullis',
  version: '1.2.3',
  startedAt: '2026-05-04T08:00:00.000Z',
  redirects: { allowsLoopback: true, originsOf: () => null },
  staff: { origin: () => 'https://id.example', isSecure: true, method: 'password' },
  verifyPage: null,
  consolePage: null,
  liveness: { provider: 'simulated', origins: [], usesWasm: false },
  deviceAgent: null,
  limits: defaultRequestLimits,
};

/** A request of a test; a list in `headers` repeats the header. */
export type TestRequest = {
  readonly method?: string;
  readonly path: string;
  readonly headers?: { readonly [name: string]: string | readonly string[] };
  readonly body?: string | Uint8Array;
};

export type TestResponse = {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  /** Names and values in turn, as they were sent. */
  readonly rawHeaders: readonly string[];
  readonly text: string;
  readonly bytes: Buffer;
  readonly json: unknown;
};

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Sends one request on its own connection. */
const exchange = (port: number, { method = 'GET', path, headers = {}, body }: TestRequest): Promise<TestResponse> =>
  new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const lists = Object.entries(headers).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : [...value],
    ]);
    const outgoing = send(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: { ...length, ...Object.fromEntries(lists) },
        agent: false,
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const bytes = Buffer.concat(chunks);
          const text = bytes.toString('utf8');
          const { headers: received, rawHeaders, statusCode = 0 } = incoming;
          resolve({
            status: statusCode,
            headers: received,
            rawHeaders,
            text,
            bytes,
            json: jsonOf(text),
          });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });

export type TestServer = {
  readonly port: number;
  readonly url: string;
  /** Sends a request. An answer that is not as described is thrown. */
  readonly send: (sent: TestRequest) => Promise<TestResponse>;
  /** The records of finished requests, oldest first. */
  readonly records: RequestRecord[];
  /** Resolves with the record of a request, once it is finished. */
  readonly recordOf: (requestId: string) => Promise<RequestRecord>;
  /** Resolves when no connection is open. */
  readonly connectionsGone: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Collects records, and resolves the promises that wait for one. */
const recorder = () => {
  const records: RequestRecord[] = [];
  const waiting = new Map<string, (record: RequestRecord) => void>();
  return {
    records,
    observe: (record: RequestRecord) => {
      records.push(record);
      waiting.get(record.requestId)?.(record);
    },
    recordOf: (requestId: string): Promise<RequestRecord> => {
      const found = records.find((record) => record.requestId === requestId);
      return found ? Promise.resolve(found) : new Promise((resolve) => waiting.set(requestId, resolve));
    },
  };
};

/**
 * Opens the real application over stub services, on a free local port. With `httpAllowHalfOpen` a client may end its
 * side of the connection and wait, as at the listeners of the service.
 */
export const openServer = async (
  needs: Partial<AppDeps> = {},
  { httpAllowHalfOpen = false } = {},
): Promise<TestServer> => {
  const { records, observe, recordOf } = recorder();
  let count = 0;
  const newRequestId = () => {
    count += 1;
    return `request-${count}`;
  };
  const app = createApp({
    services: stubServices(),
    config: httpConfig,
    newRequestId,
    observe,
    ...needs,
  });
  const server = Object.assign(createServer(app.callback()), { httpAllowHalfOpen });
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? (address satisfies AddressInfo).port : 0;
  const checkAnswer = describedAnswers(needs.config ?? httpConfig);
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    send: async (sent) => {
      const answer = await exchange(port, sent);
      checkAnswer(sent, answer);
      return answer;
    },
    records,
    recordOf,
    connectionsGone: async () => {
      for (const socket of sockets) await new Promise((resolve) => socket.once('close', resolve));
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
};
