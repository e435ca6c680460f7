import { setTimeout as sleep } from 'node:timers/promises';
import { runs } from '../../../../support/effort.ts';
import { between, randomOf } from '../../../../support/generators/seeded-random.ts';
import { newBalancer } from '../../cluster/balancer.ts';
import { type ClusterEnvironment, type Instance, openCluster, untilReady } from '../../cluster/environment.ts';
import { processingIn } from '../../cluster/stored-rows.ts';
import type { Findings, HarnessOptions, Size } from '../../harness/harness.ts';
import { createEndpoint, toThisMachine } from '../receivers/endpoints.ts';
import { followFeed } from '../receivers/feed-reader.ts';
import { drawFailures, type Receiver, startReceiver } from '../receivers/receiver.ts';
import { dueDeliveries, storedFeed, untilPlaced, waitingDeliveries } from '../shared/stored-events.ts';
import { untilNone } from '../shared/until-none.ts';
import { openWorldClock } from '../shared/world-clock.ts';
import { newAcknowledged } from './acknowledged.ts';
import { deliveryFindings } from './delivery-findings.ts';
import type { DeliveryRun, Scale } from './delivery-run.ts';
import { startPartnerLoad } from './partner-load.ts';

const scales: { readonly [S in Size]: Scale } = {
  short: {
    events: runs(1500, 60),
    kills: runs(4, 1),
    databaseKills: runs(1, 0),
    workers: { lives: 5, reviews: 1 },
    killsForEachWait: null,
  },
  full: { events: 100_000, kills: 100, databaseKills: 10, workers: { lives: 12, reviews: 4 }, killsForEachWait: 5 },
  long: { events: 400_000, kills: 400, databaseKills: 40, workers: { lives: 12, reviews: 4 }, killsForEachWait: 5 },
};

const instanceCount = runs(3, 2);
const endpointCount = 3;

/** The share of the requests that fail, and how. A request without an answer has its deadline of 15 seconds. */
const failing = 0.1;
const failuresOf = ({ killsForEachWait }: Scale) => ({
  error: 50,
  reset: 35,
  slow: 12,
  throttle: 2.5,
  hang: killsForEachWait === null ? 0 : 0.5,
});

/** Longer than a lease lasts, and longer than the second retry of an event is waited for. */
const pastLeaseMs = 31_000;
const retryMs = 6 * 60_000;

const arrived = ({ endpoints }: DeliveryRun): number =>
  endpoints.reduce((sum, { receiver }) => sum + receiver.arrivals.length, 0);

/** Notes the time that something takes in which requests may be lost. */
const interrupt = async ({ clock, interruptions }: DeliveryRun, work: () => Promise<unknown>): Promise<void> => {
  const from = clock.now();
  await work();
  interruptions.push({ from, to: clock.now() });
};

const advance = (run: DeliveryRun, ms: number): Promise<void> =>
  interrupt(run, async () => {
    const running = run.cluster.instances.filter((instance) => instance.isUp());
    await run.clock.advance(ms, run.cluster.database.setAhead, () => {
      for (const instance of running) instance.setClockAhead();
    });
  });

const triesOf = async ({ managementUrl }: Instance): Promise<number> => {
  const metrics = await fetch(`${managementUrl}/metrics`).then((answer) => answer.text());
  const counts = [...metrics.matchAll(/^portcullis_webhook_tries_total\{[^}]*\} (\d+)$/gm)].map(([, count]) =>
    Number(count),
  );
  return counts.reduce((sum, count) => sum + count, 0);
};

/** The instance that has sent most since it was started, which has the lease on an endpoint; every third time any. */
const nextVictim = async ({ cluster: { instances }, interruptions, random }: DeliveryRun): Promise<Instance> => {
  const tries = await Promise.all(instances.map(triesOf));
  const busiest = tries.indexOf(Math.max(...tries));
  const victim = instances[interruptions.length % 3 === 2 ? between(random, 0, instances.length - 1) : busiest];
  if (victim === undefined) throw new Error('there is no instance');
  return victim;
};

/** Kills one of the instances, and starts it again beside the others, which take over what it had leased. */
const killInstance = async (run: DeliveryRun, round: number): Promise<void> => {
  const { random, scale } = run;
  const victim = await nextVictim(run);
  await interrupt(run, () => victim.kill());
  const waits = scale.killsForEachWait !== null && round % scale.killsForEachWait === 0;
  if (!waits) await advance(run, pastLeaseMs);
  await sleep(between(random, 0, 1000));
  await victim.start();
};

const killDatabase = async (run: DeliveryRun): Promise<void> => {
  const { cluster, random } = run;
  await interrupt(run, async () => {
    await cluster.database.kill();
    await sleep(between(random, 0, 1000));
    await cluster.database.start();
    await Promise.all(cluster.instances.map((instance) => untilReady(instance, cluster.token)));
  });
};

/** Kills while webhooks arrive: after each part of those that are expected one of the processes. */
const killAll = async (run: DeliveryRun): Promise<void> => {
  const { databaseKills, events, kills } = run.scale;
  const all = kills + databaseKills;
  const expected = events * endpointCount;
  for (let round = 1; round <= all; round += 1) {
    const next = (expected * round) / (all + 1);
    await untilNone('webhooks until the next kill', () => next - arrived(run));
    const isOfDatabase = Math.floor((round * databaseKills) / all) > Math.floor(((round - 1) * databaseKills) / all);
    await (isOfDatabase ? killDatabase(run) : killInstance(run, round));
    if (round % 10 === 0) {
      const { length: read } = run.reader.events;
      run.say(`${round} kills, ${run.acknowledged.count()} events, ${arrived(run)} webhooks, ${read} read`);
    }
  }
};

/** Waits until everything is placed and numbered, was tried once at each endpoint, and then until nothing waits. */
const settle = async (run: DeliveryRun): Promise<void> => {
  const { cluster, endpoints, reader } = run;
  const tables = await cluster.tables();
  // A profile that was being processed in a killed instance is taken over after 75 seconds.
  if (run.scale.killsForEachWait === null && (await processingIn(tables)) > 0) await advance(run, 80_000);
  await untilNone('profiles that are processed', () => processingIn(tables));
  await untilPlaced(tables);
  const { events } = await storedFeed(tables);
  await untilNone('events that the reader lacks', () => events - reader.events.length);
  for (const { receiver } of endpoints) await untilNone('events that were not tried', () => events - receiver.tried());
  for (let looks = 0; looks < 10 && (await waitingDeliveries(tables)) > 0; looks += 1) {
    await advance(run, retryMs);
    await untilNone('deliveries that are due', () => dueDeliveries(tables, run.clock.now()));
  }
};

const play = async (run: DeliveryRun): Promise<void> => {
  const { acknowledged, balancer, cluster, scale } = run;
  const load = startPartnerLoad({ cluster, balancer, acknowledged }, scale.workers);
  const loading = untilNone('events', () => scale.events - acknowledged.count()).finally(load.stop);
  await Promise.all([loading, killAll(run)]);
  run.say(`${acknowledged.count()} events are acknowledged`);
  await settle(run);
};

const openRun = async (
  cluster: ClusterEnvironment,
  receivers: readonly Receiver[],
  parts: Pick<DeliveryRun, 'clock' | 'random' | 'scale' | 'balancer' | 'say'>,
): Promise<DeliveryRun> => {
  const api = { baseUrl: cluster.instances[0]?.url ?? '', token: cluster.token };
  const endpoints: { id: string; receiver: Receiver }[] = [];
  for (const receiver of receivers) endpoints.push({ id: await createEndpoint(api, receiver), receiver });
  const reader = followFeed(
    { ask: parts.balancer.ask, token: cluster.token },
    parts.scale.killsForEachWait === null ? 1 : 25,
  );
  return {
    cluster,
    endpoints,
    reader,
    acknowledged: newAcknowledged(),
    interruptions: [],
    ...parts,
  };
};

/** Events to webhooks and to a reader of the feed, while instances and the database are killed. */
export const runDeliveries = async ({ engine, say, seed, size }: HarnessOptions): Promise<Findings> => {
  const clock = openWorldClock();
  const random = randomOf(seed);
  const scale = scales[size];
  const failure = drawFailures(random, failing, failuresOf(scale));
  const receivers = await Promise.all(Array.from({ length: endpointCount }, () => startReceiver({ clock, failure })));
  const cluster = await openCluster(engine, instanceCount, { ...toThisMachine, NODE_OPTIONS: clock.nodeOptions });
  const balancer = newBalancer(cluster.instances);
  try {
    const run = await openRun(cluster, receivers, { clock, random, scale, balancer, say });
    try {
      await play(run);
    } finally {
      await run.reader.stop();
    }
    return await deliveryFindings(run);
  } finally {
    await balancer.close();
    await cluster.close();
    await Promise.all(receivers.map((receiver) => receiver.close()));
    clock.close();
  }
};
