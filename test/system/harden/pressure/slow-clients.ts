import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { runs } from '../../../support/effort.ts';
import type { Harness, Size } from '../harness/harness.ts';
import { type MeasuredService, openMeasuredService, pollUntil } from './environment.ts';
import { openSlowConnections } from './slow-connections.ts';

type Scale = { readonly connections: number; readonly seconds: number };

const scales: { readonly [Of in Size]: Scale } = {
  short: { connections: runs(160, 60), seconds: runs(6, 2) },
  full: { connections: 2200, seconds: 40 },
  long: { connections: 3600, seconds: 300 },
};

const headersSeconds = 3;
const stallSeconds = 3;
const requestSeconds = 8;
const perAddress = 300;
/** No client waits longer for a response. */
const answerLimitMs = 2000;

type HealthyCounts = { asked: number; late: number; lost: number; slowestMs: number };

/** Sends one request of a well-behaved client. */
const sendHealthyRequest = (
  agent: Agent,
  { port, token }: MeasuredService,
  path: string,
  counts: HealthyCounts,
): Promise<void> =>
  new Promise((resolve) => {
    const began = performance.now();
    counts.asked += 1;
    const done = (isAnswered: boolean): void => {
      const ms = performance.now() - began;
      counts.slowestMs = Math.max(counts.slowestMs, Math.round(ms));
      if (!isAnswered) counts.lost += 1;
      else if (ms > answerLimitMs) counts.late += 1;
      resolve();
    };
    const headers = { authorization: `Bearer ${token}` };
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        agent,
        path,
        headers,
        timeout: 10_000,
      },
      (answer) => {
        answer.resume();
        answer.on('end', () => done(answer.statusCode === 200));
      },
    );
    sent.on('timeout', () => sent.destroy());
    sent.on('error', () => done(false));
    sent.end();
  });

/** Sends requests one after another, half of them over new connections, until the time is over. */
const runHealthyClient = async (service: MeasuredService, seconds: number): Promise<HealthyCounts> => {
  const counts: HealthyCounts = { asked: 0, late: 0, lost: 0, slowestMs: 0 };
  const kept = new Agent({ keepAlive: true });
  const fresh = new Agent({ keepAlive: false });
  const until = performance.now() + seconds * 1000;
  const paths = ['/api/settings', '/', '/api/profiles?limit=1'];
  while (performance.now() < until) {
    for (const path of paths) for (const agent of [kept, fresh]) await sendHealthyRequest(agent, service, path, counts);
  }
  kept.destroy();
  fresh.destroy();
  return counts;
};

/** Counts the connections of one address that were closed at once. */
const countRefusedConnections = async (port: number, count: number): Promise<number> => {
  const sockets = Array.from({ length: count }, () => connect({ host: '127.0.0.1', port, localAddress: '127.0.9.1' }));
  let closed = 0;
  for (const socket of sockets) {
    socket.on('error', () => undefined);
    socket.resume();
    socket.on('close', () => {
      closed += 1;
    });
  }
  const found = await pollUntil(
    async () => closed,
    (now) => now >= count - perAddress,
    headersSeconds * 500,
  );
  for (const socket of sockets) socket.destroy();
  return found;
};

const addressOf = (n: number): string => `127.0.1.${1 + Math.floor(n / (perAddress - 20))}`;

/** A client that sends or reads almost nothing delays nobody else, and loses its connection. */
export const slowClients: Harness = {
  name: 'slow-clients',
  claim: 'clients that send or take next to nothing keep nobody else waiting, and lose their connections',
  run: async ({ engine, size }) => {
    const { connections, seconds } = scales[size];
    const service = await openMeasuredService(engine, {
      HEADERS_TIMEOUT_SECONDS: `${headersSeconds}`,
      STALL_TIMEOUT_SECONDS: `${stallSeconds}`,
      REQUEST_TIMEOUT_SECONDS: `${requestSeconds}`,
      LIMIT_CONNECTIONS_PER_ADDRESS: `${perAddress}`,
    });
    try {
      const { id: profileId, flowToken } = await service.person('slow');
      // This process keeps these connections open for its next request.
      const idle = await service.metric('portcullis_http_connections');
      const slow = openSlowConnections({ port: service.port, profileId, flowToken }, connections, addressOf);
      const healthy = await runHealthyClient(service, seconds);
      const tooMany = perAddress + 50;
      const refused = await countRefusedConnections(service.port, tooMany);
      slow.rest();
      const limitMs = 1000 * (requestSeconds + 4);
      const now = () => service.metric('portcullis_http_connections');
      const kept = Math.max(0, (await pollUntil(now, (held) => held <= idle, limitMs)) - idle);
      const heldBytes = await pollUntil(
        () => service.metric('portcullis_upload_bytes_in_flight'),
        (held) => held === 0,
        2000,
      );
      slow.close();
      return {
        performed: {
          'slow connections at a time': slow.most(),
          'slow connections opened': slow.opened(),
          'healthy requests': healthy.asked,
          'slowest healthy answer (ms)': healthy.slowestMs,
          'connections of one address beyond its share': tooMany - perAddress,
          'peak memory (MiB)': service.peakMiB(),
        },
        violations: {
          'healthy answers over 2 s': healthy.late,
          'healthy requests without their answer': healthy.lost,
          'slow connections never put an end to': kept,
          'connections of one address too many that were let in': tooMany - perAddress - refused,
          'slow clients that were not there': Math.max(0, connections - slow.opened()),
          'upload bytes still held': heldBytes,
          'exits and surprises': service.mishaps(),
        },
      };
    } finally {
      await service.close();
    }
  },
};
