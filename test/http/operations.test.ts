import { anEndpoint } from '@portcullis/contracts/builders';
import { type Status, TE, unavailable } from '@portcullis/domain';
import type { StaffRole, Tenant } from '@portcullis/domain/kernel';
import type { WebhookTry } from '@portcullis/events/ports';
import { expect } from 'chai';
import { checkHealth } from '#backoffice/operators/check-health';
import type { OperationsDeps } from '#backoffice/operators/read-operations';
import { readOperations } from '#backoffice/operators/read-operations';
import { codeOf, openDeskWith } from '../support/http/desk-server.ts';
import type { ReviewDesk } from '../support/services/review-desk.ts';

const components = { liveness: 'simulated', document_ai: null, fingerprint: null, cloud_credentials: null };
const globex: Tenant = { partnerId: 'globex', teamId: null };
const count = (value: number) => ({ value, at_least: false });

describe('the operations of a tenant', () => {
  let open: Awaited<ReturnType<typeof openDeskWith>>;
  const begin = async (role: StaffRole = 'admin', changes: Partial<OperationsDeps> = {}) => {
    const over = (desk: ReviewDesk) => {
      const { webhookDeliveries, webhookEndpoints, workCounts } = desk.stores;
      const probe = { database: () => TE.right({ latencyMs: 2.4 }) };
      const deps = { ...desk.deps, webhookDeliveries, webhookEndpoints, workCounts };
      return {
        readOperations: readOperations({ ...deps, checkHealth: checkHealth({ probe, components }), ...changes }),
      };
    };
    open = await openDeskWith(over, role);
    return open;
  };
  afterEach(() => open.server.close());
  const read = async () => Object((await open.send('GET', '/api/operations')).json);

  const daysAgo = (days: number): string =>
    new Date(Date.parse('2026-05-04T09:30:00.000Z') - days * 86_400_000).toISOString();
  const profiles = async (...those: readonly (readonly [Status, number, Tenant?])[]): Promise<void> => {
    for (const [n, [status, days, tenant]] of those.entries())
      await open.desk.add(n + 1, {
        status,
        createdAt: daysAgo(days),
        waitingSince: status === 'in_review' ? daysAgo(days) : null,
        ...(tenant && { tenant }),
      });
  };

  it('are what is ready, what waits, and how profiles come on within 1, 7 and 30 days', async () => {
    await begin('auditor');
    await profiles(
      ...(['approved', 'approved', 'declined', 'in_review'] as const).map((status) => [status, 0.5] as const),
      ['approved', 3],
      ['expired', 20],
      ['approved', 31],
      ['processing', 40],
      ['approved', 0.1, globex],
      ['in_review', 0.1, globex],
      ['processing', 0.1, globex],
    );
    const { at, funnel, missing, object, processing, queue, readiness, webhooks } = await read();
    expect([object, at, missing, webhooks]).to.deep.equal(['operations', '2026-05-04T09:30:00.000Z', [], []]);
    expect([readiness.status, readiness.checks.database]).to.deep.equal(['degraded', { status: 'ok', latency_ms: 2 }]);
    expect(queue).to.deep.equal({ waiting: count(1), overdue: count(0), oldest_waiting_since: daysAgo(0.5) });
    expect(processing).to.deep.equal({ profiles: count(1), oldest_created_at: daysAgo(40) });
    const none = Object.fromEntries(
      [
        'created',
        'in_progress',
        'processing',
        'requires_input',
        'in_review',
        'approved',
        'declined',
        'lapsed',
        'expired',
        'canceled',
      ].map((status) => [status, count(0)]),
    );
    const day = { ...none, approved: count(2), declined: count(1), in_review: count(1) };
    expect(funnel).to.deep.equal([
      { days: 1, counts: day },
      { days: 7, counts: { ...day, approved: count(3) } },
      { days: 30, counts: { ...day, approved: count(3), expired: count(1) } },
    ]);
  });

  it('are counted up to a thousand, and say where counting stopped', async () => {
    const times = Array.from({ length: 1000 }, () => daysAgo(0.5));
    await begin('admin', { workCounts: { created: () => TE.right(times) } });
    const { funnel, processing } = await read();
    expect(funnel[0].counts.approved).to.deep.equal({ value: 1000, at_least: true });
    expect(processing).to.deep.equal({ profiles: { value: 1000, at_least: true }, oldest_created_at: null });
  });

  it('have the webhooks of the tenant, by host alone, with what failed last', async () => {
    const failed: WebhookTry = {
      at: daysAgo(0.1),
      eventId: 'evt_000000000000001',
      attempt: 2,
      outcome: 'failed',
      status: 500,
      failure: null,
      ms: 12,
      address: '203.0.113.7',
    };
    const tries = () =>
      TE.right({ tries: [{ ...failed, outcome: 'delivered' as const }, failed], damaged: [], next: null });
    const own = anEndpoint('endpoint0000001', { url: 'https://hooks.acme.example:8443/secret-path?key=1' });
    const theirs = anEndpoint('endpoint0000002', { tenant: globex });
    await begin('admin', {
      webhookEndpoints: { ofPartner: () => TE.right({ endpoints: [own, theirs], damaged: [] }) },
      webhookDeliveries: {
        state: () => TE.right(null),
        waiting: () => TE.right([]),
        dead: () => TE.right([]),
        tries,
      },
    });
    const { text } = await open.send('GET', '/api/operations');
    expect(text).to.not.include('secret-path');
    expect((await read()).webhooks).to.deep.equal([
      {
        id: own.id,
        host: 'hooks.acme.example:8443',
        status: own.status,
        failing_since: null,
        paused_until: null,
        waiting: count(0),
        dead_letters: count(0),
        last_failure: { at: failed.at, status: 500, failure: null },
      },
    ]);
  });

  const away = () => TE.left(unavailable('database', 'gone'));
  const broken = () => {
    throw new Error('broken');
  };
  const parts: readonly (readonly [string, Partial<OperationsDeps>])[] = [
    ['readiness', { checkHealth: () => broken }],
    ['queue', { reviewQueue: { page: away, count: away, measure: away } }],
    ['processing,funnel', { workCounts: { created: away } }],
    ['webhooks', { webhookEndpoints: { ofPartner: () => broken } }],
  ];
  for (const [names, changes] of parts)
    it(`are answered without ${names} while that cannot be read`, async () => {
      await begin('admin', changes);
      const { json, status } = await open.send('GET', '/api/operations');
      expect([status, Object(json).missing]).to.deep.equal([200, names.split(',')]);
      for (const name of ['readiness', 'queue', 'processing', 'funnel', 'webhooks'])
        expect(Object(json)[name] === null, name).to.equal(names.split(',').includes(name));
    });

  it('are no line of the access log, because they show nobody', async () => {
    await begin();
    await read();
    expect(open.looks).to.deep.equal([]);
  });

  for (const role of ['reviewer', 'senior'] as const)
    it(`are not for the role ${role}`, async () => {
      await begin(role);
      expect(codeOf(await open.send('GET', '/api/operations'))).to.deep.equal([403, 'insufficient_permission']);
    });
});
