import { setTimeout as sleep } from 'node:timers/promises';
import { runs } from '../../../support/effort.ts';
import { randomOf } from '../../../support/generators/seeded-random.ts';
import type { EngineName } from '../../../support/servers/database-server.ts';
import { newHttpClient } from '../cluster/http-client.ts';
import type { Findings, Harness, HarnessOptions, Size } from '../harness/harness.ts';
import { isKnownAlert } from './alerts.ts';
import type { AnswerCounts } from './load/journal.ts';
import { type Ask, type Load, startLoad } from './load/load.ts';
import { type LookUp, lookUp } from './load/look-up.ts';
import { type OperatorView, watchAsOperator } from './operator/operator-view.ts';
import { type Prometheus, startPrometheus } from './operator/prometheus.ts';
import { type ChaosEnvironment, type Needs, openChaos } from './processes/environment.ts';
import type { ServiceProcess } from './processes/service-process.ts';
import { type Signs, watchSigns } from './signs.ts';

/** Where a fault is played: everything that stands, and who walks through it. */
export type Stage = {
  readonly environment: ChaosEnvironment;
  readonly load: Load;
  readonly size: Size;
  /** The Prometheus that watches the processes, if one does. */
  readonly prometheus: Prometheus | null;
  /** Adds something to the report of the fault. */
  readonly note: (what: string, value: number | string) => void;
  /** Adds something that must not have happened. */
  readonly violate: (what: string, count: number) => void;
};

/** One fault, with what is expected of the service meanwhile. */
export type Cell = {
  readonly name: string;
  readonly needs: Needs;
  /** What `/readyz` must answer at the end of the fault; `null` where either is right. */
  readonly readiness: 'ready' | 'not_ready' | null;
  /** The alert of the repository that shows the fault. Without Prometheus only some can be judged. */
  readonly alert: string;
  /** What the runbook's query for that alert finds in the log. */
  readonly logged: RegExp;
  /** The process whose readiness is judged; the first one by default. */
  readonly watched?: (environment: ChaosEnvironment) => ServiceProcess | undefined;
  /** The way of a request; straight to the first process by default. */
  readonly route?: (
    environment: ChaosEnvironment,
    straight: Ask,
  ) => { readonly ask: Ask; readonly close: () => Promise<void> };
  readonly prepare?: (stage: Stage) => Promise<void>;
  readonly inject: (stage: Stage) => Promise<void>;
  /** What is done while the fault lasts; a pause by default. */
  readonly during?: (stage: Stage) => Promise<void>;
  readonly heal: (stage: Stage) => Promise<void>;
  /** How long the service stays out of use by intent once the fault is over, in milliseconds; 0 by default. */
  readonly staysOutMs?: number;
  readonly isInShort: boolean;
  /** The only engine that has the fault in this form, where it is one. */
  readonly onlyOf?: EngineName;
};

/** How long a fault lasts, how much is sent meanwhile, and how long the recovery may take. */
const scales: {
  readonly [S in Size]: {
    readonly holdMs: number;
    readonly persons: number;
    readonly pauseMs: number;
    readonly partners: number;
    readonly recoveryMs: number;
  };
} = {
  short: { holdMs: 2500, persons: 1, pauseMs: runs(0, 400), partners: 2, recoveryMs: 20_000 },
  full: { holdMs: 15_000, persons: 2, pauseMs: 0, partners: 4, recoveryMs: 10_000 },
  long: { holdMs: 120_000, persons: 2, pauseMs: 0, partners: 6, recoveryMs: 10_000 },
};

/** How long the fault of a cell lasts, in milliseconds. */
export const holdMs = ({ size }: Stage): number => scales[size].holdMs;

const recoveryLimitMs = 60_000;
const warmUpLimitMs = 60_000;

/** Waits until a process says that it is ready and a write and a read succeed. Answers the milliseconds. */
const untilRecovered = async ({ environment, load }: Stage, service: ServiceProcess): Promise<number> => {
  const began = performance.now();
  const { token } = environment;
  while (performance.now() - began < recoveryLimitMs) {
    const { status } = await service.readiness();
    const [known] = load.journal.profiles();
    if (status === 200 && known !== undefined) {
      const json = { type: 'partner.noted', data: {} };
      const written = await load.ask({ method: 'POST', path: `/api/verification_history/${known.id}`, token, json });
      const look = await load.ask({ path: `/api/profiles/${known.id}`, token });
      if (written.status === 201 && look.status === 200) break;
    }
    await sleep(50);
  }
  return performance.now() - began;
};

const warmUp = async (load: Load): Promise<void> => {
  const began = performance.now();
  while (load.verified() < 1) {
    if (performance.now() - began > warmUpLimitMs)
      throw new Error(`Nobody was verified before the fault: ${load.counts.examples.join('\n')}`);
    await sleep(20);
  }
};

/** Waits for profiles that the checks of an outage put off; another process takes them after 75 seconds. */
const processingLimitMs = 110_000;

const leftInProcessing = async ({ environment, load, size }: Stage): Promise<number> => {
  const tables = await environment.database.tables();
  const ids = new Set(load.journal.profiles().map(({ id }) => id));
  const count = async (): Promise<number> => {
    const rows = await tables.rows('profiles', { column: 'status', values: ['processing'] });
    return rows.filter(({ id }) => ids.has(id)).length;
  };
  const began = performance.now();
  let left = await count();
  while (left > 0 && size !== 'short' && performance.now() - began < processingLimitMs) {
    await sleep(500);
    left = await count();
  }
  return size === 'short' ? 0 : left;
};

type Played = {
  readonly signs: Signs;
  readonly view: OperatorView | null;
  readonly recoveryMs: number;
  readonly found: LookUp;
  readonly stillProcessing: number;
  /** What `ledger verify` found; `null` when all is well. */
  readonly ledgerFault: string | null;
  readonly mishaps: number;
};

const playFault = async (cell: Cell, stage: Stage): Promise<Played> => {
  const { environment, load, size } = stage;
  await warmUp(load);
  await cell.prepare?.(stage);
  const watched = cell.watched?.(environment) ?? environment.service;
  const watch = await watchSigns(watched);
  const operator = stage.prometheus && watchAsOperator(stage.prometheus, environment.services);
  try {
    await cell.inject(stage);
    await (cell.during?.(stage) ?? sleep(scales[size].holdMs));
  } catch (cause) {
    // What watches would keep this process alive.
    await Promise.all([watch.end(), operator?.end(cell.alert)]);
    throw cause;
  }
  const signs = await watch.end();
  const view = operator && (await operator.end(cell.alert));
  await cell.heal(stage);
  const recoveryMs = await untilRecovered(stage, watched);
  await sleep(scales[size].holdMs / 5);
  await load.stop();
  const stillProcessing = await leftInProcessing(stage);
  const found = await lookUp(load.ask, environment.token, load.counts, load.journal);
  const { code, printed } = await environment.verifyLedger();
  const lines = environment.services.flatMap((service) => service.lines());
  return {
    signs,
    view,
    recoveryMs,
    found,
    stillProcessing,
    ledgerFault: code === 0 ? null : `exit ${code}: ${printed.slice(-600)}`,
    mishaps: lines.filter(({ event }) => event === 'surprise').length,
  };
};

/** What an operator looked for and did not find. */
const missingSigns = ({ alert, logged }: Cell, { signs, view }: Played) => {
  const missingAlert = (isFiring: boolean) => ({ [`faults without ${alert}`]: isFiring ? 0 : 1 });
  if (view === null) return isKnownAlert(alert) ? missingAlert(signs.alerts.includes(alert)) : {};
  const isFound = view.printed.some((line) => logged.test(line));
  return {
    ...missingAlert(view.fired.has(alert)),
    'faults that the query of the runbook does not show': isFound ? 0 : 1,
  };
};

const violationsOf = (cell: Cell, size: Size, counts: AnswerCounts, played: Played) => {
  const { found, recoveryMs, signs } = played;
  const isWrong = cell.readiness !== null && (cell.readiness === 'ready') !== signs.isReady;
  return {
    lost: found.lost.length + counts.stale,
    'false 404': counts.false404,
    'cut without an answer': counts.cut,
    'changed by a clock': found.byClock.length,
    'chains that do not verify': found.brokenChains.length + (played.ledgerFault === null ? 0 : 1),
    '5xx but the documented 503': counts.failures + counts.noRetryAfter,
    'left in processing': played.stillProcessing,
    'recoveries that took too long': recoveryMs > scales[size].recoveryMs + (cell.staysOutMs ?? 0) ? 1 : 0,
    [`/readyz that did not say "${cell.readiness}"`]: isWrong ? 1 : 0,
    'unhandled rejections': played.mishaps,
    ...missingSigns(cell, played),
  };
};

const operatorReport = ({ fired, printed }: OperatorView) => ({
  'alerts of Prometheus': [...fired].map(([name, seconds]) => `${name} after ${seconds.toFixed(1)} s`).join(', '),
  'query of the runbook': printed[0] ?? 'nothing',
});

const reportOf = (counts: AnswerCounts, { found, recoveryMs, signs, view }: Played, verified: number) => ({
  requests: counts.requests,
  acknowledged: counts.acknowledged,
  'told of the outage (503)': counts.unavailable,
  'connections refused': counts.refused,
  'other 4xx': counts.refusals,
  'people verified': verified,
  'looked up': `${found.profiles} profiles, ${found.entries} entries, ${found.files} files`,
  'slowest answer, s': (counts.slowestMs / 1000).toFixed(1),
  'seconds to recover': (recoveryMs / 1000).toFixed(1),
  'not ready after, s': signs.notReadyAfterMs === null ? 'never' : (signs.notReadyAfterMs / 1000).toFixed(1),
  '/readyz': signs.reason,
  alerts: signs.alerts.join(', ') || 'none',
  log: signs.log,
  metrics: signs.metrics,
  ...(view !== null && operatorReport(view)),
});

/** Plays one fault from an empty database to the last look. */
const playCell = async (cell: Cell, order: HarnessOptions): Promise<Findings> => {
  const { partners, pauseMs, persons } = scales[order.size];
  const environment = await openChaos(order.engine, cell.needs);
  const client = newHttpClient();
  let prometheus: Prometheus | null = null;
  try {
    if (order.isObserved) prometheus = await startPrometheus(environment.services.map((one) => one.managementUrl));
    const straight: Ask = (asked) => client.ask(environment.service.url, asked);
    const route = cell.route?.(environment, straight) ?? { ask: straight, close: async () => undefined };
    const random = randomOf(order.seed);
    const load = startLoad(route.ask, environment.token, random, { partners, pauseMs, persons });
    const notes = new Map<string, number | string>();
    const more = new Map<string, number>();
    const stage: Stage = {
      environment,
      load,
      size: order.size,
      prometheus,
      note: (what, value) => void notes.set(what, value),
      violate: (what, count) => void more.set(what, (more.get(what) ?? 0) + count),
    };
    try {
      const played = await playFault(cell, stage);
      for (const example of load.counts.examples) order.say(`${cell.name}: ${example}`);
      const { lost, byClock, brokenChains } = played.found;
      for (const one of [...lost.slice(0, 5), ...byClock.slice(0, 5), ...brokenChains.slice(0, 5)])
        order.say(`${cell.name}: ${one}`);
      if (played.ledgerFault !== null) order.say(`${cell.name}: ledger verify: ${played.ledgerFault}`);
      return {
        performed: { ...reportOf(load.counts, played, load.verified()), ...Object.fromEntries(notes) },
        violations: { ...violationsOf(cell, order.size, load.counts, played), ...Object.fromEntries(more) },
      };
    } finally {
      await load.stop();
      await route.close();
    }
  } finally {
    client.close();
    await prometheus?.close();
    await environment.close();
  }
};

const summed = (all: readonly Findings[]): Findings['violations'] => {
  const sums: { [what: string]: number } = {};
  for (const { violations } of all)
    for (const [what, count] of Object.entries(violations)) sums[what] = (sums[what] ?? 0) + count;
  return sums;
};

const listed = (counts: Findings['performed']): string =>
  Object.entries(counts)
    .map(([what, count]) => `${what}: ${count}`)
    .join('; ');

/** Plays some faults one after another; each has lines of its own, and their counts are added. */
export const harnessOf = (name: string, claim: string, cells: readonly Cell[]): Harness => ({
  name,
  claim,
  run: async (order) => {
    const { engine, only, size } = order;
    const named = cells.filter(({ name: fault }) => only === undefined || fault === only);
    if (named.length === 0) throw new Error(`${name} has no fault ${only}`);
    const ofEngine = named.filter(({ onlyOf = engine }) => onlyOf === engine);
    const short = ofEngine.filter(({ isInShort }) => isInShort);
    // A short run plays the first fault of an engine that has none of the short ones.
    const chosen = size !== 'short' || short.length === 0 ? ofEngine.slice(0, size === 'short' ? 1 : undefined) : short;
    const all: Findings[] = [];
    for (const cell of chosen) {
      const findings = await playCell(cell, order);
      order.say(`${cell.name} did: ${listed(findings.performed)}`);
      order.say(`${cell.name} must be 0: ${listed(findings.violations)}`);
      all.push(findings);
    }
    return { performed: { faults: chosen.map((cell) => cell.name).join(', ') }, violations: summed(all) };
  },
});
