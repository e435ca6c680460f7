import { AsyncLocalStorage } from 'node:async_hooks';

/** What is known of a call while it runs: every `fetch` in it reads the signal and leaves its traces. */
export type CallTrace = {
  readonly signal: AbortSignal;
  sent: number;
  status: number | null;
  requestId: string | null;
  retryAfterMs: number | null;
};

export const callTraces = new AsyncLocalStorage<CallTrace>();

export const newTrace = (signal: AbortSignal): CallTrace => ({
  signal,
  sent: 0,
  status: null,
  requestId: null,
  retryAfterMs: null,
});

const requestIdHeaders = ['x-amzn-requestid', 'request-id', 'x-request-id'];

/** `Retry-After` (RFC 9110, section 10.2.3) in milliseconds: seconds, or a date counted from the answer's own. */
const retryAfterOf = (headers: Headers): number | null => {
  const value = headers.get('retry-after')?.trim();
  if (value === undefined || value === '') return null;
  if (/^\d{1,9}(\.\d{1,9})?$/.test(value)) return Number(value) * 1000;
  const apart = Date.parse(value) - Date.parse(headers.get('date') ?? '');
  return Number.isFinite(apart) ? Math.max(0, apart) : null;
};

/** Notes an answer whose head has come. */
export const noteAnswer = (trace: CallTrace, { status, headers }: Response): void => {
  trace.status = status;
  trace.requestId = requestIdHeaders.map((name) => headers.get(name)).find((id) => id !== null) ?? null;
  trace.retryAfterMs = retryAfterOf(headers);
};
