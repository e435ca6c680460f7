import { E } from '@portcullis/domain';
import { decode, type t } from '@portcullis/domain/kernel';
import { demoFailure, systemCode } from './failure.ts';
import { ErrorResponse } from './responses.ts';
import type { Table } from './table.ts';

/** One call of the API; `shown` replaces a path that is too long for the table. */
export type ApiCall = {
  readonly who: 'partner' | 'person';
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly shown?: string;
  readonly token?: string;
  readonly json?: unknown;
  readonly form?: FormData;
};

/**
 * Makes a call, shows it as a row, and returns what the codec reads of the body; an error response throws a failure.
 */
export type ApiClient = {
  readonly call: <A>(call: ApiCall, codec: t.Decoder<unknown, A>, summarize: (body: A) => string) => Promise<A>;
  readonly calls: () => number;
};

/** The timeout is long enough to read a photo on a slow machine. */
const timeoutMs = 90_000;

const connectionFailures: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  ENOTFOUND: 'the host name is not known',
  UND_ERR_HEADERS_TIMEOUT: 'it took too long',
};

const send = async (baseUrl: string, { method, path, token, json, form }: ApiCall): Promise<Response> => {
  const headers = new Headers();
  if (token !== undefined) headers.set('Authorization', `Bearer ${token}`);
  if (json !== undefined) headers.set('Content-Type', 'application/json');
  const body = form ?? (json === undefined ? null : JSON.stringify(json));
  try {
    return await fetch(new URL(path, baseUrl), { method, headers, body, signal: AbortSignal.timeout(timeoutMs) });
  } catch (thrown) {
    const code = systemCode(thrown);
    const late = thrown instanceof Error && thrown.name === 'TimeoutError';
    const why = late
      ? `no answer within ${timeoutMs / 1000} seconds`
      : (connectionFailures[code ?? ''] ?? code ?? 'no answer');
    throw demoFailure(
      `${method} ${path}: ${baseUrl} cannot be reached (${why}). Is the sandbox still running? Start it with: npm run sandbox`,
      thrown,
    );
  }
};

const parseBody = async (response: Response, { method, path }: ApiCall): Promise<unknown> => {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw demoFailure(
      `${method} ${path} was answered ${response.status} with something that is not JSON. Is that really Portcullis?`,
      cause,
    );
  }
};

/** An error response as text: its code, its sentence, and the location and reason of each fault. */
const errorText = (body: unknown): string => {
  const read = decode(ErrorResponse, body);
  if (E.isLeft(read)) return 'for no stated reason';
  const { code, title, detail, errors = [], error, error_description: description } = read.right;
  const said = [code ?? error, detail ?? title ?? description].filter((word) => word !== undefined).join(': ');
  return [said, ...errors.map(({ pointer, message }) => `${pointer || 'body'}: ${message}`)].join('; ');
};

/** Creates a client for the API at this address; every call becomes a row of the table. */
export const createApiClient = (baseUrl: string, table: Table): ApiClient => {
  let callCount = 0;
  return {
    calls: () => callCount,
    call: async (call, codec, summarize) => {
      const { who, method, path, shown = path } = call;
      const line = `${method.padEnd(5)} ${shown}`;
      table.begin(who, line);
      const began = performance.now();
      callCount += 1;
      try {
        const response = await send(baseUrl, call);
        const body = await parseBody(response, call);
        const row = { who, call: line, outcome: String(response.status), ms: performance.now() - began };
        if (!response.ok) {
          table.end({ ...row, answer: errorText(body) });
          throw demoFailure(`${method} ${shown} was refused with ${response.status}: ${errorText(body)}`);
        }
        const read = decode(codec, body);
        if (E.isLeft(read)) {
          const faults = read.left.map(({ pointer, message }) => `${pointer}: ${message}`).join('; ');
          throw demoFailure(`${method} ${shown} was answered with a body of another form: ${faults}`);
        }
        table.end({ ...row, answer: summarize(read.right) });
        return read.right;
      } finally {
        table.discard();
      }
    },
  };
};
