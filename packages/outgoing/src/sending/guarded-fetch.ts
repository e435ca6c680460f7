import { OutgoingFault } from '../fault.ts';
import { type CallTrace, traceUnderWay } from '../trace.ts';
import type { Fetch } from '../types.ts';
import { newConnections } from './connections.ts';
import { type Asked, exchange } from './exchange.ts';

/** The call that a request belongs to: one of this way out, and one that has not been answered yet. */
const traceOf = (owner: object): CallTrace => {
  const trace = traceUnderWay();
  if (trace?.owner !== owner) throw new OutgoingFault('outside_a_call');
  if (trace.signal.aborted) throw new OutgoingFault('deadline_passed');
  return trace;
};

type IsAllowed = (url: URL) => boolean;

/** Compares what addresses come to once they are parsed, so that no way of writing one makes a difference. */
const oneOf = (origins: readonly string[]): IsAllowed => {
  const known = new Set(origins.map((origin) => new URL(origin).origin));
  return ({ protocol, origin, username, password }) =>
    (protocol === 'https:' || protocol === 'http:') && username === '' && password === '' && known.has(origin);
};

/** The request as the standard reads it, to the address that was looked at and to no other. */
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

/** `fetch` for one provider: to its own origins alone, never on to another address, and no more bytes than are allowed. */
export const guardedFetch = (owner: object, origins: readonly string[], maxBytes: number): Fetch => {
  const isAllowed = oneOf(origins);
  const connections = newConnections();
  const send: Fetch = async (input, init) => {
    traceOf(owner);
    const asked = await askedOf(input, init, isAllowed);
    asked.signal?.throwIfAborted();
    // Reading the body took its time: the call may be over.
    return exchange(connections, asked, traceOf(owner), maxBytes);
  };
  return (input, init) => {
    const answer = send(input, init);
    // An attempt that was left behind at the deadline may not listen any more, which must not end the process.
    answer.catch(() => undefined);
    return answer;
  };
};
