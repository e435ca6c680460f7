import { createLogger, createMetrics } from '@portcullis/app';
import type { CallRecord } from '@portcullis/vendor-client';
import { expect } from 'chai';
import { vendorLimits } from '#app/config/vendors/limits';
import { vendorCallObserver } from '#app/telemetry/vendor-calls';
import { aVendorClient } from '../../../support/clients/vendor-clients.ts';
import { textOf } from '../../../support/repository/files.ts';
import { mustFail } from '../../../support/run.ts';
import { startRaw } from '../../../support/servers/raw-server.ts';

const aRecord = (given: Partial<CallRecord> = {}): CallRecord => ({
  provider: 'rekognition',
  service: 'faces',
  operation: 'CompareFaces',
  outcome: 'ok',
  outageCause: null,
  sent: 1,
  status: 200,
  requestId: '8f14e45f-ceea-467f-9c3d-1f0a2b3c4d5e',
  durationMs: 120.5,
  profileId: null,
  request: null,
  circuit: 'closed',
  ...given,
});

const observed = (...records: readonly CallRecord[]) => {
  const lines: string[] = [];
  const metrics = createMetrics();
  const observe = vendorCallObserver(createLogger('debug', { write: (line) => lines.push(line) }), metrics);
  for (const record of records) observe(record);
  const written = lines.map((line) => {
    const { time: _, ...rest } = JSON.parse(line);
    return rest;
  });
  return { written, metrics };
};

describe('the observer of vendor calls', () => {
  it('writes one line for a call, with everything that is known about it', () => {
    expect(observed(aRecord()).written).to.deep.equal([
      {
        level: 'info',
        event: 'outgoing_call',
        provider: 'rekognition',
        service: 'faces',
        operation: 'CompareFaces',
        outcome: 'ok',
        sent: 1,
        duration_ms: 120.5,
        status: 200,
        vendor_request_id: '8f14e45f-ceea-467f-9c3d-1f0a2b3c4d5e',
      },
    ]);
  });

  it('names every operation of the adapters', () => {
    const operations = [
      'CreateFaceLivenessSession',
      'GetFederationToken',
      'messages.create',
      'models.retrieve',
      'events.get',
    ];
    const { written } = observed(...operations.map((operation) => aRecord({ operation })));
    expect(written.map(({ operation }) => operation)).to.deep.equal(operations);
  });

  it('leaves out what is unknown, and warns about an outage', () => {
    const record = aRecord({ outcome: 'timeout', outageCause: 'timeout', sent: 0, status: null, requestId: null });
    expect(observed(record).written).to.deep.equal([
      {
        level: 'warn',
        event: 'outgoing_call',
        provider: 'rekognition',
        service: 'faces',
        operation: 'CompareFaces',
        outcome: 'timeout',
        outage_cause: 'timeout',
        sent: 0,
        duration_ms: 120.5,
      },
    ]);
  });

  it('treats a rejection by the vendor as a response', () => {
    const { written } = observed(aRecord({ outcome: 'refused', status: 400 }));
    expect(written.map(({ level, outcome }) => [level, outcome])).to.deep.equal([['info', 'refused']]);
  });

  it('writes no id that could identify a person or is no id', () => {
    const ids = ['req_011CSHoEeqs5C35K2UUqR7Fy', '1708102555327.NLOjmg', 'anna maria', 'a@example.com', 'x'.repeat(65)];
    const { written } = observed(...ids.map((requestId) => aRecord({ requestId })));
    expect(written.map((line) => line.vendor_request_id)).to.deep.equal([ids[0], ...ids.slice(1).map(() => undefined)]);
  });

  it('writes an additional line when the circuit of a vendor opens, and when it closes', () => {
    const { written } = observed(
      aRecord(),
      aRecord({ outcome: 'unavailable', status: 500, circuit: 'open' }),
      aRecord({ outcome: 'unavailable', sent: 0, circuit: 'open' }),
      aRecord({ provider: 'sts' }),
      aRecord(),
      aRecord(),
    );
    const lines = written.map(({ level, event, provider }) => `${level} ${event} ${provider}`);
    expect(lines).to.deep.equal([
      'info outgoing_call rekognition',
      'warn outgoing_call rekognition',
      'warn outgoing_circuit_opened rekognition',
      'warn outgoing_call rekognition',
      'info outgoing_call sts',
      'info outgoing_call rekognition',
      'info outgoing_circuit_closed rekognition',
      'info outgoing_call rekognition',
    ]);
  });

  it('counts calls by result, requests, and open circuits', async () => {
    const { metrics } = observed(
      aRecord(),
      aRecord({ sent: 2 }),
      aRecord({ outcome: 'quota', sent: 2, circuit: 'open' }),
      aRecord({ provider: 'sts', operation: 'GetFederationToken', sent: 0 }),
    );
    const lines = (await metrics.text())
      .split('\n')
      .filter((line) => /^portcullis_outgoing_(?!.*_(bucket|sum)\{)/.test(line));
    const compare = 'provider="rekognition",operation="CompareFaces"';
    const federate = 'provider="sts",operation="GetFederationToken"';
    expect(lines).to.deep.equal([
      `portcullis_outgoing_call_duration_seconds_count{${compare},outcome="ok"} 2`,
      `portcullis_outgoing_call_duration_seconds_count{${compare},outcome="quota"} 1`,
      `portcullis_outgoing_call_duration_seconds_count{${federate},outcome="ok"} 1`,
      `portcullis_outgoing_requests_total{${compare}} 5`,
      `portcullis_outgoing_requests_total{${federate}} 0`,
      'portcullis_outgoing_circuit_open{provider="rekognition"} 1',
      'portcullis_outgoing_circuit_open{provider="sts"} 0',
    ]);
    expect(await metrics.text()).to.include(`duration_seconds_bucket{le="0.25",${compare},outcome="ok"} 2`);
  });
});

describe('the cause of a failed vendor call', () => {
  it('is logged by its codes, without the address, the headers, the body or the response', async () => {
    const server = await startRaw((socket) => socket.end('hush-answer\r\nhush-answer: hush\r\n\r\n'));
    const { ask } = aVendorClient(server.url, { maxAttempts: 1 });
    const headers = { authorization: 'Bearer hush-key' };
    const reasons = [await mustFail(ask('/hush-path?q=hush-query', { method: 'POST', headers, body: 'hush-body' }))];
    await server.close();
    reasons.push(await mustFail(ask('/hush-path', { headers })));
    reasons.push(await mustFail(ask('.hush.invalid/', { headers })));
    reasons.push(await mustFail(ask('/', { headers: { 'x-key': 'hush\nhush' } })));
    const lines: string[] = [];
    const logger = createLogger('debug', { write: (line) => lines.push(line) });
    for (const cause of reasons) logger.warn('failed', { cause });
    expect(lines.join('')).to.not.include('hush').and.not.include('127.0.0.1');
    const codes = lines.map((line) => {
      const { kind, cause } = JSON.parse(line).cause;
      return [kind, cause.name, cause.code, cause.cause?.code];
    });
    expect(codes).to.deep.equal([
      ['invalid_response', 'OutgoingFault', 'answer_malformed', 'HPE_INVALID_CONSTANT'],
      ['unavailable', 'OutgoingFault', 'connection_failed', 'ECONNREFUSED'],
      ['rejected', 'OutgoingFault', 'request_malformed', 'ERR_INVALID_URL'],
      ['rejected', 'OutgoingFault', 'request_malformed', undefined],
    ]);
  });
});

describe('the documentation page of vendor calls', () => {
  const sizeOf = (bytes: number): string => (bytes >= 1024 ** 2 ? `${bytes / 1024 ** 2} MiB` : `${bytes / 1024} KiB`);

  it('lists the limits of each provider as the code has them', () => {
    const rows = Object.entries(vendorLimits).map(
      ([provider, { deadlineMs, maxBytes, concurrency, queue, maxAttempts: tries, breaker }]) =>
        `| \`${provider}\` | ${deadlineMs / 1000} s | ${sizeOf(maxBytes)} | ${concurrency} | ${queue} | ${tries} | ${breaker.failures} failures, ${breaker.openMs / 1000} s |`,
    );
    const page = textOf('docs/vendor-calls.md').split('\n');
    expect(page.filter((line) => /^\| `\w+` \| \d+ s \|/.test(line))).to.deep.equal(rows);
  });
});
