import { createMetrics } from '@portcullis/app';
import { aNew, anEntry, fakeHash } from '@portcullis/contracts/builders';
import { type TaskEither, TE, unavailable } from '@portcullis/domain';
import { expect } from 'chai';
import { countingDecisions, instrumented } from '#app/telemetry/instrumented';
import { storesInMemory } from '../../../support/records/memory-records.ts';
import { mustFail, mustSucceed } from '../../../support/run.ts';

/** A profile as it is inserted, and the change that stores its first decision. */
const decidedProfile = () => {
  const added = aNew();
  const { profile } = added;
  const entry = anEntry({ profile_id: profile.id, seq: 2 });
  const decision = {
    outcome: 'review' as const,
    reasons: [],
    policy: profile.policy,
    policyDigest: fakeHash(8),
    engine: 1,
    evidenceDigest: fakeHash(9),
    evidenceCount: 0,
    attempt: 1,
    askedSteps: null,
    decidedBy: { type: 'system' as const, id: 'portcullis' },
    seq: 2,
    at: profile.updatedAt,
  };
  return {
    added,
    decided: { profile: { ...profile, version: 2, ledgerHead: entry.hash, decision }, entries: [entry] },
  };
};

describe('the metrics of the service', () => {
  it('count requests by route template, and none by path', async () => {
    const metrics = createMetrics();
    metrics.observeRequest({ method: 'GET', route: '/api/profiles/:id', status: 200, durationMs: 20 });
    metrics.observeRequest({ method: 'BREW', route: null, status: 404, durationMs: 1 });
    const text = await metrics.text();
    const name = 'portcullis_http_request_duration_seconds';
    expect(text).to.include(`${name}_count{method="GET",route="/api/profiles/:id",status="200"} 1`);
    expect(text).to.include(`${name}_bucket{le="0.025",method="GET",route="/api/profiles/:id",status="200"} 1`);
    expect(text).to.include(`${name}_count{method="other",route="unmatched",status="404"} 1`);
  });

  it('count the calls of a port by provider and operation, and its outages by kind', async () => {
    const metrics = createMetrics();
    const answers = [TE.right('here'), TE.left({ _tag: 'NotFound' }), TE.left(unavailable('files', null, 'timeout'))];
    const port = { version: 3, read: (n: number): TaskEither<unknown, unknown> => answers[n] ?? TE.right(n) };
    const counted = instrumented(port, { service: 'files', provider: 'disk' }, metrics);
    counted.read(0);
    const results = [];
    for (const n of [0, 1, 2, 3]) results.push(await counted.read(n)());
    expect(results).to.deep.equal(await Promise.all([0, 1, 2, 3].map((n) => port.read(n)())));
    expect(counted.version).to.equal(3);
    const text = await metrics.text();
    const labels = 'service="files",provider="disk",operation="read"';
    expect(text).to.include(`portcullis_port_call_duration_seconds_count{${labels}} 4`);
    expect(text.match(/^portcullis_port_call_failures_total.*$/gm)).to.deep.equal([
      `portcullis_port_call_failures_total{${labels},kind="timeout",cause="timeout"} 1`,
    ]);
  });

  it('count decisions by outcome, once they are stored', async () => {
    const metrics = createMetrics();
    const records = storesInMemory().profiles;
    const store = countingDecisions(records, metrics);
    const { added, decided } = decidedProfile();
    await mustSucceed(store.insert(added, null));
    await mustSucceed(store.commit(decided));
    expect((await mustFail(store.commit(decided)))._tag).to.equal('VersionConflict');
    expect((await metrics.text()).match(/^portcullis_decisions_total.*$/gm)).to.deep.equal([
      'portcullis_decisions_total{outcome="review"} 1',
    ]);
  });
});
