// How many changes a second each engine commits: the same changes, sealed as the stores do it, sent by two processes
// over sixteen connections each; in PostgreSQL as one statement, and as the same writes between BEGIN and COMMIT.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startDatabase } from '../database.mjs';
import { startPostgresDatabase } from '../engines/postgres.mjs';
import { startProcess } from '../processes.mjs';
import { row } from '../report.mjs';
import { median, rounded } from '../statistics.mjs';
import { withCleanup } from '../with-cleanup.mjs';

export const plans = {
  full: {
    rounds: 7,
    seconds: 2,
    warmRounds: 1,
    perSecond: 100,
    writers: 50,
    changes: 20,
  },
  short: {
    rounds: 3,
    seconds: 1,
    warmRounds: 1,
    perSecond: 100,
    writers: 50,
    changes: 20,
  },
  smoke: {
    rounds: 1,
    seconds: 0.05,
    warmRounds: 0,
    perSecond: 100,
    writers: 4,
    changes: 2,
  },
};

const script = fileURLToPath(new URL('../engines/commit-process.mjs', import.meta.url));

/** Starts a process that commits; `ask` gives it an order and waits for the answer. */
const startCommitter = (key) => {
  const env = { PATH: process.env['PATH'], BENCH_KEY: key };
  const { child, stop } = startProcess('a process that commits', script, env, { ipc: true });
  const ask = async (order, details) => {
    child.send({ order, ...details });
    const [{ answer, failed }] = await once(child, 'message');
    if (failed !== undefined) throw new Error(failed);
    return answer;
  };
  return { ask, stop };
};

const processes = 2;

/** One round of an engine in all processes at once: changes a second. */
const oneRound = async (committers, { name }, { seconds, perSecond }) => {
  const count = Math.ceil(seconds * perSecond) + 1;
  await Promise.all(committers.map(({ ask }) => ask('prepare', { name, count })));
  const rounds = await Promise.all(committers.map(({ ask }) => ask('run', { name, seconds })));
  if (rounds.some(({ isEmpty }) => isEmpty)) console.log(`    ${name} had too few changes prepared for a round`);
  return rounds.reduce((sum, { count: sent, elapsedMs }) => sum + (1000 * sent) / elapsedMs, 0);
};

/** Rounds of every engine in turn, each in the other order than the one before. */
const interleaved = async (committers, engines, plan) => {
  const rates = Object.fromEntries(engines.map(({ name }) => [name, []]));
  for (let round = -plan.warmRounds; round < plan.rounds; round += 1) {
    const order = round % 2 === 0 ? engines : engines.toReversed();
    for (const engine of order) {
      const rate = await oneRound(committers, engine, plan);
      if (round >= 0) rates[engine.name].push(rate);
    }
  }
  return rates;
};

/** Writers in all processes at once that change one profile: what is there afterwards is what they have made. */
const contended = async (committers, name, { writers, changes }) => {
  const [first] = committers;
  const id = await first.ask('create', { name });
  const { version: before } = await first.ask('lookAt', { name, id });
  const share = { name, id, changes, writers: writers / committers.length };
  const began = performance.now();
  const found = await Promise.all(committers.map(({ ask }) => ask('contend', share)));
  const seconds = (performance.now() - began) / 1000;
  const made = found.reduce((sum, one) => sum + one.made, 0);
  const { entries, isSound, version } = await first.ask('lookAt', { name, id });
  const conflicts = found.reduce((sum, one) => sum + one.conflicts, 0);
  const lost = made - (version - before) + Math.abs(version - entries) + (isSound ? 0 : 1);
  return { writers, made, conflicts, lost, changes_per_second: rounded(made / seconds, 0) };
};

const titles = {
  pocketbase: 'PocketBase, a batch',
  begin: 'PostgreSQL, BEGIN … COMMIT',
  cte: 'PostgreSQL, one statement',
};

export const run = (plan) =>
  withCleanup(async (use) => {
    const pocketbase = use(await startDatabase());
    const postgres = use(await startPostgresDatabase());
    const engines = [
      { name: 'cte', database: postgres, cteWrites: true },
      { name: 'pocketbase', database: { engine: 'pocketbase', url: pocketbase.url } },
      { name: 'begin', database: postgres, cteWrites: false },
    ].map(({ database: { engine, url }, ...one }) => ({ ...one, database: { engine, url } }));
    const key = randomBytes(32).toString('base64');
    const committers = Array.from({ length: processes }, () => use(startCommitter(key)));
    // One after the other, because the first of all makes the keys of the service.
    for (const { ask } of committers) for (const engine of engines) await ask('open', { engine });
    const rates = await interleaved(committers, engines, plan);
    console.log(row(['changes a second', 'median', 'least', 'most'], 36));
    const medians = {};
    for (const { name } of engines) {
      medians[name] = rounded(median(rates[name]), 0);
      const least = Math.min(...rates[name]);
      const most = Math.max(...rates[name]);
      console.log(row([titles[name], medians[name], least.toFixed(0), most.toFixed(0)], 36));
    }
    const besides = (other) => rounded(median(rates.cte.map((rate, n) => rate / rates[other][n])), 2);
    const figures = { cte_to_batch: besides('pocketbase'), cte_to_transaction: besides('begin') };
    console.log(
      `\n  one statement: ${figures.cte_to_batch} times a batch, ${figures.cte_to_transaction} times BEGIN … COMMIT`,
    );
    const writers = await contended(committers, 'cte', plan);
    console.log(`  ${writers.writers} writers of one profile: ${writers.made} changes, ${writers.lost} lost`);
    if (writers.lost > 0) throw new Error(`${writers.lost} changes of ${writers.made} were lost`);
    return { rates, medians, writers, figures };
  });
