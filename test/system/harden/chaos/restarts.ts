import { setTimeout as sleep } from 'node:timers/promises';
import { newBalancer } from '../cluster/balancer.ts';
import type { Outcome } from '../cluster/http-client.ts';
import { type Cell, harnessOf, holdMs, type Stage } from './cell.ts';
import { analysisRequest } from './load/load.ts';
import { untilReady } from './processes/environment.ts';

const analyses = 3;

/**
 * Sends analyses to a model that answers after `answerMs`, stops the service while they wait, and answers what came of
 * them.
 */
const stopDuringAnalyses = async (stage: Stage, answerMs: number): Promise<readonly Outcome[]> => {
  const { environment, load, note, violate } = stage;
  const profiles = await Promise.all(Array.from({ length: analyses }, () => load.createConsented()));
  environment.relay().change({ answerMs });
  const sent = profiles.map(async (profile) => {
    const outcome = await load.ask(analysisRequest(profile.id, environment.token));
    if (outcome.status === 200) profile.analyses += 1;
    return outcome;
  });
  await sleep(3000);
  const { code, ms } = await environment.service.stop();
  note(`stop with a model of ${answerMs / 1000} s, s`, (ms / 1000).toFixed(1));
  if (code !== 0) violate('stops that did not end with 0', 1);
  const outcomes = await Promise.all(sent);
  note(`analyses with a model of ${answerMs / 1000} s`, outcomes.map(({ status }) => status ?? 'cut').join(', '));
  environment.relay().change({ answerMs: 0 });
  await environment.service.start();
  await untilReady(environment.service);
  return outcomes;
};

/** A balancer stops sending to a process that is not ready: what a stop promises is for its clients. */
const balanced: NonNullable<Cell['route']> = ({ services }) => {
  const balancer = newBalancer(services);
  return { ask: balancer.ask, close: balancer.close };
};

const slowModel: Cell = {
  name: 'slow-model-stop',
  alert: 'PortcullisStopCuts',
  logged: /"event":"stopping"/,
  // Longer than the slow model takes, as it is where nothing is configured.
  needs: { relayed: 'model', changes: { STOP_DRAIN_SECONDS: '1', STOP_REQUEST_SECONDS: '20' } },
  readiness: null,
  route: balanced,
  inject: async () => undefined,
  during: async (stage) => {
    const patient = await stopDuringAnalyses(stage, 8000);
    stage.violate('analyses that a stop lost', patient.filter(({ status }) => status !== 200).length);
    if (stage.size === 'short') return;
    const hopeless = await stopDuringAnalyses(stage, 45_000);
    stage.violate('analyses without a 503 before the cut', hopeless.filter(({ status }) => status !== 503).length);
  },
  heal: async () => undefined,
  isInShort: false,
};

const rolling: Cell = {
  name: 'rolling-restarts',
  alert: 'PortcullisRestarts',
  logged: /"event":"stopping"/,
  needs: { services: 2, changes: { STOP_DRAIN_SECONDS: '1' } },
  readiness: 'ready',
  route: balanced,
  inject: async () => undefined,
  during: async (stage) => {
    const { environment, note, violate } = stage;
    const until = performance.now() + 2 * holdMs(stage);
    let restarts = 0;
    let bad = 0;
    for (let round = 1; performance.now() < until || round % 2 === 0; round += 1) {
      const service = environment.services[round % 2];
      if (service === undefined) throw new Error('there are no two processes');
      const { code } = await service.stop();
      if (code !== 0) bad += 1;
      await service.start();
      await untilReady(service);
      restarts += 1;
    }
    note('restarts', restarts);
    violate('stops that did not end with 0', bad);
  },
  heal: async () => undefined,
  isInShort: true,
};

export const restarts = harnessOf(
  'restarts',
  'a stop answers whoever waits for a slow model, and restarts in turn lose no document',
  [slowModel, rolling],
);
