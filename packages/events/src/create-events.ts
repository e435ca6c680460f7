import type { Clock, IdGenerator } from '@portcullis/domain';
import { withPorts } from '@portcullis/domain/input';
import { readCheckpoint } from './checkpoints/read-checkpoint.ts';
import { followEvents } from './feed/follow-events.ts';
import { readEvents } from './feed/read-events.ts';
import type { EventFeed, FeedWatch, LedgerLog, WebhookDeliveries, WebhookEndpoints, WebhookSender } from './ports.ts';
import { createEndpoint } from './webhooks/create-endpoint.ts';
import {
  deleteEndpoint,
  getEndpoint,
  listEndpoints,
  rotateSecret,
  updateEndpoint,
} from './webhooks/manage-endpoints.ts';
import { pingEndpoint } from './webhooks/ping-endpoint.ts';
import { readDeadLetters, readTries } from './webhooks/read-deliveries.ts';
import { replayDeliveries } from './webhooks/replay-deliveries.ts';

/** The ports of the feed of events and of the endpoints for webhooks. */
export type EventsPorts = {
  readonly clock: Clock;
  readonly ids: IdGenerator;
  readonly eventFeed: EventFeed;
  readonly feedWatch: FeedWatch;
  readonly ledgerLog: Pick<LedgerLog, 'newestHead'>;
  readonly webhookDeliveries: WebhookDeliveries;
  readonly webhookEndpoints: WebhookEndpoints;
  readonly webhookSender: WebhookSender;
  /** Resolves after so many milliseconds. */
  readonly wait: (ms: number) => Promise<void>;
};

/** The use cases of the feed of events and of the endpoints for webhooks, by their names. */
export type Events = {
  readonly followEvents: ReturnType<typeof followEvents>;
  readonly readCheckpoint: ReturnType<typeof readCheckpoint>;
  readonly createEndpoint: ReturnType<typeof createEndpoint>;
  readonly listEndpoints: ReturnType<typeof listEndpoints>;
  readonly getEndpoint: ReturnType<typeof getEndpoint>;
  readonly updateEndpoint: ReturnType<typeof updateEndpoint>;
  readonly deleteEndpoint: ReturnType<typeof deleteEndpoint>;
  readonly pingEndpoint: ReturnType<typeof pingEndpoint>;
  readonly rotateSecret: ReturnType<typeof rotateSecret>;
  readonly replayDeliveries: ReturnType<typeof replayDeliveries>;
  readonly readTries: ReturnType<typeof readTries>;
  readonly readDeadLetters: ReturnType<typeof readDeadLetters>;
};

/** Makes every use case of events from all their ports at once. It names the ports that are missing. */
export const createEvents = withPorts(
  'createEvents',
  [
    'clock',
    'ids',
    'eventFeed',
    'feedWatch',
    'ledgerLog',
    'webhookDeliveries',
    'webhookEndpoints',
    'webhookSender',
    'wait',
  ],
  (ports: EventsPorts): Events => {
    const { webhookDeliveries: deliveries, webhookEndpoints: endpoints, webhookSender: sender } = ports;
    const deps = { ...ports, deliveries, endpoints, sender };
    return {
      followEvents: followEvents({ readEvents: readEvents(ports), feedWatch: ports.feedWatch }),
      readCheckpoint: readCheckpoint(ports),
      createEndpoint: createEndpoint(deps),
      listEndpoints: listEndpoints(deps),
      getEndpoint: getEndpoint(deps),
      updateEndpoint: updateEndpoint(deps),
      deleteEndpoint: deleteEndpoint(deps),
      pingEndpoint: pingEndpoint(deps),
      rotateSecret: rotateSecret(deps),
      replayDeliveries: replayDeliveries(deps),
      readTries: readTries(deps),
      readDeadLetters: readDeadLetters(deps),
    };
  },
);
