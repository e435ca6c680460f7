import type { Findings } from '../../harness/harness.ts';
import { countDisordered, followFeed, type ReadEvent } from '../receivers/feed-reader.ts';
import type { Failure } from '../receivers/receiver.ts';
import { storedFeed, storedTries, waitingDeliveries } from '../shared/stored-events.ts';
import type { DeliveryRun } from './delivery-run.ts';
import { type Judgement, judge } from './judge-deliveries.ts';

/** At one endpoint so many requests are under way at once, and as many may be over and not yet written. */
const mostInFlight = 32;

const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0);

const wholeFeed = async ({ balancer, cluster }: DeliveryRun): Promise<readonly ReadEvent[]> => {
  const reader = followFeed({ ask: balancer.ask, token: cluster.token }, null);
  await reader.stop();
  return reader.events;
};

const judgeAll = async (run: DeliveryRun, feed: readonly ReadEvent[]): Promise<readonly Judgement[]> => {
  const { cluster, endpoints, interruptions } = run;
  // At its stop an instance writes down what is under way.
  for (const instance of cluster.instances) await instance.stop();
  const tables = await cluster.tables();
  return Promise.all(
    endpoints.map(async ({ id, receiver }) =>
      judge({ receiver, tries: await storedTries(tables, id) }, feed, interruptions),
    ),
  );
};

/** How the requests ended, over all endpoints. */
const fates = ({ endpoints }: DeliveryRun): { readonly [what: string]: number } => {
  const names: Readonly<Record<Failure, string>> = {
    error: 'answered 500 at once',
    slow: 'answered 500 late',
    throttle: 'answered 429',
    hang: 'never answered',
    reset: 'reset',
  };
  const all = endpoints.flatMap(({ receiver }) => receiver.arrivals);
  const counted = Object.entries(names).map(([fate, name]) => [name, all.filter((one) => one.fate === fate).length]);
  return Object.fromEntries(counted);
};

const readerViolations = ({ reader }: DeliveryRun, feed: readonly ReadEvent[]) => {
  const read = new Set(reader.events.map(({ id }) => id));
  return {
    'events that the reader of the feed misses': feed.filter(({ id }) => !read.has(id)).length,
    'events that it saw twice': reader.events.length - read.size,
    'events that it saw at another place, or with another content': reader.events.filter(
      ({ id, text }, at) => feed[at]?.id !== id || feed[at]?.text !== text,
    ).length,
    'events that the feed could not show': reader.counts().damaged,
  };
};

const deliveryViolations = (judgements: readonly Judgement[]) => {
  const total = (count: (one: Judgement) => number): number => sum(judgements.map(count));
  const unrecorded = total((one) => sum([...one.unrecorded.values()]));
  return {
    'events missing at an endpoint': total((one) => one.missing),
    'webhooks of no event': total((one) => one.unknown),
    'webhooks unlike the event of the feed': total((one) => one.changed),
    'first tries out of order in a profile': total((one) => one.disordered),
    'duplicates beyond what was in flight': Math.max(0, total((one) => one.duplicates) - unrecorded),
    'webhooks sent again although nothing was lost': total((one) => one.needless),
    'requests in flight that no kill explains': total((one) => one.unrecorded.get(null) ?? 0),
    'kills with more in flight than may be': total(
      (one) => [...one.unrecorded.values()].filter((count) => count > mostInFlight).length,
    ),
  };
};

/** Verifies what is stored, read and delivered once everything is quiet. It stops the instances. */
export const deliveryFindings = async (run: DeliveryRun): Promise<Findings> => {
  const { acknowledged, cluster, endpoints, interruptions, reader, scale } = run;
  const feed = await wholeFeed(run);
  const tables = await cluster.tables();
  const stored = await storedFeed(tables);
  const waiting = await waitingDeliveries(tables);
  const judgements = await judgeAll(run, feed);
  const inFlight = judgements.map(({ unrecorded }) => sum([...unrecorded.values()]));
  return {
    performed: {
      events: feed.length,
      'of them acknowledged to the partner': acknowledged.count(),
      'kills of an instance': scale.kills,
      'kills of the database': scale.databaseKills,
      'webhooks to each endpoint': judgements.map(({ requests }) => requests).join(' and '),
      ...fates(run),
      'in flight when something was interrupted': sum(inFlight),
      'sent again although accepted': sum(judgements.map(({ duplicates }) => duplicates)),
      'interruptions with something in flight': new Set(judgements.flatMap(({ unrecorded }) => [...unrecorded.keys()]))
        .size,
      'times at which something was interrupted': interruptions.length,
      'pages of the reader': reader.counts().pages,
      'pages that it did not get': reader.counts().failed,
    },
    violations: {
      'acknowledged changes without an event': acknowledged.missingIn(feed),
      'entries without a place': stored.unplaced,
      'events without a place': stored.unnumbered,
      'places left out or given twice': stored.gaps,
      'events in another order than in the log': stored.disordered + countDisordered(feed),
      'events that the feed does not have': Math.max(0, stored.events - feed.length),
      ...readerViolations(run, feed),
      ...deliveryViolations(judgements),
      'webhooks without a valid signature': sum(endpoints.map(({ receiver }) => receiver.forged())),
      'deliveries that still wait': waiting,
      'exits of their own': cluster.mishaps.exits,
      'unhandled rejections': cluster.mishaps.unhandledRejections,
    },
  };
};
