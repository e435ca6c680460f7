import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { RequestTrace } from '@portcullis/domain/kernel';
import { retryAfterOf } from './retry-after.ts';

/**
 * The state of a call while it runs. The `fetch` of the call reads the signal and records its requests and responses.
 * It is handed on as a value: the first use of `AsyncLocalStorage` would make every promise of the process slower.
 */
export type CallTrace = {
  readonly signal: AbortSignal;
  /** The header of that name, which goes with every request of the call. */
  readonly traceparent: string | null;
  /** Our request in which the call is made. */
  readonly request: RequestTrace | null;
  isActive: boolean;
  sent: number;
  status: number | null;
  requestId: string | null;
  retryAfterMs: number | null;
};

export const newCallTrace = (
  signal: AbortSignal,
  traceparent: string | null,
  request: RequestTrace | null,
): CallTrace => ({
  signal,
  traceparent,
  request,
  isActive: true,
  sent: 0,
  status: null,
  requestId: null,
  retryAfterMs: null,
});

/** Records that a request is sent. Nothing is known of its response. */
export const recordRequest = (trace: CallTrace): void => {
  trace.sent += 1;
  trace.status = null;
  trace.requestId = null;
  trace.retryAfterMs = null;
};

const requestIdHeaders = ['x-amzn-requestid', 'request-id', 'x-request-id'];
const requestIdForm = /^[\w-]{1,128}$/;

const requestIdOf = (headers: IncomingHttpHeaders): string | null => {
  const given = requestIdHeaders.map((name) => headers[name]);
  return given.find((id) => typeof id === 'string' && requestIdForm.test(id))?.toString() ?? null;
};

/** Records a response whose head has arrived. */
export const recordResponse = (trace: CallTrace, { statusCode = 0, headers }: IncomingMessage): void => {
  trace.status = statusCode;
  trace.requestId = requestIdOf(headers);
  trace.retryAfterMs = statusCode >= 400 ? retryAfterOf(headers) : null;
};
