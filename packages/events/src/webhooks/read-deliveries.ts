import { E, type Invalid, type NotFound, type TaskEither, type Unavailable } from '@portcullis/domain/kernel';
import { useCase } from '../input/use-case.ts';
import type { FailedDelivery, TryPage, WebhookDeliveries } from '../ports/webhook-deliveries.ts';
import type { WebhookEndpoints } from '../ports/webhook-endpoints.ts';
import { type OwnEndpoint, ownEndpoint } from './own-endpoint.ts';

type Deps = {
  readonly endpoints: Pick<WebhookEndpoints, 'find'>;
  readonly deliveries: Pick<WebhookDeliveries, 'dead' | 'tries'>;
};

/** The log of the tries of an endpoint, newest first. */
export type ReadTries = (
  input: OwnEndpoint & { readonly before: string | null },
) => TaskEither<Invalid | NotFound | Unavailable, TryPage>;

export const readTries = useCase(
  'readTries',
  ['endpoints', 'deliveries'],
  (deps: Deps): ReadTries =>
    ({ before, ...own }) =>
    async () => {
      const found = await ownEndpoint(deps, own);
      return E.isLeft(found) ? found : deps.deliveries.tries(own.id, before)();
    },
);

/** The deliveries of an endpoint that were given up, in the order of the feed: at most `limit` behind a place. */
export type ReadDeadLetters = (
  input: OwnEndpoint & { readonly after: number; readonly limit: number },
) => TaskEither<Invalid | NotFound | Unavailable, readonly FailedDelivery[]>;

export const readDeadLetters = useCase(
  'readDeadLetters',
  ['endpoints', 'deliveries'],
  (deps: Deps): ReadDeadLetters =>
    ({ after, limit, ...own }) =>
    async () => {
      const found = await ownEndpoint(deps, own);
      return E.isLeft(found) ? found : deps.deliveries.dead(own.id, after, limit)();
    },
);
