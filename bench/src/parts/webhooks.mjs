// How long an event takes from its commit to the first try at the receiver of its webhook, at a steady rate of creates
// and consents.
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { exchange } from '../client/exchange.mjs';
import { unstartedProfiles } from '../client/person.mjs';
import { consentRequest, createRequest } from '../client/requests.mjs';
import { startWithEndpoint } from '../events/endpoint.mjs';
import { keyOf, startReceiver } from '../events/receiver.mjs';
import { row } from '../report.mjs';
import { percentile, rounded } from '../statistics.mjs';
import { withCleanup } from '../with-cleanup.mjs';

export const plans = {
  full: { perSecond: 100, seconds: 30 },
  short: { perSecond: 100, seconds: 8 },
  smoke: { perSecond: 100, seconds: 0.1 },
};

const connections = 32;

/** Sends creates and consents in turn, each at its time, and answers when which event was known to be stored. */
const storeEvents = async ({ url, token }, { perSecond, seconds }) => {
  const count = Math.max(2, Math.round(perSecond * seconds));
  const ids = await unstartedProfiles({ url, token }, Math.floor(count / 2));
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const stored = new Map();
  const send = async (n) => {
    const id = n % 2 === 1 ? ids[(n - 1) / 2] : null;
    const answer = await exchange(agent, id ? consentRequest(url, token, id) : createRequest(url, token));
    const at = performance.now();
    stored.set(id ? keyOf('profile.consent_given', id) : keyOf('profile.created', answer.json().profile.id), at);
    return answer.ms;
  };
  const sent = [];
  const began = performance.now();
  for (let n = 0; n < count; n += 1) {
    const wait = began + (1000 * n) / perSecond - performance.now();
    if (wait > 0) await sleep(wait);
    sent.push(send(n));
  }
  const answered = await Promise.all(sent);
  const rate = (1000 * (count - 1)) / (Math.max(...stored.values()) - began);
  agent.destroy();
  return { stored, answered, rate };
};

const percentiles = (times) => ({
  p50_ms: rounded(percentile(times, 0.5), 1),
  p95_ms: rounded(percentile(times, 0.95), 1),
  p99_ms: rounded(percentile(times, 0.99), 1),
  longest_ms: rounded(Math.max(...times), 1),
});

export const run = (plan) =>
  withCleanup(async (use) => {
    const receiver = use(await startReceiver());
    const service = await startWithEndpoint(use, receiver);
    const { stored, answered, rate } = await storeEvents(service, plan);
    // Those of the profiles that were made before, and the one of the start.
    const earlier = 1 + Math.floor(stored.size / 2);
    await receiver.hasReceived(earlier + stored.size);
    const firstTry = percentiles([...stored].map(([key, at]) => receiver.arrivals.get(key) - at));
    const { events, tries } = receiver.counts();
    console.log(row(['', 'p50 ms', 'p95 ms', 'p99 ms', 'longest']));
    console.log(row(['from the answer of a request to the first try', ...Object.values(firstTry)]));
    console.log(row(['the request itself', ...Object.values(percentiles(answered))]));
    console.log(`\n  ${stored.size} events, ${rate.toFixed(0)} a second; ${tries - events} tries more than events`);
    return {
      events: stored.size,
      events_a_second: rounded(rate, 1),
      repeated_tries: tries - events,
      first_try: firstTry,
      requests: percentiles(answered),
      figures: { first_try_p99_ms: firstTry.p99_ms },
    };
  });
