import type { FunnelColumn, Operations, Review, StaffMember } from '#console/model/wire';

type Asked = { readonly method: string; readonly url: URL; readonly body: Record<string, unknown> };
type Answer = { readonly status: number; readonly body: unknown };

const count = (value: number) => ({ value, at_least: false });
const funnelOf = (days: number): FunnelColumn => ({
  days,
  counts: {
    created: count(0),
    in_progress: count(days),
    processing: count(2 * days),
    requires_input: count(3 * days),
    in_review: count(4 * days),
    approved: count(5 * days),
    declined: count(6 * days),
    lapsed: count(7 * days),
    expired: count(8 * days),
    canceled: { value: 9 * days, at_least: days === 30 },
  },
});

/** How a service does whose queue cannot be read at this moment. */
const operations: Operations = {
  object: 'operations',
  at: '2026-05-04T09:30:00.000Z',
  readiness: {
    status: 'degraded',
    service: 'portcullis',
    version: '1.2.3',
    started_at: '2026-05-04T08:30:00.000Z',
    checks: {
      database: { status: 'ok', latency_ms: 3 },
      liveness: { status: 'configured', name: 'aws' },
      document_ai: { status: 'configured', name: 'local' },
      fingerprint: { status: 'not_configured', name: null },
      cloud_credentials: { status: 'configured', name: 'aws' },
    },
  },
  queue: null,
  processing: { profiles: count(4), oldest_created_at: '2026-05-04T08:30:00.000Z' },
  funnel: [1, 7, 30].map(funnelOf),
  webhooks: [
    {
      id: 'endpoint0000001',
      host: 'hooks.acme.example',
      status: 'enabled',
      waiting: count(0),
      dead_letters: count(0),
      failing_since: null,
      paused_until: null,
      last_failure: null,
    },
    {
      id: 'endpoint0000002',
      host: 'old.acme.example',
      status: 'disabled',
      waiting: count(3),
      dead_letters: { value: 200, at_least: true },
      failing_since: '2026-05-01T08:30:00.000Z',
      paused_until: null,
      last_failure: { at: '2026-05-04T08:30:00.000Z', status: 500, failure: null },
    },
  ],
  missing: ['queue'],
};

/** The answers about holds, erasure and the service; `null` for what is none of them. */
export const retentionAnswer = (
  reviews: Map<string, Review>,
  { body, method, url: { pathname } }: Asked,
  member: StaffMember,
): Answer | null => {
  if (pathname === '/api/operations') return { status: 200, body: operations };
  const [, , kind, id = '', verb] = pathname.split('/');
  const review = reviews.get(id);
  if (review === undefined) return null;
  const changed = (next: Review): Answer => {
    reviews.set(id, next);
    return { status: 200, body: next };
  };
  if (kind === 'profiles' && method === 'DELETE' && verb === 'erasure') {
    changed({ ...review, erasure_announced_at: null });
    return { status: 200, body: { id, object: 'profile' } };
  }
  if (kind === 'profiles' && method === 'DELETE') {
    changed({ ...review, reference: '', is_waiting: false, hold: null });
    return { status: 202, body: { id, object: 'profile' } };
  }
  const { note } = body;
  const by = { type: 'reviewer', id: member.id } as const;
  if (verb === 'hold')
    return changed({
      ...review,
      hold: { by, at: new Date().toISOString(), note: typeof note === 'string' ? note : '' },
    });
  return verb === 'release-hold' ? changed({ ...review, hold: null }) : null;
};
