import type { EndpointHealth, Funnel, OperationsView } from '@portcullis/backoffice';
import type { HttpConfig } from '../../request/config.ts';
import { parseUrl } from '../../request/parse-url.ts';
import { healthBody } from '../../responses/health-body.ts';
import { countBody } from '../reviews/review-body.ts';

const funnelBody = ({ counts, days }: Funnel) => ({
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

const endpointHealthBody = (endpoint: EndpointHealth) => ({
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

export const operationsBody = (view: OperationsView, config: HttpConfig) => {
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
