import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { retryAfterOf } from './retry-after.ts';

/** The state of a call while it runs. Every `fetch` in it reads the signal and records its request and response. */
export type CallTrace = {
  readonly signal: AbortSignal;
  /** The vendor client that the call belongs to: no other may send for it. */
  readonly owner: object;
  isActive: boolean;
  sent: number;
  status: number | null;
  requestId: string | null;
  retryAfterMs: number | null;
};

/** All vendor clients share one storage, so that a call within a call is recognized. */
export const callTraceStorage = new AsyncLocalStorage<CallTrace>();

export const newCallTrace = (owner: object, signal: AbortSignal): CallTrace => ({
  signal,
  owner,
  isActive: true,
  sent: 0,
  status: null,
  requestId: null,
  retryAfterMs: null,
});

/** The call that the running code belongs to. Code that a call left running after its end belongs to none. */
export const activeTrace = (): CallTrace | null => {
  const trace = callTraceStorage.getStore();
  return trace?.isActive ? trace : null;
};

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
