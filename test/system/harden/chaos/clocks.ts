import { setTimeout as sleep } from 'node:timers/promises';
import { machineToken } from '../../../support/servers/service-program.ts';
import { type Cell, harnessOf, holdMs, type Stage } from './cell.ts';
import type { ServiceProcess } from './processes/service-process.ts';
import { dayMs, skewedClock, skewSignal } from './processes/skewed-clock.ts';

const off = 400 * dayMs;

const second = ({ environment }: Stage): ServiceProcess => {
  const [, other] = environment.services;
  if (other === undefined) throw new Error('there is no second process');
  return other;
};

/** Makes profiles that time would change: canceled ones, which retention erases, beside those that the load makes. */
const cancelSome = async ({ environment, load }: Stage): Promise<void> => {
  const { token } = environment;
  for (const profile of load.journal.profiles().filter(({ sessions }) => sessions.size === 0)) {
    const path = `/api/status_history/${profile.id}`;
    await load.ask({ method: 'POST', path, token, json: { event: 'canceled' } });
  }
};

/** Whoever has a wrong clock issues no tokens, and nobody accepts one that was issued in the future. */
const tryTokens = async (stage: Stage): Promise<void> => {
  const { environment, violate } = stage;
  const token = await machineToken(second(stage).url).catch(() => null);
  if (token === null) return;
  violate('tokens issued by a wrong clock', 1);
  const headers = { Authorization: `Bearer ${token}` };
  const { status } = await fetch(`${environment.service.url}/api/settings`, { headers });
  if (status !== 401) violate('tokens of another time accepted', 1);
};

/** Starts the second process with the wrong clock, sets it right, and lets it jump again while the process runs. */
const playClock = (ms: number): Pick<Cell, 'inject' | 'during' | 'heal'> => ({
  inject: async (stage) => {
    await second(stage).stop();
    await second(stage).start({ NODE_OPTIONS: skewedClock(ms, 'start') });
  },
  during: async (stage) => {
    await sleep(holdMs(stage) / 2);
    await tryTokens(stage);
    if (stage.size === 'short') return;
    second(stage).signal(skewSignal);
    await sleep(holdMs(stage) / 4);
    second(stage).signal(skewSignal);
    await sleep(holdMs(stage) / 2);
    await tryTokens(stage);
  },
  heal: async (stage) => second(stage).signal(skewSignal),
});

const clockCell = (name: string, ms: number): Cell => ({
  name,
  needs: { services: 2 },
  readiness: 'not_ready',
  alert: 'PortcullisClockWrong',
  logged: /"event":"clock_skew"/,
  watched: ({ services }) => services[1],
  prepare: cancelSome,
  ...playClock(ms),
  isInShort: ms > 0,
});

export const clocks = harnessOf(
  'clocks',
  'a process whose clock is 400 days off serves nobody and changes nothing by time',
  [clockCell('clock-ahead', off), clockCell('clock-behind', -off)],
);
