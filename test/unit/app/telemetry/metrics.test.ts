import { createMetrics } from '@portcullis/app';
import { expect } from 'chai';
import { linesOf } from '../../../support/observability/metric-lines.ts';

describe('the metrics of what is used up', () => {
  it('count refused requests by the code of the problem, and refused calls by the provider', async () => {
    const metrics = createMetrics();
    metrics.countRefusal('profile_storage_full');
    metrics.countRefusal('tenant_storage_full');
    metrics.countRefusal('tenant_storage_full');
    metrics.countBudgetRefusal('faces');
    expect(await linesOf(metrics, 'portcullis_refusals_total')).to.deep.equal([
      'portcullis_refusals_total{code="profile_storage_full"} 1',
      'portcullis_refusals_total{code="tenant_storage_full"} 2',
    ]);
    expect(await linesOf(metrics, 'portcullis_vendor_budget_refusals_total')).to.have.members(
      ['document_reader 0', 'liveness 0', 'faces 1', 'device 0'].map((line) =>
        line.replace(/(\w+) /, 'portcullis_vendor_budget_refusals_total{provider="$1"} '),
      ),
    );
  });

  it('name what the partners store now, and no longer those who are not among the largest any more', async () => {
    const metrics = createMetrics();
    let stored: readonly (readonly [string, number])[] = [
      ['acme', 700],
      ['a "partner"\n', 50],
    ];
    metrics.registerLabelledGauge('portcullis_tenant_stored_bytes', () => stored);
    expect(await linesOf(metrics, 'portcullis_tenant_stored_bytes')).to.deep.equal([
      'portcullis_tenant_stored_bytes{partner_id="acme"} 700',
      'portcullis_tenant_stored_bytes{partner_id="a \\"partner\\"\\n"} 50',
    ]);
    stored = [['beta', 1]];
    expect(await linesOf(metrics, 'portcullis_tenant_stored_bytes')).to.deep.equal([
      'portcullis_tenant_stored_bytes{partner_id="beta"} 1',
    ]);
  });

  it('count the steps of the page of the person, from 0, and time those that were done', async () => {
    const metrics = createMetrics();
    const steps = () => linesOf(metrics, 'portcullis_flow_steps_total');
    expect(await steps())
      .to.have.length(40)
      .and.to.include('portcullis_flow_steps_total{step="welcome",outcome="shown",error="none"} 0');
    metrics.countFlowStep({ step: 'liveness', outcome: 'done', error: null, seconds: 7 });
    metrics.countFlowStep({ step: 'liveness', outcome: 'failed', error: 'camera_denied', seconds: 90 });
    expect((await steps()).filter((line) => line.endsWith(' 1'))).to.deep.equal([
      'portcullis_flow_steps_total{step="liveness",outcome="done",error="none"} 1',
      'portcullis_flow_steps_total{step="liveness",outcome="failed",error="camera_denied"} 1',
    ]);
    expect(await linesOf(metrics, 'portcullis_flow_step_seconds_count')).to.deep.equal([
      'portcullis_flow_step_seconds_count{step="liveness"} 1',
    ]);
  });
});
