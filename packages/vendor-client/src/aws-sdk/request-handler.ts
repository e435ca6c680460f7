import type { Fetch, OngoingCall } from '../call/types.ts';
import { VendorCallError } from '../call/vendor-call-error.ts';

/** The part of the SDK's request that is sent. */
type SdkRequest = {
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | string[] | null>>;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
};
type SdkResponse<Body> = {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
};

/**
 * The options of one command, which the SDK hands on to the request handler unchanged. So the handler, which all calls
 * of a client share, sends each request by the `fetch` of its own call.
 */
export type SendOptions = { readonly abortSignal: AbortSignal; readonly fetch: Fetch };

export const sendOptions = ({ fetch, signal }: OngoingCall): SendOptions => ({ abortSignal: signal, fetch });

export type RequestHandler<Body> = {
  readonly handle: (
    request: SdkRequest,
    options?: Partial<SendOptions>,
  ) => Promise<{ readonly response: SdkResponse<Body> }>;
};

/** These two headers follow from the address and the body, and `fetch` writes them itself. */
const writtenByFetch = new Set(['host', 'content-length']);

/** The query as it was signed: every character that is not unreserved is encoded (RFC 3986). */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

const queryOf = ({ query = {} }: SdkRequest): string => {
  const pairs = Object.entries(query).flatMap(([name, values]) =>
    [values].flat().map((value) => (value === null ? encoded(name) : `${encoded(name)}=${encoded(value ?? '')}`)),
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
};

const urlOf = (request: SdkRequest): URL => {
  const { protocol, hostname, port, path } = request;
  return new URL(`${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}${queryOf(request)}`);
};

const bodyOf = (body: unknown): string | Uint8Array<ArrayBuffer> | null => {
  if (body === undefined || body === null || body === '') return null;
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array) return new Uint8Array(body);
  throw new TypeError('the body of a request is text or bytes');
};

/**
 * Sends the requests of a client of the AWS SDK through the vendor client, which also aborts them. No socket, proxy or
 * timeout of the SDK is used. `answered` makes of the bytes of an answer what the client reads: some read bytes, and
 * that of S3 a stream.
 */
export const requestHandler = <Body>(answered: (bytes: Uint8Array<ArrayBuffer>) => Body): RequestHandler<Body> => ({
  handle: async (request, { fetch } = {}) => {
    if (fetch === undefined) throw new VendorCallError('outside_a_call');
    const response = await fetch(urlOf(request), {
      method: request.method,
      headers: Object.entries(request.headers).filter(([name]) => !writtenByFetch.has(name.toLowerCase())),
      body: bodyOf(request.body),
    });
    const body = answered(new Uint8Array(await response.arrayBuffer()));
    return { response: { statusCode: response.status, headers: Object.fromEntries(response.headers), body } };
  },
});
