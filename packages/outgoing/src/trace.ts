import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { retryAfterOf } from './retry-after.ts';

/** What is known of a call while it runs: every `fetch` in it reads the signal and leaves its traces. */
export type CallTrace = {
  readonly signal: AbortSignal;
  /** The way out whose call it is: no other may send in its name. */
  readonly owner: object;
  isUnderWay: boolean;
  sent: number;
  status: number | null;
  requestId: string | null;
  retryAfterMs: number | null;
};

/** One for all ways out, so that a call within a call is known to be one. */
export const callTraces = new AsyncLocalStorage<CallTrace>();

export const newTrace = (owner: object, signal: AbortSignal): CallTrace => ({
  signal,
  owner,
  isUnderWay: true,
  sent: 0,
  status: null,
  requestId: null,
  retryAfterMs: null,
});

/** The call that the running code is a part of. What a call has left behind when it ended is a part of none. */
export const traceUnderWay = (): CallTrace | null => {
  const trace = callTraces.getStore();
  return trace?.isUnderWay ? trace : null;
};

/** Notes that a request leaves: nothing is known of its answer. */
export const noteRequest = (trace: CallTrace): void => {
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

/** Notes an answer whose head has come. */
export const noteAnswer = (trace: CallTrace, { statusCode = 0, headers }: IncomingMessage): void => {
  trace.status = statusCode;
  trace.requestId = requestIdOf(headers);
  trace.retryAfterMs = statusCode >= 400 ? retryAfterOf(headers) : null;
};
