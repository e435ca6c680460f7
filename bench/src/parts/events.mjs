// What events cost the requests that write them: creates and consents at a service whose relay places the events and
// which sends them to an endpoint, beside the same at a service where nobody does.
import { unstartedProfiles } from '../client/person.mjs';
import { consentRequest, createRequest } from '../client/requests.mjs';
import { startWithEndpoint } from '../events/endpoint.mjs';
import { holdRelay } from '../events/held-relay.mjs';
import { startReceiver } from '../events/receiver.mjs';
import { startGenerator } from '../load/generator.mjs';
import { connections, oneRound } from '../load/rounds.mjs';
import { row } from '../report.mjs';
import { startService } from '../start-service.mjs';
import { median, medianInterval, rounded } from '../statistics.mjs';
import { pin, pinningText } from '../system/pinning.mjs';
import { withCleanup } from '../with-cleanup.mjs';

export const plans = {
  full: { pairs: 9, seconds: 1, warmRounds: 1, profiles: 1500 },
  short: { pairs: 4, seconds: 1, warmRounds: 1, profiles: 1500 },
  smoke: { pairs: 1, seconds: 0.02, warmRounds: 0, profiles: 100 },
};

/**
 * A create, and the consent of a new profile, as targets of a service. For each round there are `profiles` without
 * consent, more than it takes. `stored` hears how many events were stored besides those of a round, and `settled` waits
 * until all that were stored have arrived.
 */
const targetsAt = ({ backend, database, url, token }, { profiles }, { settled, stored }) => {
  const place = { pids: [backend.pid, database.pid], core: 0 };
  const variants = [];
  const create = {
    ...createRequest(url, token),
    ...place,
    name: 'POST /api/profiles/create',
    bodies: () => createRequest(url, token).body,
    prepare: settled,
  };
  const consent = {
    ...consentRequest(url, token, 'id'),
    ...place,
    name: 'PATCH /api/profiles/:id, consent',
    variants,
    once: true,
    prepare: async () => {
      const ids = await unstartedProfiles({ url, token }, profiles - variants.length);
      variants.push(...ids.map((id) => ({ path: `/api/profiles/${id}` })));
      stored(ids.length);
      await settled();
    },
  };
  return [create, consent];
};

/**
 * The two services, and the targets of each. What is left of the events of one does not fall into rounds of the other.
 */
const startBoth = async (use, plan) => {
  const receiver = use(await startReceiver());
  const sending = await startWithEndpoint(use, receiver);
  const silent = await startService(use);
  use(await holdRelay(silent.database));
  for (const { backend, database } of [sending, silent]) {
    pin(backend.pid, 0);
    pin(database.pid, 1);
  }
  let all = 1;
  const settled = () => receiver.hasReceived(all);
  const stored = (count) => {
    all += count;
  };
  return {
    targets: [
      targetsAt(sending, plan, { settled, stored }),
      targetsAt(silent, plan, { settled, stored: () => undefined }),
    ],
    /** Notes the events of a round of the service that sends, and answers how many have not arrived yet. */
    unsentAfter: (count) => {
      stored(count);
      return all - receiver.count();
    },
  };
};

/** Rounds with and without, in pairs, each in the other order than the one before. */
const inPairs = async (generator, both, { pairs, seconds, warmRounds }, unsentAfter) => {
  const found = [];
  for (let pair = -warmRounds; pair < pairs; pair += 1) {
    const rounds = [];
    for (const side of pair % 2 === 0 ? [0, 1] : [1, 0]) {
      const round = await oneRound(generator, both[side], seconds);
      both[side].variants?.splice(0, round.times.length);
      rounds[side] = side === 0 ? { ...round, unsent: unsentAfter(round.times.length) } : round;
    }
    if (pair >= 0) found.push(rounds);
  }
  return found;
};

/** The rates of both sides, which part of the rate without is kept, and how many events a round leaves behind. */
const summaryOf = (found) => {
  const [withEvents, without] = [0, 1].map((side) => ({
    requests_per_second: rounded(median(found.map((rounds) => rounds[side].rate)), 0),
    processor_us: rounded(median(found.map((rounds) => rounds[side].processorUs)), 0),
  }));
  const ratios = found.map(([sending, silent]) => sending.rate / silent.rate);
  return {
    with: withEvents,
    without,
    kept: rounded(median(ratios), 3),
    kept_interval: medianInterval(ratios).map((ratio) => rounded(ratio, 3)),
    unsent_after_round: rounded(median(found.map(([{ unsent }]) => unsent)), 0),
    ratios: ratios.map((ratio) => rounded(ratio, 3)),
  };
};

const titles = ['requests a second', 'with', 'without', 'kept', 'from', 'to', 'CPU us', 'without', 'unsent'];

export const run = (plan) =>
  withCleanup(async (use) => {
    const { targets, unsentAfter } = await startBoth(use, plan);
    const generator = use(startGenerator());
    console.log(`  ${connections} connections; ${pinningText()}`);
    console.log(row(titles, 36));
    const routes = {};
    for (const n of [0, 1]) {
      const both = targets.map((all) => all[n]);
      const { name } = both[0];
      const found = summaryOf(await inPairs(generator, both, plan, unsentAfter));
      routes[name] = found;
      const rates = [found.with.requests_per_second, found.without.requests_per_second];
      const processors = [found.with.processor_us, found.without.processor_us];
      const kept = [found.kept, ...found.kept_interval].map((ratio) => ratio.toFixed(3));
      console.log(row([name, ...rates, ...kept, ...processors, found.unsent_after_round], 36));
    }
    const [create, consent] = Object.values(routes);
    return { routes, figures: { create_kept: create.kept, patch_kept: consent.kept } };
  });
