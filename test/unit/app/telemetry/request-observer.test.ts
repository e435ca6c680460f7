import { createLogger, createMetrics } from '@portcullis/app';
import { outageCauseOf } from '@portcullis/domain/kernel';
import { clockFault } from '@portcullis/domain/use-cases';
import type { RequestRecord } from '@portcullis/http';
import { expect } from 'chai';
import { requestObserver } from '#app/telemetry/request-observer';

const aRecord = (given: Partial<RequestRecord>): RequestRecord => ({
  requestId: 'r-1',
  traceId: null,
  method: 'POST',
  route: '/api/ai/document-analysis',
  status: 200,
  durationMs: 3,
  callerKind: 'machine',
  clientId: 'acme',
  partnerId: 'p1',
  profileId: 'ada000000000001',
  errorCode: null,
  outageCause: null,
  limit: null,
  cause: undefined,
  ...given,
});

const observed = async (given: Partial<RequestRecord>) => {
  const lines: string[] = [];
  const metrics = createMetrics();
  requestObserver(createLogger('debug', { write: (line) => lines.push(line) }), metrics)(aRecord(given));
  const text = await metrics.text();
  return { line: JSON.parse(lines[0] ?? ''), failed: text.match(/^portcullis_failed_requests_total.*$/gm) };
};

describe('the line and the counts of a request', () => {
  it('say what was found when something behind the API failed', async () => {
    const failed = { status: 503, errorCode: 'database_unavailable', outageCause: 'disk_full' } as const;
    const { line, failed: counted } = await observed(failed);
    expect(line).to.include({ level: 'error', outage_cause: 'disk_full', profile_id: 'ada000000000001' });
    expect(counted).to.deep.equal(['portcullis_failed_requests_total{cause="disk_full"} 1']);
  });

  it('say `clock_skew` while the clock is not trusted', async () => {
    const fault = clockFault({ now: () => 0, isTrusted: () => false });
    const outageCause = fault && outageCauseOf(fault);
    const { line, failed } = await observed({ status: 503, errorCode: 'clock_skew', outageCause });
    expect(line).to.include({ level: 'error', outage_cause: 'clock_skew' });
    expect(failed).to.deep.equal(['portcullis_failed_requests_total{cause="clock_skew"} 1']);
  });

  it('say `unexpected` for any other 5xx', async () => {
    const { line, failed } = await observed({ status: 500, errorCode: 'internal_error', cause: new Error('hush') });
    expect(line).to.include({ level: 'error', outage_cause: 'unexpected' });
    expect(failed).to.deep.equal(['portcullis_failed_requests_total{cause="unexpected"} 1']);
    expect((await observed({ status: 503 })).line).to.include({ outage_cause: 'unexpected' });
  });

  it('say it of a refusal too that an outage has caused, without counting a failure', async () => {
    const refused = { status: 429, errorCode: 'provider_budget_exhausted', outageCause: 'budget_exhausted' } as const;
    const { line, failed } = await observed(refused);
    expect(line).to.include({ level: 'info', outage_cause: 'budget_exhausted' });
    expect(failed).to.equal(null);
  });

  it('say nothing of that where all is well', async () => {
    const { line, failed } = await observed({});
    expect(line).to.not.have.property('outage_cause');
    expect(failed).to.equal(null);
  });
});
