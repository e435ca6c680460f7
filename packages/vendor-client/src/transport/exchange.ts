import type { IncomingMessage } from 'node:http';
import { type CallTrace, recordRequest, recordResponse } from '../call/call-trace.ts';
import { VendorCallError } from '../call/vendor-call-error.ts';
import type { ConnectionPool, PendingRequest } from './connection-pool.ts';
import { toVendorCallError } from './exchange-errors.ts';
import { acceptedEncodings, decodedBody, readBounded } from './response-body.ts';

/** Statuses of responses that have no body (Fetch standard, "null body status"): `Response` requires it. */
const nullBodyStatuses = new Set([204, 205, 304]);
/** The body has been decompressed and counted, so these headers of the sender no longer apply. */
const transferHeaders = ['content-encoding', 'content-length', 'transfer-encoding'];

/** Headers that describe the connection and not the request. Only this package writes them. */
const connectionHeaders = [
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'transfer-encoding',
  'upgrade',
];

const requestHeaders = (request: Request, traceparent: string | null): Record<string, string> => {
  const headers = new Headers({ accept: '*/*', 'user-agent': 'portcullis' });
  for (const [name, value] of request.headers) headers.set(name, value);
  for (const name of connectionHeaders) headers.delete(name);
  headers.set('accept-encoding', acceptedEncodings);
  if (traceparent !== null) headers.set('traceparent', traceparent);
  return Object.fromEntries(headers);
};

const responseHeaders = ({ rawHeaders }: IncomingMessage): Headers => {
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) headers.append(`${rawHeaders[at]}`, `${rawHeaders[at + 1]}`);
  return headers;
};

const isRedirect = (status: number): boolean => status >= 300 && status < 400 && status !== 304;

/** Builds the response with its whole body. A message that is not a final response, or a redirect, is an error. */
const responseOf = async (message: IncomingMessage, method: string, maxBytes: number): Promise<Response> => {
  const status = message.statusCode ?? 0;
  const headers = responseHeaders(message);
  if (status < 200 || status > 599) throw new VendorCallError('answer_malformed');
  if (isRedirect(status)) throw new VendorCallError('redirected');
  for (const name of transferHeaders) headers.delete(name);
  // Such a response may name an encoding without having a body, which no decoder accepts.
  const hasNoBody = method === 'HEAD' || nullBodyStatuses.has(status);
  const body = await readBounded(hasNoBody ? message : decodedBody(message), maxBytes);
  return new Response(hasNoBody ? null : body, { status, headers });
};

export type OutgoingRequest = {
  readonly request: Request;
  readonly body: Uint8Array | null;
  /** The signal by which the caller itself may abort the exchange. */
  readonly signal: AbortSignal | null;
};

/** Node's client does not accept everything that the Fetch standard does. */
const sendRequest = (
  { send }: ConnectionPool,
  { request, body }: OutgoingRequest,
  traceparent: string | null,
): PendingRequest => {
  const { url, method } = request;
  try {
    return send({ url, method, headers: requestHeaders(request, traceparent) }, body);
  } catch (thrown) {
    throw new VendorCallError('request_malformed', thrown);
  }
};

/** Sends a request and reads its response. An early end of the exchange closes the connection. */
export const exchange = async (
  pool: ConnectionPool,
  outgoing: OutgoingRequest,
  trace: CallTrace,
  maxBytes: number,
): Promise<Response> => {
  const { request, signal } = outgoing;
  recordRequest(trace);
  const pending = sendRequest(pool, outgoing, trace.traceparent);
  const stop = (): void => {
    pending.destroy();
  };
  const signals = signal === null ? [trace.signal] : [trace.signal, signal];
  for (const each of signals) each.addEventListener('abort', stop);
  try {
    const answer = await pending.response;
    recordResponse(trace, answer);
    const response = await responseOf(answer, request.method, maxBytes);
    // The response came before the whole request was accepted, or its sender continues after its end.
    if (!pending.isFullySent() || !answer.complete) stop();
    return response;
  } catch (thrown) {
    stop();
    if (trace.signal.aborted) {
      pool.closeIdle();
      throw new VendorCallError('deadline_passed', thrown);
    }
    throw signal?.aborted ? signal.reason : toVendorCallError(thrown);
  } finally {
    for (const each of signals) each.removeEventListener('abort', stop);
  }
};
