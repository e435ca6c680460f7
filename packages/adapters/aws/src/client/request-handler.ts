import { type Fetch, type OngoingCall, VendorCallError } from '@portcullis/vendor-client';

/**
 * The part of the SDK's request that is sent. The SDK's two protocols put everything into the body, so there is no
 * query.
 */
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

/**
 * The options of one command, which the SDK hands on to the request handler unchanged. So the handler, which all calls
 * of a client share, sends each request by the `fetch` of its own call.
 */
export type SendOptions = { readonly abortSignal: AbortSignal; readonly fetch: Fetch };

export const sendOptions = ({ fetch, signal }: OngoingCall): SendOptions => ({ abortSignal: signal, fetch });

export type RequestHandler = {
  readonly handle: (request: SdkRequest, options?: Partial<SendOptions>) => Promise<{ readonly response: SdkResponse }>;
};

/** These two headers follow from the address and the body, and `fetch` writes them itself. */
const writtenByFetch = new Set(['host', 'content-length']);

const urlOf = ({ protocol, hostname, port, path }: SdkRequest): URL =>
  new URL(`${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}`);

const bodyOf = (body: unknown): string | Uint8Array<ArrayBuffer> => {
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array) return new Uint8Array(body);
  throw new TypeError('the body of a request is text or bytes');
};

/**
 * Sends the requests of an AWS client through the vendor client, which also aborts them. No socket, proxy or timeout of
 * the SDK is used.
 */
export const requestHandler: RequestHandler = {
  handle: async (request, { fetch } = {}) => {
    if (fetch === undefined) throw new VendorCallError('outside_a_call');
    const response = await fetch(urlOf(request), {
      method: request.method,
      headers: Object.entries(request.headers).filter(([name]) => !writtenByFetch.has(name.toLowerCase())),
      body: bodyOf(request.body),
    });
    const body = new Uint8Array(await response.arrayBuffer());
    return { response: { statusCode: response.status, headers: Object.fromEntries(response.headers), body } };
  },
};
