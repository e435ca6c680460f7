import type { Fetch } from '@portcullis/outgoing';

/** What is sent of the SDK's request. Its two protocols put everything into the body, so that there is no query. */
type SdkRequest = {
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
};
type SdkResponse = {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
};

export type RequestHandler = {
  readonly handle: (request: SdkRequest) => Promise<{ readonly response: SdkResponse }>;
};

/** These two follow from the address and the body; `fetch` writes them itself. */
const writtenByFetch = new Set(['host', 'content-length']);

const urlOf = ({ protocol, hostname, port, path }: SdkRequest): URL =>
  new URL(`${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}`);

const bodyOf = (body: unknown): string | Uint8Array<ArrayBuffer> => {
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array) return new Uint8Array(body);
  throw new TypeError('the body of a request is text or bytes');
};

/** Sends what an AWS client asks by the one way out, which ends it, too: no socket, proxy or time-out of the SDK has a part in it. */
export const requestHandler = (fetch: Fetch): RequestHandler => ({
  handle: async (request) => {
    const response = await fetch(urlOf(request), {
      method: request.method,
      headers: Object.entries(request.headers).filter(([name]) => !writtenByFetch.has(name.toLowerCase())),
      body: bodyOf(request.body),
    });
    const body = new Uint8Array(await response.arrayBuffer());
    return { response: { statusCode: response.status, headers: Object.fromEntries(response.headers), body } };
  },
});
