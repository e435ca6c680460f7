// What a second instance of the service brings over PostgreSQL, each instance with the same part of a processor: on a
// small machine the load and the database would otherwise take what the second one needs.
import { randomBytes } from 'node:crypto';
import { exchange, newConnection } from '../client/exchange.mjs';
import { consentRequest, fullCreateRequest, readRequest } from '../client/requests.mjs';
import { startPostgresDatabase } from '../engines/postgres.mjs';
import { newClient, withDataKeys } from '../environment.mjs';
import { row } from '../report.mjs';
import { startService } from '../start-service.mjs';
import { median, rounded } from '../statistics.mjs';
import { processorShares } from '../system/share.mjs';
import { processorSeconds } from '../system/usage.mjs';
import { withCleanup } from '../with-cleanup.mjs';

export const plans = {
  full: { rounds: 5, seconds: 10, warmSeconds: 20, share: 0.3 },
  short: { rounds: 3, seconds: 4, warmSeconds: 8, share: 0.3 },
  smoke: { rounds: 1, seconds: 1, warmSeconds: 1, share: 0.5 },
};

/** So many partners work at the same time, with one instance and with two. */
const writers = 32;

/** An instance that got less of its share was limited by what else the machine does. */
const leastOfShare = 0.8;

/** A partner who makes a profile, changes it and reads it, again and again. Answers how many requests were answered. */
const work = async ({ url, token }, until) => {
  const agent = newConnection();
  let answered = 0;
  const ask = async (request) => {
    const answer = await exchange(agent, request);
    if (performance.now() <= until) answered += 1;
    return answer;
  };
  while (performance.now() < until) {
    const { id } = (await ask(fullCreateRequest(url, token))).json().profile;
    await ask(consentRequest(url, token, id));
    await ask(readRequest(url, token, id));
  }
  agent.destroy();
  return answered;
};

const usedBy = (instances) => instances.map(({ backend }) => processorSeconds(backend.pid));

/** Load on some instances for so many seconds: requests a second, and the share of a processor that each has used. */
const round = async (instances, seconds) => {
  const began = performance.now();
  const before = usedBy(instances);
  const until = began + 1000 * seconds;
  const all = Array.from({ length: writers }, (_, n) => work(instances[n % instances.length], until));
  const ended = new Promise((resolve) => setTimeout(resolve, until - performance.now()));
  await ended;
  const elapsed = (performance.now() - began) / 1000;
  const used = usedBy(instances).map((after, n) => (after - before[n]) / elapsed);
  const answered = (await Promise.all(all)).reduce((sum, one) => sum + one, 0);
  return { rate: answered / seconds, used };
};

/**
 * Two services of one client and one key over one database, each in a group of its own; `null` without groups. The
 * database and the load, which are not limited, get whatever they need.
 */
const startInstances = async (use, share) => {
  const groups = processorShares(use, [share, share]);
  if (groups === null) return null;
  const database = use(await startPostgresDatabase());
  const shared = {
    database,
    client: newClient(),
    environment: { ...withDataKeys(), JWT_SECRET: randomBytes(48).toString('base64url') },
  };
  const instances = [];
  for (const group of groups) {
    const instance = await startService(use, shared);
    group.add(instance.backend.pid);
    instances.push(instance);
  }
  return instances;
};

const leastUsed = (rounds) => Math.min(...rounds.flatMap(({ used }) => used));

export const run = ({ rounds, seconds, share, warmSeconds }) =>
  withCleanup(async (use) => {
    const instances = await startInstances(use, share);
    if (instances === null) {
      console.log('  left out: no control group can be made here, which needs Linux and the right to do so');
      return { left_out: true };
    }
    const measured = { one: [], two: [] };
    const sides = { one: instances.slice(0, 1), two: instances };
    if (warmSeconds > 0) await round(instances, warmSeconds);
    for (let n = 0; n < rounds; n += 1)
      for (const name of n % 2 === 0 ? ['one', 'two'] : ['two', 'one'])
        measured[name].push(await round(sides[name], seconds));
    const [one, two] = ['one', 'two'].map((name) => median(measured[name].map(({ rate }) => rate)));
    const ratio = rounded(median(measured.two.map(({ rate }, n) => rate / measured.one[n].rate)), 2);
    const used = rounded(leastUsed([...measured.one, ...measured.two]), 2);
    console.log(`  ${writers} writers; each instance has ${share * 100} % of a processor`);
    console.log(row(['requests a second', 'one', 'two', 'two / one'], 32));
    console.log(row(['create, change, read', rounded(one, 0), rounded(two, 0), ratio.toFixed(2)], 32));
    if (used < leastOfShare * share)
      console.log(`  An instance got ${used * 100} % alone: something else limited it, and these numbers mean little.`);
    return {
      share,
      writers,
      one: rounded(one, 0),
      two: rounded(two, 0),
      two_to_one: ratio,
      least_used: used,
      rates: Object.fromEntries(
        Object.entries(measured).map(([name, all]) => [name, all.map(({ rate }) => rounded(rate, 0))]),
      ),
    };
  });
