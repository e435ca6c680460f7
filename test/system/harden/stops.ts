import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { decode, E, t } from '@portcullis/domain';
import { between, type Random, randomOf } from '../../support/generators/seeded-random.ts';
import { corners } from '../../support/images/images.ts';
import { type Balancer, newBalancer } from './crash/balancer.ts';
import { openSite, type Site } from './crash/environment.ts';
import { type Asked, bodyOf, type Outcome } from './crash/http-client.ts';
import { examine } from './crash/stored-rows.ts';
import { limitMs } from './crash/time-limits.ts';
import type { Findings, Harness, Order, Size } from './harness.ts';

/** The number of stops of one of the two instances, and the minimum number of requests meanwhile. */
const measures: { readonly [S in Size]: { readonly stops: number; readonly requests: number } } = {
  short: { stops: 3, requests: 0 },
  full: { stops: 100, requests: 50_000 },
  long: { stops: 1000, requests: 500_000 },
};

/** This is long enough for the balancer, which checks ten times a second. */
const drainSeconds = 1;
const stopLimitMs = 10_000;

type Seen = {
  requests: number;
  uploads: number;
  unanswered: number;
  failures: number;
  refusals: number;
  slow: number;
  slowestMs: number;
  readonly stops: number[];
  badExits: number;
  /** The requests in flight at the stopped instance when the signal was sent. */
  readonly underWay: number[];
  readonly examples: string[];
};

/** A paced upload is slow by itself, so its time is not counted. */
const note = (seen: Seen, asked: Asked, outcome: Outcome, slowMs: number): void => {
  const isPaced = asked.paceMs !== undefined;
  if (isPaced) seen.uploads += 1;
  seen.requests += 1;
  if (!isPaced) seen.slowestMs = Math.max(seen.slowestMs, outcome.ms);
  if (!isPaced && outcome.ms > slowMs) seen.slow += 1;
  if (outcome.status === null) seen.unanswered += 1;
  else if (outcome.status >= 500) seen.failures += 1;
  else if (outcome.status >= 400) seen.refusals += 1;
  if ((outcome.status === null || outcome.status >= 400) && seen.examples.length < 10) {
    const text = outcome.status === null ? outcome.code : outcome.bytes.toString('utf8').slice(0, 200);
    seen.examples.push(
      `${asked.method ?? 'GET'} ${asked.path}: ${outcome.status} after ${Math.round(outcome.ms)} ms, ${text}`,
    );
  }
};

type Lane = {
  readonly token: string;
  readonly random: Random;
  readonly isOver: () => boolean;
  readonly ask: (asked: Asked) => Promise<Outcome>;
};

const Created = t.type({ profile: t.type({ id: t.string }) });

const created = async ({ ask, token }: Lane): Promise<string | null> => {
  const json = { reference: randomUUID() };
  const outcome = await ask({ method: 'POST', path: '/api/profiles/create', token, json });
  if (outcome.status !== 201) return null;
  const known = decode(Created, bodyOf(outcome));
  return E.isRight(known) ? known.right.profile.id : null;
};

const anyOf = (id: string, token: string, dice: number): Asked => {
  const path = `/api/profiles/${id}`;
  if (dice < 0.4) return { path, token };
  if (dice < 0.6) return { method: 'PATCH', path, token, json: { metadata: { dice: String(dice) } } };
  if (dice < 0.8) {
    const json = { type: 'partner.noted', data: { dice } };
    return { method: 'POST', path: `/api/verification_history/${id}`, token, json };
  }
  return { path: `/api/verification_history/${id}?limit=20`, token };
};

/** Runs a client that mostly sends its requests without a pause. */
const busyLane = async (lane: Lane): Promise<void> => {
  while (!lane.isOver()) {
    const id = await created(lane);
    for (let left = 20; id !== null && left > 0 && !lane.isOver(); left -= 1) {
      await lane.ask(anyOf(id, lane.token, lane.random()));
      if (lane.random() < 0.1) await sleep(between(lane.random, 1, 150));
    }
  }
};

/** Uploads photos slowly: a stop that begins during an upload must wait for it. */
const slowLane = async (lane: Lane, photo: Uint8Array): Promise<void> => {
  while (!lane.isOver()) {
    const id = await created(lane);
    if (id === null) continue;
    const form = new FormData();
    form.append('supporting_document', new Blob([Uint8Array.from(photo)], { type: 'image/jpeg' }), 'photo.jpg');
    await lane.ask({ method: 'PATCH', path: `/api/profiles/${id}`, token: lane.token, form, paceMs: 250 });
  }
};

const stopAll = async (
  site: Site,
  balancer: Balancer,
  random: Random,
  seen: Seen,
  { say, size }: Order,
): Promise<void> => {
  const { requests, stops } = measures[size];
  for (let round = 1; round <= stops; round += 1) {
    // Both instances are running now. One of them keeps running until the other is ready again.
    const instance = site.instances[round % 2];
    if (instance === undefined) throw new Error('there are no two instances');
    await sleep(between(random, 150, 400));
    seen.underWay.push(await balancer.untilBusy(instance));
    const { code, ms } = await instance.stop();
    seen.stops.push(ms);
    if (code !== 0 || ms >= stopLimitMs) seen.badExits += 1;
    await instance.start();
    if (round % 10 === 0) say(`${round} stops, ${seen.requests} requests`);
  }
  while (seen.requests < requests) await sleep(50);
};

const busyLanes = 12;
const slowLanes = 2;

const underLoad = async (site: Site, order: Order, seen: Seen): Promise<Balancer> => {
  const random = randomOf(order.seed);
  const balancer = newBalancer(site.instances);
  const photo = await corners(320, 240).jpeg().toBuffer();
  let over = false;
  const ask = async (asked: Asked): Promise<Outcome> => {
    const outcome = await balancer.ask(asked);
    note(seen, asked, outcome, limitMs(order.size));
    return outcome;
  };
  const lane: Lane = { token: site.token, random, isOver: () => over, ask };
  const lanes = [
    ...Array.from({ length: busyLanes }, () => busyLane(lane)),
    ...Array.from({ length: slowLanes }, () => slowLane(lane, photo)),
  ];
  try {
    await stopAll(site, balancer, random, seen, order);
  } finally {
    over = true;
    await Promise.all(lanes);
    await balancer.close();
  }
  return balancer;
};

const newSeen = (): Seen => ({
  requests: 0,
  uploads: 0,
  unanswered: 0,
  failures: 0,
  refusals: 0,
  slow: 0,
  slowestMs: 0,
  stops: [],
  badExits: 0,
  underWay: [],
  examples: [],
});

const run = async (order: Order): Promise<Findings> => {
  const site = await openSite(2, { STOP_DRAIN_SECONDS: String(drainSeconds) });
  try {
    const seen = newSeen();
    const balancer = await underLoad(site, order, seen);
    for (const example of seen.examples) order.say(example);
    const ending = await examine(await site.admin());
    await Promise.all(site.instances.map((instance) => instance.kill()));
    return {
      did: {
        stops: seen.stops.length,
        requests: seen.requests,
        'slow uploads among them': seen.uploads,
        'sent elsewhere because nobody listened': balancer.refused(),
        'under way at a stop, least and most': `${Math.min(...seen.underWay)} and ${Math.max(...seen.underWay)}`,
        'longest stop, ms': Math.round(Math.max(...seen.stops)),
        'slowest answer, ms': Math.round(seen.slowestMs),
        'chains walked': ending.profiles,
      },
      amiss: {
        'requests without an answer': seen.unanswered,
        '5xx': seen.failures,
        '4xx, where there is nothing to refuse': seen.refusals,
        'answers that took too long': seen.slow,
        'stops that took ten seconds or did not end with 0': seen.badExits,
        'stops of an instance with nothing to do': seen.underWay.filter((count) => count === 0).length,
        'chains that do not verify': ending.badChains,
        'profiles that differ from their ledger': ending.differing,
        'exits of their own': site.seen.exits,
        'unhandled rejections': site.seen.surprises,
      },
    };
  } finally {
    await site.close();
  }
};

export const stops: Harness = {
  name: 'stops',
  claim: 'no request is lost when an instance is stopped and started again under load',
  run,
};
