import { type EndpointHealth, type Funnel, type OperationsView, operationsParts } from '@portcullis/backoffice';
import type { Status } from '@portcullis/domain';
import { IdCodec, oneOf, t } from '@portcullis/domain/kernel';
import { webhookFailures, webhookStatuses } from '@portcullis/events/ports';
import type { HttpConfig } from '../../request/config.ts';
import { parseUrl } from '../../request/parse-url.ts';
import { HealthBody, healthBody } from '../../responses/health-body.ts';
import { nullable, Ordinal, Timestamp } from '../../responses/shared-codecs.ts';
import { CountBody, countBody } from '../reviews/review-body.ts';

/** The same of each status. */
const eachStatus = <A>(make: (status: Status) => A) => ({
  created: make('created'),
  in_progress: make('in_progress'),
  processing: make('processing'),
  requires_input: make('requires_input'),
  in_review: make('in_review'),
  approved: make('approved'),
  declined: make('declined'),
  lapsed: make('lapsed'),
  expired: make('expired'),
  canceled: make('canceled'),
});

const FunnelBody = t.type({ days: Ordinal, counts: t.type(eachStatus(() => CountBody)) }, 'FunnelColumn');

const EndpointHealthBody = t.type(
  {
    id: IdCodec,
    host: t.string,
    status: oneOf(webhookStatuses),
    failing_since: nullable(Timestamp),
    paused_until: nullable(Timestamp),
    waiting: CountBody,
    dead_letters: CountBody,
    last_failure: nullable(
      t.type({ at: Timestamp, status: nullable(Ordinal), failure: nullable(oneOf(webhookFailures)) }),
    ),
  },
  'EndpointHealth',
);

export const OperationsBody = t.type(
  {
    object: t.literal('operations'),
    at: Timestamp,
    readiness: nullable(HealthBody),
    queue: nullable(t.type({ waiting: CountBody, overdue: CountBody, oldest_waiting_since: nullable(Timestamp) })),
    processing: nullable(t.type({ profiles: CountBody, oldest_created_at: nullable(Timestamp) })),
    funnel: nullable(t.readonlyArray(FunnelBody)),
    webhooks: nullable(t.readonlyArray(EndpointHealthBody)),
    missing: t.readonlyArray(oneOf(operationsParts)),
  },
  'Operations',
);

const funnelBody = ({ counts, days }: Funnel): t.TypeOf<typeof FunnelBody> => ({
  days,
  counts: eachStatus((status) => countBody(counts[status])),
});

/** The host of an address, and its port where it has one. Partners keep secrets in the paths of theirs. */
const hostOf = (url: string): string => parseUrl(url)?.host ?? '';

const endpointHealthBody = (endpoint: EndpointHealth): t.TypeOf<typeof EndpointHealthBody> => ({
  id: endpoint.id,
  host: hostOf(endpoint.url),
  status: endpoint.status,
  failing_since: endpoint.failingSince,
  paused_until: endpoint.pausedUntil,
  waiting: countBody(endpoint.waiting),
  dead_letters: countBody(endpoint.deadLetters),
  last_failure: endpoint.lastFailure,
});

const queueBody = (queue: NonNullable<OperationsView['queue']>) => ({
  waiting: countBody(queue.waiting),
  overdue: countBody(queue.overdue),
  oldest_waiting_since: queue.oldestWaitingSince,
});

export const operationsBody = (view: OperationsView, config: HttpConfig): t.TypeOf<typeof OperationsBody> => {
  const { at, funnel, missing, processing, queue, readiness, webhooks } = view;
  return {
    object: 'operations',
    at,
    readiness: readiness && healthBody(readiness, config),
    queue: queue && queueBody(queue),
    processing: processing && {
      profiles: countBody(processing.profiles),
      oldest_created_at: processing.oldestCreatedAt,
    },
    funnel: funnel === null ? null : funnel.map(funnelBody),
    webhooks: webhooks === null ? null : webhooks.map(endpointHealthBody),
    missing,
  };
};
