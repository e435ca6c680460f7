import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { systemClock } from '@portcullis/adapter-memory';
import { type Clock, E } from '@portcullis/domain';
import { anthropic } from './anthropic/anthropic.ts';
import { type Aws, aws } from './aws/aws.ts';
import type { IncomingRequest, SimulatedCall, VendorResponse } from './core/exchange.ts';
import { readScript, type Script } from './core/script.ts';
import { createState, type SimulatorState } from './core/state.ts';
import { upgradeOf } from './core/web-socket.ts';
import { applyFault, type FaultedResponse } from './faults/apply-fault.ts';
import { sendLater, sendWhole } from './faults/send.ts';
import { fingerprint } from './fingerprint.ts';
import { type Controls, control } from './server/control.ts';
import { readRequest, requestHead } from './server/read-request.ts';
import { type RecordedCall, requestLog } from './server/request-log.ts';

export type SimulatorOptions = {
  /**
   * The `NODE_ENV` of the place where it runs, or `development` where it is not set. Its starter hands it in: it does
   * not start in `production`, nor without a named environment.
   */
  readonly environment: string;
  /** The port. 0 takes a free one, and so does leaving it out. */
  readonly port?: number;
  /** The clock for sessions, the expiry of credentials and the time of events. */
  readonly clock?: Clock;
  /** The clock for the age of signatures: it is that of the signers. */
  readonly signingClock?: Clock;
  readonly region?: string;
  /** The address of the page on which device events happen. The service must accept it as one of its own pages. */
  readonly page?: string;
};

/** A running simulator of all vendors. */
export type Simulator = {
  readonly url: string;
  /** Changes the given parts of the script. Throws for an invalid script. */
  readonly script: (changes: Partial<Script>) => void;
  /** Resets the script, and clears all sessions, credentials, counters and requests. */
  readonly reset: () => void;
  readonly requests: () => readonly RecordedCall[];
  /** Closes at once, including open connections. */
  readonly close: () => Promise<void>;
};

/** The only address on which it listens, because others must not reach simulated vendors. */
const host = '127.0.0.1';

/** How long a connection stays open without a request: longer than clients keep theirs. */
const keptMs = 75_000;

const listen = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      const address = server.address();
      if (typeof address === 'object' && address !== null) resolve(address.port);
      else reject(new Error('a listening server has an address'));
    });
  });

const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

type VendorRouter = Pick<Aws, 'route' | 'stream'>;

/** Creates every vendor without sessions and credentials. */
const createVendorRouter = (state: SimulatorState): VendorRouter => {
  const { route, stream } = aws(state);
  const handlers = [route, anthropic(state), fingerprint(state)];
  return {
    stream,
    route: (incoming) => {
      for (const handler of handlers) {
        const call = handler(incoming);
        if (call !== null) return call;
      }
      return null;
    },
  };
};

const unknownAddress: VendorResponse = {
  status: 404,
  headers: { 'content-type': 'text/plain' },
  body: 'No vendor has such an address.\n',
};

/** No vendor answers in this way: a test that sees it has found a bug in the simulator. */
const simulatorError = (thrown: unknown): VendorResponse => ({
  status: 599,
  headers: { 'content-type': 'text/plain' },
  body: `The simulator has a fault: ${thrown instanceof Error ? thrown.stack : thrown}\n`,
});

const validScript = (changes: Partial<Script>): Partial<Script> => {
  const read = readScript(changes);
  if (E.isLeft(read))
    throw new TypeError(`no script: ${read.left.map((fault) => `${fault.pointer} ${fault.message}`)}`);
  return read.right;
};

/**
 * Starts all vendors on one port of 127.0.0.1. Rejects when the environment is `production` or is missing, because the
 * simulated vendors approve everybody.
 */
export const startSimulator = async (options: SimulatorOptions): Promise<Simulator> => {
  if (options.environment === 'production')
    throw new Error('The simulator does not play vendors with NODE_ENV=production.');
  // Programs without types may forget it.
  if (typeof options.environment !== 'string') throw new TypeError('startSimulator must be told its environment');
  const { port = 0, clock = systemClock, signingClock = systemClock } = options;
  const { region = 'eu-west-1', page = 'http://127.0.0.1/verify' } = options;
  const state = createState({ clock, signingClock, region, page });
  const log = requestLog();
  let vendors = createVendorRouter(state);
  const reset = (): void => {
    state.reset();
    log.clear();
    vendors = createVendorRouter(state);
  };
  const controls: Controls = { script: state.script, change: state.change, reset, log };

  const applyCall = (call: SimulatedCall, { headers }: IncomingRequest): FaultedResponse => {
    const fulfilled = applyFault(call, state.nextFault(call.vendor, call.operation));
    log.add(call, fulfilled.status, headers);
    const { [call.vendor]: latencyMs = 0 } = state.script().latencyMs;
    return latencyMs === 0 ? fulfilled : { ...fulfilled, send: sendLater(latencyMs, fulfilled.send) };
  };
  const answer = (incoming: IncomingRequest, response: ServerResponse): void => {
    const own = control(controls, incoming);
    const call = own === null ? vendors.route(incoming) : null;
    const fulfilled = call === null ? { answer: own ?? unknownAddress, send: sendWhole } : applyCall(call, incoming);
    fulfilled.send(response, fulfilled.answer);
  };

  const server = createServer({ keepAliveTimeout: keptMs }, (request, response) => {
    readRequest(request)
      .then((incoming) => (incoming === null ? response.destroy() : answer(incoming, response)))
      .catch((thrown: unknown) => sendWhole(response, simulatorError(thrown)));
  });
  const streams = new Set<Duplex>();
  server.on('upgrade', (request, socket, head) => {
    streams.add(socket);
    socket.on('close', () => streams.delete(socket));
    const call = { vendor: 'rekognition', operation: 'StartFaceLivenessSession' } as const;
    const upgrade = upgradeOf(request, socket, head);
    vendors.stream(requestHead(request), upgrade, ({ body, status }) => log.add({ ...call, body }, status));
  });
  const bound = await listen(server, port);
  return {
    url: `http://${host}:${bound}`,
    script: (changes) => state.change(validScript(changes)),
    reset,
    requests: log.all,
    close: () => {
      for (const socket of streams) socket.destroy();
      return closeServer(server);
    },
  };
};
