import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Random } from '../../../../support/generators/seeded-random.ts';
import { startStub } from '../../../../support/servers/stub-server.ts';
import type { WorldClock } from '../shared/world-clock.ts';
import { isGenuine } from './signature.ts';

/** How a receiver fails: 500 at once or late, 429 with `Retry-After: 1`, no answer at all, a connection that ends. */
export type Failure = 'error' | 'slow' | 'throttle' | 'hang' | 'reset';

/** A request that has arrived. The times are in milliseconds since 1970, by the time of the instances. */
export type Arrival = {
  readonly at: number;
  readonly event: string;
  readonly body: string;
  /** `open`: it was not answered, and its connection has not ended yet. */
  fate: 'open' | 'accepted' | Failure;
  /** When it was answered, or when its connection had ended. */
  endedAt: number | null;
};

/** An endpoint of the partner: what has arrived, in the order of arrival. */
export type Receiver = {
  readonly url: string;
  readonly arrivals: readonly Arrival[];
  /** The ids of the events that were answered with 204. */
  readonly accepted: ReadonlySet<string>;
  /** How many different events have arrived since the secret is trusted. */
  readonly tried: () => number;
  /** From now on signatures are verified, those of earlier requests too. */
  readonly trust: (secret: string) => void;
  /** The requests without a valid signature. */
  readonly forged: () => number;
  readonly close: () => Promise<void>;
};

type ReceiverOptions = {
  readonly clock: Pick<WorldClock, 'now' | 'possible'>;
  /** How a request for an event fails that has failed so often; `null` where it is accepted. */
  readonly failure: (event: string, failures: number) => Failure | null;
};

/** The time until a receiver fails that is slow. */
const slowMs = 400;

/** The time until it accepts an event: up to 20 milliseconds, by the last letter of the id. */
const acceptMs = (event: string): number => (event.codePointAt(event.length - 1) ?? 0) % 20;

const answerWith = (how: Failure | null, request: IncomingMessage, response: ServerResponse, event: string): void => {
  if (how === null) setTimeout(() => response.writeHead(204).end(), acceptMs(event));
  else if (how === 'error') response.writeHead(500).end();
  else if (how === 'throttle') response.writeHead(429, { 'retry-after': '1' }).end();
  else if (how === 'slow') setTimeout(() => response.writeHead(500).end(), slowMs);
  else if (how === 'reset') request.socket.resetAndDestroy();
};

export const startReceiver = async ({ clock, failure }: ReceiverOptions): Promise<Receiver> => {
  const arrivals: Arrival[] = [];
  const accepted = new Set<string>();
  const tried = new Set<string>();
  const failures = new Map<string, number>();
  const bodies = new Map<string, string>();
  let unverified: { readonly headers: IncomingHttpHeaders; readonly body: Buffer; readonly at: readonly number[] }[] =
    [];
  let secret = '';
  let forged = 0;
  const verify = (headers: IncomingHttpHeaders, body: Buffer, at: readonly number[]): void => {
    if (secret === '') unverified.push({ headers, body, at });
    else if (!at.some((time) => isGenuine(secret, headers, body, time))) forged += 1;
  };
  /** One text for all requests of an event: there are hundreds of thousands. */
  const shared = (event: string, body: string): string => {
    const known = bodies.get(event);
    if (known === body) return known;
    bodies.set(event, body);
    return body;
  };

  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const at = clock.now();
    const possible = clock.possible();
    // A request that was cut off has not arrived.
    const bytes = await buffer(request).catch(() => null);
    if (bytes === null) return;
    const event = String(request.headers['webhook-id']);
    verify(request.headers, bytes, possible);
    const before = failures.get(event) ?? 0;
    // The ping comes before the secret, and an endpoint that fails it gets nothing.
    const how = secret === '' ? null : failure(event, before);
    if (secret !== '') tried.add(event);
    const arrival: Arrival = { at, event, body: shared(event, bytes.toString()), fate: 'open', endedAt: null };
    arrivals.push(arrival);
    if (how === null) accepted.add(event);
    else failures.set(event, before + 1);
    response.once('close', () => {
      arrival.fate = how ?? 'accepted';
      arrival.endedAt = clock.now();
    });
    answerWith(how, request, response, event);
  };

  const stub = await startStub((request, response) => void receive(request, response));
  return {
    url: `${stub.url}/hooks`,
    arrivals,
    accepted,
    tried: () => tried.size,
    trust: (given) => {
      secret = given;
      for (const { at, body, headers } of unverified) verify(headers, body, at);
      unverified = [];
    },
    forged: () => forged,
    close: stub.close,
  };
};

/** An event fails at most so often at one receiver: the next try would be due in half an hour. */
const mostFailures = 2;

/** Draws failures: a share of the requests, each kind as often as its weight says. */
export const drawFailures =
  (random: Random, share: number, weights: Readonly<Record<Failure, number>>): ReceiverOptions['failure'] =>
  (_, failures) => {
    if (failures >= mostFailures || random() >= share) return null;
    const kinds = Object.entries(weights) as [Failure, number][];
    let left = random() * kinds.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [kind, weight] of kinds) {
      left -= weight;
      if (left < 0) return kind;
    }
    return null;
  };
