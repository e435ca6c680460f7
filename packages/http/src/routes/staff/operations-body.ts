import { IdCodec, oneOf, t } from '@portcullis/domain/kernel';
import { webhookFailures, webhookStatuses } from '@portcullis/domain/ports';
import {
  type EndpointHealth,
  type Funnel,
  type OperationsView,
  operationsParts,
  type ReviewCount,
} from '@portcullis/domain/use-cases';
import type { HttpConfig } from '../../request/config.ts';
import { parseUrl } from '../../request/parse-url.ts';
import { HealthBody, healthBody } from '../../responses/health-body.ts';
import { Count, nullable, Ordinal, Timestamp } from '../../responses/shared-codecs.ts';

const CountBody = t.type({ value: Count, at_least: t.boolean });

const FunnelBody = t.type({
  days: Ordinal,
  counts: t.type({
    created: CountBody,
    in_progress: CountBody,
    processing: CountBody,
    requires_input: CountBody,
    in_review: CountBody,
    approved: CountBody,
    declined: CountBody,
    lapsed: CountBody,
    expired: CountBody,
    canceled: CountBody,
  }),
});

const EndpointHealthBody = t.type({
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
});

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

type Body = t.TypeOf<typeof OperationsBody>;

const countBody = ({ atLeast, value }: ReviewCount): t.TypeOf<typeof CountBody> => ({ value, at_least: atLeast });

const funnelBody = ({ counts, days }: Funnel): t.TypeOf<typeof FunnelBody> => ({
  days,
  counts: {
    created: countBody(counts.created),
    in_progress: countBody(counts.in_progress),
    processing: countBody(counts.processing),
    requires_input: countBody(counts.requires_input),
    in_review: countBody(counts.in_review),
    approved: countBody(counts.approved),
    declined: countBody(counts.declined),
    lapsed: countBody(counts.lapsed),
    expired: countBody(counts.expired),
    canceled: countBody(counts.canceled),
  },
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

const queueBody = (queue: NonNullable<OperationsView['queue']>): Body['queue'] => ({
  waiting: countBody(queue.waiting),
  overdue: countBody(queue.overdue),
  oldest_waiting_since: queue.oldestWaitingSince,
});

export const operationsBody = (view: OperationsView, config: HttpConfig): Body => {
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
