import { OutgoingFault } from './fault.ts';
import { callTraces, noteAnswer } from './trace.ts';
import type { Fetch } from './types.ts';

/** Answers that have no body (Fetch standard, "null body status"). */
const withoutBody = new Set([204, 205, 304]);

/** The whole body, or a fault as soon as there is more than `maxBytes` of it. */
const bounded = async (response: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> => {
  if (response.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    // Leaving the loop cancels the body, and with it the connection.
    if (size > maxBytes) throw new OutgoingFault('answer_too_large');
    chunks.push(chunk);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
};

/** The body has been decompressed and counted: what the sender said of it does not hold any more. */
const headersOf = (response: Response): Headers => {
  const headers = new Headers(response.headers);
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) headers.delete(name);
  return headers;
};

const urlOf = (input: string | URL | Request): URL => new URL(input instanceof Request ? input.url : input);

const isRedirect = ({ status }: Response): boolean => status >= 300 && status < 400 && status !== 304;

const signalFor = (ofCall: AbortSignal, init: RequestInit | undefined): AbortSignal =>
  init?.signal ? AbortSignal.any([ofCall, init.signal]) : ofCall;

/** `fetch` for one provider: to its own origins alone, never on to another address, and no more bytes than are allowed. */
export const guardedFetch =
  (origins: readonly string[], maxBytes: number): Fetch =>
  async (input, init) => {
    const trace = callTraces.getStore();
    if (trace === undefined) throw new OutgoingFault('outside_a_call');
    if (!origins.includes(urlOf(input).origin)) throw new OutgoingFault('host_not_allowed');
    trace.sent += 1;
    const response = await fetch(input, { ...init, redirect: 'manual', signal: signalFor(trace.signal, init) });
    noteAnswer(trace, response);
    if (isRedirect(response)) {
      await response.body?.cancel();
      throw new OutgoingFault('redirected');
    }
    const body = await bounded(response, maxBytes);
    return new Response(withoutBody.has(response.status) ? null : body, {
      status: response.status,
      headers: headersOf(response),
    });
  };
