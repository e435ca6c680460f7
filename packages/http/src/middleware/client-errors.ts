import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { RateState } from '@portcullis/domain/ports';
import { clientAddress } from '../rate-limits/client-address.ts';
import { type RateLimiting, rateHeaders } from '../rate-limits/rate-budgets.ts';
import { countAddress } from '../rate-limits/request-rate-limiter.ts';
import { type ErrorCodeName, errorCodes, problemType } from '../request/error-codes.ts';
import { apiVersion } from './api-version.ts';
import { secureResponseHeaders } from './secure-headers.ts';

type Unparsable = { readonly status: number; readonly title: string; readonly code: ErrorCodeName };

const malformed: Unparsable = { status: 400, title: 'The request is not valid', code: 'invalid_request' };
const ofCode = (code: ErrorCodeName): Unparsable => ({ ...errorCodes[code], code });

/** The response to a request that cannot be parsed, by the code of Node's error. */
const statusByCode: { readonly [code: string]: Unparsable } = {
  HPE_HEADER_OVERFLOW: { ...malformed, status: 431, title: 'The headers are too long' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { ...malformed, status: 413, title: 'Too large' },
  ERR_HTTP_REQUEST_TIMEOUT: { ...malformed, status: 408, title: 'The request took too long' },
  HPE_INVALID_TRANSFER_ENCODING: ofCode('not_implemented'),
  HPE_INVALID_VERSION: ofCode('http_version_not_supported'),
};

/** Node's code for a request that is not completed in time. */
export const requestTimeoutCode = 'ERR_HTTP_REQUEST_TIMEOUT';

/** A request that could not be parsed: Node's code for it, whether it began as a HEAD request, and its connection. */
export type ClientError = {
  readonly code: string | undefined;
  /** Node's sentence for the code. */
  readonly reason: string | undefined;
  readonly isHead: boolean;
  readonly socket: Socket;
};

const commonHeaders = secureResponseHeaders();

/** Node has one code for a coding that it does not know and for a coding beside a `Content-Length`. */
const unparsable = ({ code, reason }: ClientError): Unparsable =>
  reason?.includes('Content-Length') ? malformed : (statusByCode[code ?? ''] ?? malformed);

const responseText = (error: ClientError, rate: RateState | null): string => {
  const { status, title, code } = unparsable(error);
  const requestId = randomUUID();
  const body = JSON.stringify({
    type: problemType(code),
    title,
    status,
    code,
    request_id: requestId,
    retryable: status === 408,
  });
  const headers = {
    ...commonHeaders,
    ...(rate !== null && rateHeaders(rate)),
    vary: 'Origin',
    'content-type': 'application/problem+json',
    'content-length': String(Buffer.byteLength(body)),
    'request-id': requestId,
    'portcullis-version': apiVersion,
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', error.isHead ? '' : body].join('\r\n');
};

/**
 * The complete response, as it is sent on the wire, to input that is not an HTTP request, to a request that takes too
 * long, and to a method that is not supported (`CONNECT`). Nothing of such a request reaches the application. The
 * connection is closed with it. A `HEAD` request is answered without the body (RFC 9110 section 9.3.2). It counts
 * against the address of the connection; behind a proxy that is the proxy's address, because there is no header that
 * could be trusted. Without rate limits nothing is counted.
 */
export const clientErrorResponses =
  (rateLimiting: RateLimiting | null) =>
  async (error: ClientError): Promise<string> => {
    if (rateLimiting === null) return responseText(error, null);
    const address = clientAddress({ socket: error.socket, headers: {} }, rateLimiting.trustedProxies);
    return responseText(error, await countAddress(rateLimiting)(address));
  };
