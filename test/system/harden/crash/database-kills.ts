import { setTimeout as sleep } from 'node:timers/promises';
import { between, type Random, randomOf } from '../../../support/generators/seeded-random.ts';
import type { Findings, Harness, Order, Size } from '../harness.ts';
import { findingsOf } from './crash-findings.ts';
import { openSite, type Site, untilReady } from './environment.ts';
import { type Ending, endingOf } from './final-state.ts';
import { type Load, startLoad } from './load.ts';
import { limitMs } from './time-limits.ts';
import { lostOf, newBook } from './write-journal.ts';

const kills: { readonly [S in Size]: number } = { short: 5, full: 100, long: 1000 };

type Run = {
  readonly site: Site;
  readonly load: Load;
  readonly random: Random;
  readonly lost: string[];
  /** The milliseconds from the database being healthy until the service was ready and answered from it. */
  readonly recoveries: number[];
  /** The number of outages in which no client was told of one. */
  untold: number;
  /** The number of kills while no request was in flight. */
  idle: number;
};

/** Lets the service work, kills the database, waits a while, and restarts the database in place. */
const killOnce = async (run: Run): Promise<void> => {
  const { load, random, site } = run;
  const [instance] = site.instances;
  if (instance === undefined) throw new Error('there is no instance');
  await sleep(between(random, 50, 600));
  if ((await load.untilBusy(instance)) === 0) run.idle += 1;
  const told = load.tally.outages;
  await site.killDatabase();
  const acknowledged = load.book.take();
  await sleep(between(random, 100, 600));
  for (let waited = 0; load.tally.outages === told && waited < limitMs('short'); waited += 20) await sleep(20);
  if (load.tally.outages === told) run.untold += 1;
  await site.startDatabase();
  run.recoveries.push(await untilReady(instance, site.token));
  run.lost.push(...(await lostOf(site, load.book, acknowledged)));
};

const findings = (running: Run, ending: Ending, { size }: Order): Findings => {
  const { idle, load, lost, recoveries, site, untold } = running;
  const { amiss, did } = findingsOf(load, ending, lost);
  return {
    did: {
      kills: recoveries.length,
      ...did,
      'told of the outage (503)': load.tally.outages,
      'slowest to be ready again, ms': Math.round(Math.max(...recoveries)),
    },
    amiss: {
      ...amiss,
      'requests without an answer': load.tally.silences,
      '5xx but the documented 503': load.tally.failures,
      'recoveries that took too long': recoveries.filter((ms) => ms > limitMs(size)).length,
      'outages that nobody was told of': untold,
      'kills while nobody asked for anything': idle,
      exits: site.seen.exits,
      'unhandled rejections': site.seen.surprises,
    },
  };
};

const run = async (order: Order): Promise<Findings> => {
  const site = await openSite(1);
  try {
    const random = randomOf(order.seed);
    const load = startLoad(site, random, newBook(), {
      partners: 4,
      insistent: 2,
      persons: 1,
      slowMs: limitMs(order.size),
    });
    const running: Run = { site, load, random, lost: [], recoveries: [], untold: 0, idle: 0 };
    try {
      for (let round = 1; round <= kills[order.size]; round += 1) {
        await killOnce(running);
        if (round % 20 === 0) order.say(`${round} kills of the database`);
      }
    } finally {
      await load.stop();
    }
    const ending = await endingOf(site, load.book, order);
    for (const example of load.tally.examples) order.say(example);
    for (const lost of [...running.lost, ...ending.lost].slice(0, 5)) order.say(`lost: ${lost}`);
    for (const id of ending.examples) order.say(`unlike its ledger: ${id}`);
    for (const effect of ending.secondEffects.slice(0, 5)) order.say(`second effect: ${effect}`);
    // The output of the service is searched when it ends.
    await site.instances[0]?.kill();
    return findings(running, ending, order);
  } finally {
    await site.close();
  }
};

export const databaseKills: Harness = {
  name: 'database-kills',
  claim: 'the service lives through the death of its database, says so, and loses nothing',
  run,
};
