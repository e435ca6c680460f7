import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { E } from '@portcullis/domain';
import { decode, t } from '@portcullis/domain/kernel';
import { runs } from '../../support/effort.ts';
import { between, type Random, randomOf } from '../../support/generators/seeded-random.ts';
import { corners } from '../../support/images/images.ts';
import { type Balancer, newBalancer } from './cluster/balancer.ts';
import { type ClusterEnvironment, openCluster } from './cluster/environment.ts';
import { bodyOf, type ClientRequest, type Outcome } from './cluster/http-client.ts';
import { checkConsistency } from './cluster/stored-rows.ts';
import { isInProgress } from './crash/request-counters.ts';
import type { Findings, Harness, HarnessOptions, Size } from './harness/harness.ts';
import { responseLimitMs } from './harness/time-limits.ts';
import {
  type AnalysisCounters,
  analysisPath,
  newStopCounters,
  recordOutcome,
  type StopCounters,
} from './stop-counters.ts';

/** The stops of one of two instances, the least requests meanwhile, and clients with the share of their pauses. */
const scales: { readonly [S in Size]: { readonly [Of in 'stops' | 'requests' | 'clients' | 'pauses']: number } } = {
  short: { stops: runs(3, 1), requests: 0, clients: runs(12, 2), pauses: runs(10, 100) / 100 },
  full: { stops: 100, requests: 50_000, clients: 12, pauses: 0.1 },
  long: { stops: 1000, requests: 500_000, clients: 12, pauses: 0.1 },
};

/** Long enough for all requests but those of a slow model, and shorter than that takes to answer. */
const requestSeconds = 3;
const modelMs = 8000;
const analystWorkers = 4;

/** This is long enough for the balancer, which checks ten times a second. */
const drainSeconds = 1;
const stopLimitMs = 1000 * (drainSeconds + requestSeconds + 3);

type ClientContext = {
  readonly token: string;
  readonly random: Random;
  readonly isOver: () => boolean;
  readonly ask: (asked: ClientRequest) => Promise<Outcome>;
};

const Created = t.type({ profile: t.type({ id: t.string }) });

const Files = t.type({ files: t.array(t.type({ id: t.string })) });

const filesOf = async ({ ask, token }: ClientContext, id: string): Promise<readonly string[]> => {
  const outcome = await ask({ path: `/api/profiles/${id}`, token });
  const known = outcome.status === 200 ? decode(Files, bodyOf(outcome)) : null;
  return known !== null && E.isRight(known) ? known.right.files.map((file) => file.id) : [];
};

const created = async ({ ask, token }: ClientContext): Promise<string | null> => {
  const json = { reference: randomUUID() };
  const outcome = await ask({ method: 'POST', path: '/api/profiles/create', token, json });
  if (outcome.status !== 201) return null;
  const known = decode(Created, bodyOf(outcome));
  return E.isRight(known) ? known.right.profile.id : null;
};

const randomRequest = (id: string, token: string, dice: number): ClientRequest => {
  const path = `/api/profiles/${id}`;
  if (dice < 0.4) return { path, token };
  if (dice < 0.6) return { method: 'PATCH', path, token, json: { metadata: { dice: String(dice) } } };
  if (dice < 0.8) {
    const json = { type: 'partner.noted', data: { dice } };
    return { method: 'POST', path: `/api/verification_history/${id}`, token, json };
  }
  return { path: `/api/verification_history/${id}?limit=20`, token };
};

/** Runs a client that sends its requests one after another, and pauses after some of them. */
const runBusyClient = async (worker: ClientContext, pauses: number): Promise<void> => {
  while (!worker.isOver()) {
    const id = await created(worker);
    for (let left = 20; id !== null && left > 0 && !worker.isOver(); left -= 1) {
      await worker.ask(randomRequest(id, worker.token, worker.random()));
      if (worker.random() < pauses) await sleep(between(worker.random, 1, 150));
    }
  }
};

const photoForm = (photo: Uint8Array): FormData => {
  const form = new FormData();
  form.append('consent', JSON.stringify({ text_version: '1', locale: 'en', granted: true }));
  form.append('document_front', new Blob([Uint8Array.from(photo)], { type: 'image/jpeg' }), 'photo.jpg');
  return form;
};

/** Uploads photos slowly: a stop that begins during an upload must wait for it. */
const runSlowUploader = async (worker: ClientContext, photo: Uint8Array): Promise<void> => {
  while (!worker.isOver()) {
    const id = await created(worker);
    if (id === null) continue;
    const form = photoForm(photo);
    await worker.ask({ method: 'PATCH', path: `/api/profiles/${id}`, token: worker.token, form, paceMs: 250 });
  }
};

/** How often an analysis is repeated. The requests of a stopped instance are repeated at another one. */
const maxRepeats = 20;

/**
 * Has documents read by a model that takes longer than a stop leaves: some calls are aborted. Each is repeated under
 * its key a second later, until the document was read.
 */
const runAnalyst = async (worker: ClientContext, photo: Uint8Array, analyses: AnalysisCounters): Promise<void> => {
  while (!worker.isOver()) {
    const id = await created(worker);
    if (id === null) continue;
    const { token } = worker;
    await worker.ask({ method: 'PATCH', path: `/api/profiles/${id}`, token, form: photoForm(photo) });
    const front = (await filesOf(worker, id)).at(0);
    if (front === undefined) continue;
    const headers = { 'Idempotency-Key': randomUUID() };
    const json = { profile_id: id, front_file_id: front };
    for (let tried = 1; ; tried += 1) {
      analyses.underWay += 1;
      const outcome = await worker.ask({ method: 'POST', path: analysisPath, token, json, headers });
      analyses.underWay -= 1;
      if (outcome.status === 200) {
        analyses.done += 1;
        break;
      }
      if ((outcome.status !== 503 && !isInProgress(outcome)) || tried >= maxRepeats) {
        analyses.neverDone += 1;
        break;
      }
      if (outcome.status === 503) analyses.aborted += 1;
      if (outcome.status !== null && outcome.headers['retry-after'] === undefined) analyses.withoutRetryAfter += 1;
      await sleep(1000);
    }
  }
};

/** Waits until the model reads for nearly all workers, so that it does for each of the two instances. */
const untilAnalysing = async (analyses: AnalysisCounters): Promise<void> => {
  for (let waited = 0; analyses.underWay < analystWorkers - 1 && waited < 10_000; waited += 10) await sleep(10);
};

/** Lets the model answer everybody: where instances stop more often than that takes, each attempt is aborted. */
const untilAllAreRead = async (analyses: AnalysisCounters): Promise<void> => {
  const before = analyses.done;
  for (let waited = 0; analyses.done < before + analystWorkers && waited < 3 * modelMs; waited += 50) await sleep(50);
};

const stopAll = async (
  cluster: ClusterEnvironment,
  balancer: Balancer,
  random: Random,
  seen: StopCounters,
  { say, size }: HarnessOptions,
): Promise<void> => {
  const { requests, stops } = scales[size];
  for (let round = 1; round <= stops; round += 1) {
    // Both instances are running now. One of them keeps running until the other is ready again.
    const instance = cluster.instances[round % 2];
    if (instance === undefined) throw new Error('there are no two instances');
    await untilAnalysing(seen.analyses);
    await sleep(between(random, 150, 400));
    seen.inFlight.push(await balancer.untilBusy(instance));
    const { code, ms } = await instance.stop();
    seen.stops.push(ms);
    if (code !== 0 || ms >= stopLimitMs) seen.badExits += 1;
    await instance.start();
    if (round % 10 !== 0) continue;
    say(`${round} stops, ${seen.requests} requests`);
    await untilAllAreRead(seen.analyses);
  }
  while (seen.requests < requests) await sleep(50);
};

const underLoad = async (cluster: ClusterEnvironment, order: HarnessOptions, seen: StopCounters): Promise<Balancer> => {
  const random = randomOf(order.seed);
  const balancer = newBalancer(cluster.instances);
  const photo = await corners(320, 240).jpeg().toBuffer();
  let over = false;
  const ask = async (asked: ClientRequest): Promise<Outcome> => {
    const outcome = await balancer.ask(asked);
    recordOutcome(seen, asked, outcome, responseLimitMs(order.size));
    return outcome;
  };
  const worker: ClientContext = { token: cluster.token, random, isOver: () => over, ask };
  const { clients, pauses } = scales[order.size];
  const workers = [
    ...Array.from({ length: clients }, () => runBusyClient(worker, pauses)),
    ...Array.from({ length: 2 }, () => runSlowUploader(worker, photo)),
    ...Array.from({ length: analystWorkers }, () => runAnalyst(worker, photo, seen.analyses)),
  ];
  try {
    await stopAll(cluster, balancer, random, seen, order);
  } finally {
    over = true;
    await Promise.all(workers);
    await balancer.close();
  }
  return balancer;
};

const run = async (order: HarnessOptions): Promise<Findings> => {
  const cluster = await openCluster(order.engine, 2, {
    STOP_DRAIN_SECONDS: String(drainSeconds),
    STOP_REQUEST_SECONDS: String(requestSeconds),
  });
  cluster.simulator.script({ latencyMs: { anthropic: modelMs } });
  try {
    const seen = newStopCounters();
    const balancer = await underLoad(cluster, order, seen);
    for (const example of seen.examples) order.say(example);
    const finalState = await checkConsistency(await cluster.tables());
    await Promise.all(cluster.instances.map((instance) => instance.kill()));
    return {
      performed: {
        stops: seen.stops.length,
        requests: seen.requests,
        'slow uploads among them': seen.uploads,
        'documents read by a slow model': seen.analyses.done,
        'analyses aborted by a stop, and repeated': seen.analyses.aborted,
        'sent elsewhere because nobody listened': balancer.refused(),
        'under way at a stop, least and most': `${Math.min(...seen.inFlight)} and ${Math.max(...seen.inFlight)}`,
        'longest stop, ms': Math.round(Math.max(...seen.stops)),
        'slowest answer, ms': Math.round(seen.slowestMs),
        'chains walked': finalState.profiles,
      },
      violations: {
        'requests without an answer': seen.unanswered,
        '5xx': seen.failures,
        '4xx, where there is nothing to refuse': seen.refusals,
        'aborted analyses without Retry-After': seen.analyses.withoutRetryAfter,
        'analyses that were never done': seen.analyses.neverDone,
        'answers that took too long': seen.slow,
        'stops that took too long or did not end with 0': seen.badExits,
        'stops of an instance with nothing to do': seen.inFlight.filter((count) => count === 0).length,
        'chains that do not verify': finalState.badChains,
        'profiles that differ from their ledger': finalState.differing,
        'exits of their own': cluster.mishaps.exits,
        'unhandled rejections': cluster.mishaps.unhandledRejections,
      },
    };
  } finally {
    await cluster.close();
  }
};

export const stops: Harness = {
  name: 'stops',
  claim: 'no request is lost when an instance is stopped and started again under load, with a slow model under way',
  run,
};
