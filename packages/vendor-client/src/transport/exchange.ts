import type { IncomingMessage } from 'node:http';
import { type CallTrace, recordRequest, recordResponse } from '../call/call-trace.ts';
import { VendorCallError } from '../call/vendor-call-error.ts';
import type { ConnectionPool } from './connection-pool.ts';
import { decodedBody, readBounded } from './response-body.ts';

/** Statuses of responses that have no body (Fetch standard, "null body status"): `Response` requires it. */
const nullBodyStatuses = new Set([204, 205, 304]);
/** The body has been decompressed and counted, so these headers of the sender no longer apply. */
const transferHeaders = ['content-encoding', 'content-length', 'transfer-encoding'];

const headersOf = ({ rawHeaders }: IncomingMessage): Headers => {
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) headers.append(`${rawHeaders[at]}`, `${rawHeaders[at + 1]}`);
  return headers;
};

const isRedirect = (status: number): boolean => status >= 300 && status < 400 && status !== 304;

/** Builds the response with its whole body. A message that is not a final response, or a redirect, is an error. */
const responseOf = async (message: IncomingMessage, method: string, maxBytes: number): Promise<Response> => {
  const status = message.statusCode ?? 0;
  const headers = headersOf(message);
  if (status < 200 || status > 599) throw new VendorCallError('answer_malformed');
  if (isRedirect(status)) throw new VendorCallError('redirected');
  for (const name of transferHeaders) headers.delete(name);
  // Such a response may name an encoding without having a body, which no decoder accepts.
  const hasNoBody = method === 'HEAD' || nullBodyStatuses.has(status);
  const body = await readBounded(hasNoBody ? message : decodedBody(message), maxBytes);
  return new Response(hasNoBody ? null : body, { status, headers });
};

/** The codes of OpenSSL and Node for a certificate that is not trusted. */
const certificateCode =
  /^(CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)|PATH_LENGTH_|ERR_TLS_CERT_)/;
/** The codes of Node's parser and of its decompressors. */
const malformedCode = /^(HPE_|Z_|ERR_BROTLI|ERR__ERROR_FORMAT)/;

const toVendorCallError = (thrown: unknown): VendorCallError => {
  if (thrown instanceof VendorCallError) return thrown;
  const code = thrown instanceof Error ? `${Reflect.get(thrown, 'code')}` : '';
  if (certificateCode.test(code)) return new VendorCallError('certificate_not_trusted', thrown);
  // A header that the standard does not accept is a TypeError; nothing else here is one.
  const isMalformed = malformedCode.test(code) || thrown instanceof TypeError;
  return new VendorCallError(isMalformed ? 'answer_malformed' : 'connection_failed', thrown);
};

export type OutgoingRequest = {
  readonly request: Request;
  readonly body: Uint8Array | null;
  /** The signal by which the caller itself may abort the exchange. */
  readonly signal: AbortSignal | null;
};

/** Sends a request and reads its response. Whatever ends the exchange early closes the connection. */
export const exchange = async (
  { send }: ConnectionPool,
  { request, body, signal }: OutgoingRequest,
  trace: CallTrace,
  maxBytes: number,
): Promise<Response> => {
  recordRequest(trace);
  const pending = send(request, body);
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
    if (trace.signal.aborted) throw new VendorCallError('deadline_passed', thrown);
    throw signal?.aborted ? signal.reason : toVendorCallError(thrown);
  } finally {
    for (const each of signals) each.removeEventListener('abort', stop);
  }
};
