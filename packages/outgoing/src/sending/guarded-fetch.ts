import { OutgoingFault } from '../fault.ts';
import { type CallTrace, traceUnderWay } from '../trace.ts';
import type { Fetch } from '../types.ts';
import { newConnections } from './connections.ts';
import { type Asked, exchange } from './exchange.ts';

/** The call that a request belongs to. It must be a call of this vendor client, and it must not have ended. */
const traceOf = (owner: object): CallTrace => {
  const trace = traceUnderWay();
  if (trace?.owner !== owner) throw new OutgoingFault('outside_a_call');
  if (trace.signal.aborted) throw new OutgoingFault('deadline_passed');
  return trace;
};

type IsAllowed = (url: URL) => boolean;

/** Compares parsed origins, so that the spelling of an address makes no difference. */
const oneOf = (origins: readonly string[]): IsAllowed => {
  const known = new Set(origins.map((origin) => new URL(origin).origin));
  return ({ protocol, origin, username, password }) =>
    (protocol === 'https:' || protocol === 'http:') && username === '' && password === '' && known.has(origin);
};

/** Parses the request as the standard does, for the address that was checked and no other. */
const requestOf = (input: string | URL | Request, init: RequestInit | undefined, isAllowed: IsAllowed): Request => {
  const url = new URL(input instanceof Request ? input.url : input);
  if (!isAllowed(url)) throw new OutgoingFault('host_not_allowed');
  return new Request(input instanceof Request ? input : url, { ...init, signal: null });
};

const askedOf = async (
  input: string | URL | Request,
  init: RequestInit | undefined,
  isAllowed: IsAllowed,
): Promise<Asked> => {
  try {
    const request = requestOf(input, init, isAllowed);
    const body = request.body === null ? null : new Uint8Array(await request.arrayBuffer());
    return { request, body, signal: init?.signal ?? (input instanceof Request ? input.signal : null) };
  } catch (thrown) {
    throw thrown instanceof OutgoingFault ? thrown : new OutgoingFault('request_malformed', thrown);
  }
};

/** `fetch` for one provider: to its own origins only, without redirects, and with a limit of bytes. */
export const guardedFetch = (owner: object, origins: readonly string[], maxBytes: number): Fetch => {
  const isAllowed = oneOf(origins);
  const connections = newConnections();
  const send: Fetch = async (input, init) => {
    traceOf(owner);
    const asked = await askedOf(input, init, isAllowed);
    asked.signal?.throwIfAborted();
    // Reading the body took time: the call may have ended.
    return exchange(connections, asked, traceOf(owner), maxBytes);
  };
  return (input, init) => {
    const answer = send(input, init);
    // An attempt that was abandoned at the deadline may have no listener any more, and its rejection must not end the
    // process.
    answer.catch(() => undefined);
    return answer;
  };
};
