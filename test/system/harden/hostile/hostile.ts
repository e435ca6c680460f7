import { sealedAsInProduction } from '../../../support/builders/keyrings.ts';
import { runs } from '../../../support/effort.ts';
import { openProduction, type Production } from '../../../support/servers/production.ts';
import { linesOf } from '../../../support/servers/service-program.ts';
import { consoleSite } from '../access/sessions.ts';
import type { Findings, Harness, HarnessOptions, Size } from '../harness/harness.ts';
import { routeNames } from './draw-cases.ts';
import { type FaultCounters, newFaultCounters } from './fault-counters.ts';
import { canary } from './request-case.ts';
import { refusals } from './response-check.ts';
import { sendCases } from './send-requests.ts';

/**
 * The number of requests beside the one to each route that has no fault, and how many run at a time: fewer when other
 * tests run beside them.
 */
const loads: { readonly [size in Size]: { readonly count: number; readonly workers: number } } = {
  short: { count: runs(1500, 396), workers: 4 },
  full: { count: 100_000, workers: 8 },
  long: { count: 1_000_000, workers: 8 },
};

/**
 * Staff sign in at this address, and there are no rate limits: this is about the content of requests and not about
 * their number.
 */
const settings = {
  CONSOLE_URL: consoleSite.origin,
  LIMIT_CLIENT_PER_MINUTE: '1000000',
  LIMIT_FLOW_PER_MINUTE: '1000000',
  LIMIT_TOKEN_PER_MINUTE: '1000000',
};

const secretNames = [
  'JWT_SECRET',
  'DATA_KEYS',
  'DB_USER_PASSWORD',
  'CLOUD_SECRET_ACCESS_KEY',
  'AI_API_KEY',
  'FINGERPRINT_SECRET_KEY',
];

const isReady = async ({ managementUrl }: Production): Promise<boolean> => {
  try {
    return (await fetch(`${managementUrl}/readyz`)).status === 200;
  } catch {
    return false;
  }
};

const residentMiB = async ({ managementUrl }: Production): Promise<number> => {
  const text = await (await fetch(`${managementUrl}/metrics`)).text();
  return Math.round(Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1] ?? Number.NaN) / 2 ** 20);
};

const findingsOf = async (
  production: Production,
  tally: FaultCounters,
  secrets: readonly string[],
): Promise<Findings> => {
  const { routes, statuses, amiss, useless } = tally;
  const { requests, connections, broken, slowestMs } = tally.counts;
  const ready = await isReady(production);
  const logged = linesOf(production.program);
  const printed = production.program.printed();
  // A route that was requested too rarely, or never succeeded, makes its other counts meaningless.
  const few = routeNames.filter((aim) => (routes.get(aim)?.sent ?? 0) < requests / routeNames.length / 5);
  const barred = [...routes].flatMap(([aim, { passed, sent }]) => (sent >= 100 && passed === 0 ? [aim] : []));
  return {
    performed: {
      requests,
      'of these on a connection of their own': connections,
      'sent once more and broken off': broken,
      routes: routeNames.length,
      ...Object.fromEntries([...statuses].sort()),
      'slowest answer (ms)': Math.round(slowestMs),
      'resident memory at the end (MiB)': ready ? await residentMiB(production) : 'unknown',
    },
    violations: {
      ...Object.fromEntries(amiss),
      'logged faults of ours': logged.filter(
        ({ event, status }) => event === 'request' && Number(status) >= 500 && !refusals.includes(Number(status)),
      ).length,
      'unhandled rejections': logged.filter(({ event }) => event === 'surprise').length,
      exits: production.program.child.exitCode === null && production.program.child.signalCode === null ? 0 : 1,
      'not ready afterwards': ready ? 0 : 1,
      'leaks into the log': [canary, ...secrets].filter((secret) => printed.includes(secret)).length,
      [`routes asked too seldom${few.map((aim) => ` [${aim}]`).join('')}`]: few.length,
      [`routes asked 100 times that never did what they are for${barred.map((aim) => ` [${aim}]`).join('')}`]:
        barred.length,
      [`routes that do not do what they are for without a fault either${useless.map((aim) => ` [${aim}]`).join('')}`]:
        useless.length,
      'turned away at the door, more than four of five': (statuses.get('2xx') ?? 0) < requests / 5 ? 1 : 0,
    },
  };
};

const run = async (order: HarnessOptions): Promise<Findings> => {
  const production = await openProduction({ ...sealedAsInProduction, ...settings }, order.engine);
  try {
    const named = secretNames.map((name) => production.environment[name] ?? '');
    const secrets = [
      ...named,
      decodeURIComponent(new URL(production.environment['DATABASE_URL'] ?? '').password),
    ].filter((secret) => secret !== '');
    const tally = newFaultCounters(order.say, secrets);
    const ofCallers = await sendCases(production, order, loads[order.size], tally);
    return await findingsOf(production, tally, [...secrets, ...ofCallers]);
  } finally {
    await production.close();
  }
};

export const hostile: Harness = {
  name: 'hostile',
  claim:
    'whatever is sent to any route is answered within 2 s, without a fault of ours, and tells nothing of the inside',
  run,
};
