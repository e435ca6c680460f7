import type { RequestTrace } from '@portcullis/domain/kernel';
import { type TimeReading, timeOfHeader } from '@portcullis/domain/ports';
import type { CallTrace } from '../call/call-trace.ts';
import type { Fetch } from '../call/types.ts';
import { VendorCallError } from '../call/vendor-call-error.ts';
import { newConnectionPool } from './connection-pool.ts';
import { exchange, type OutgoingRequest } from './exchange.ts';

/** A request must belong to a call that has not ended. */
const requireRunning = ({ isActive, signal }: CallTrace): void => {
  if (!isActive) throw new VendorCallError('outside_a_call');
  if (signal.aborted) throw new VendorCallError('deadline_passed');
};

type OriginFilter = (url: URL) => boolean;

/** Compares parsed origins, so that the spelling of an address makes no difference. */
const allowOrigins = (origins: readonly string[]): OriginFilter => {
  const allowed = new Set(origins.map((origin) => new URL(origin).origin));
  return ({ protocol, origin, username, password }) =>
    (protocol === 'https:' || protocol === 'http:') && username === '' && password === '' && allowed.has(origin);
};

/** Parses the request as the standard does, for the address that was checked and no other. */
const requestOf = (input: string | URL | Request, init: RequestInit | undefined, isAllowed: OriginFilter): Request => {
  const url = new URL(input instanceof Request ? input.url : input);
  if (!isAllowed(url)) throw new VendorCallError('host_not_allowed');
  return new Request(input instanceof Request ? input : url, { ...init, signal: null });
};

const readRequest = async (
  input: string | URL | Request,
  init: RequestInit | undefined,
  isAllowed: OriginFilter,
): Promise<OutgoingRequest> => {
  try {
    const request = requestOf(input, init, isAllowed);
    const body = request.body === null ? null : new Uint8Array(await request.arrayBuffer());
    return { request, body, signal: init?.signal ?? (input instanceof Request ? input.signal : null) };
  } catch (thrown) {
    throw thrown instanceof VendorCallError ? thrown : new VendorCallError('request_malformed', thrown);
  }
};

/**
 * A connection that was idle for four seconds is closed by us, before the provider closes it during a request.
 * Certificates are verified whatever the options of the process are, which Node's own `fetch` does not do.
 */
const connectionOptions = { timeout: 4000, rejectUnauthorized: true, minVersion: 'TLSv1.2' } as const;

/** The time that the sender of a response states. A response of a cache (`Age`) has the time of an earlier one. */
const readingOf = ({ headers }: Response, sentAt: number): TimeReading | null => {
  const time = timeOfHeader(headers.get('date'));
  return time === null || headers.has('age') ? null : { time, sentAt, receivedAt: performance.now() };
};

/**
 * Makes the `fetch` of each call to one provider: to its own origins only, without redirects, and with a limit of
 * bytes. All calls share the connections.
 */
export const guardedFetch = (
  origins: readonly string[],
  maxBytes: number,
  observeTime: (reading: TimeReading, request: RequestTrace | null) => void,
): ((trace: CallTrace) => Fetch) => {
  const isAllowed = allowOrigins(origins);
  const pool = newConnectionPool(connectionOptions);
  return (trace) => {
    const send: Fetch = async (input, init) => {
      requireRunning(trace);
      const outgoing = await readRequest(input, init, isAllowed);
      outgoing.signal?.throwIfAborted();
      // Reading the body took time: the call may have ended.
      requireRunning(trace);
      const sentAt = performance.now();
      const response = await exchange(pool, outgoing, trace, maxBytes);
      const reading = readingOf(response, sentAt);
      if (reading) observeTime(reading, trace.request);
      return response;
    };
    return (input, init) => {
      const response = send(input, init);
      // An attempt that was abandoned at the deadline may have no listener any more, and its rejection must not end the
      // process.
      response.catch(() => undefined);
      return response;
    };
  };
};
