import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { RateState } from '@portcullis/domain/ports';
import { clientAddress } from '../rate-limits/client-address.ts';
import { type RateLimiting, rateHeaders } from '../rate-limits/rate-budgets.ts';
import { countAddress } from '../rate-limits/request-rate-limiter.ts';
import { secureResponseHeaders } from './secure-headers.ts';

/** The response to a request that cannot be parsed, by the code of Node's error. */
const statusByCode: { readonly [code: string]: { readonly status: number; readonly title: string } } = {
  HPE_HEADER_OVERFLOW: { status: 431, title: 'The headers are too long' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, title: 'Too large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, title: 'The request took too long' },
};
const malformed = { status: 400, title: 'The request is not valid' };

/** Node's code for a request that is not completed in time. */
export const requestTimeoutCode = 'ERR_HTTP_REQUEST_TIMEOUT';

/** A request that could not be parsed: Node's code for it, whether it began as a HEAD request, and its connection. */
export type ClientError = { readonly code: string | undefined; readonly isHead: boolean; readonly socket: Socket };

const commonHeaders = secureResponseHeaders();

const responseText = ({ code, isHead }: ClientError, rate: RateState | null): string => {
  const { status, title } = statusByCode[code ?? ''] ?? malformed;
  const requestId = randomUUID();
  const body = JSON.stringify({
    type: 'urn:portcullis:problem:invalid_request',
    title,
    status,
    code: 'invalid_request',
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
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', isHead ? '' : body].join('\r\n');
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
