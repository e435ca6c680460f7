import { createLogger, createMetrics } from '@portcullis/app';
import { E, pipe, readAccessLog, TE, type Unavailable, unavailable } from '@portcullis/domain';
import { createVendorClient } from '@portcullis/vendor-client';
import { expect } from 'chai';
import { damageReport, reportingDamage } from '#app/telemetry/damaged-rows';
import { requestObserver } from '#app/telemetry/request-observer';
import { vendorCallObserver } from '#app/telemetry/vendor-calls';
import { createClockWatch } from '#app/watches/clock-watch';
import type { AppDeps } from '#http/server';
import { aReading } from '../support/builders/readings.ts';
import { testLimits } from '../support/clients/vendor-clients.ts';
import { fakeClock } from '../support/clock/fake-clock.ts';
import { waitUntil } from '../support/clock/until.ts';
import { aFile, bodyOf, multipartType } from '../support/http/multipart.ts';
import { openServer, type TestRequest, type TestServer } from '../support/http/server.ts';
import { stubServices } from '../support/http/stub-services.ts';
import { tinyJpeg } from '../support/images/tiny-jpeg.ts';
import { storesInMemory } from '../support/records/memory-records.ts';
import { mustSucceed } from '../support/run.ts';
import { type StubServer, startStub } from '../support/servers/stub-server.ts';
import { aPerson, aService, personActions } from '../support/services/memory-service.ts';

type Line = { readonly event: string; readonly request_id?: string; readonly profile_id?: string };

describe('the lines that are written between the start and the end of a request', () => {
  const metrics = createMetrics();
  const written: Line[] = [];
  const logger = createLogger('debug', { write: (line) => void written.push(JSON.parse(line)) });
  let server: TestServer | null = null;
  let vendor: StubServer | null = null;
  beforeEach(() => {
    written.length = 0;
  });
  afterEach(async () => {
    await server?.close();
    await vendor?.close();
    server = null;
    vendor = null;
  });

  /** Sends a request; answers the event, and what the line says of request and profile, of every line until its end. */
  const linesOf = async (needs: Partial<AppDeps>, sent: TestRequest) => {
    server ??= await openServer({ ...needs, observe: requestObserver(logger, metrics) });
    written.length = 0;
    await server.send({ ...sent, headers: { ...sent.headers, 'request-id': 'asked-1' } });
    await waitUntil(() => written.some(({ event }) => event === 'request'));
    return written.map(({ event, request_id: request, profile_id: profile }) => [event, request, profile]);
  };

  it('name it where rows of the access log are damaged', async () => {
    const page = () => TE.right({ lines: [], damaged: [{ id: 'row000000000001', at: 'now' }], next: null });
    const accessLog = reportingDamage(
      { ...storesInMemory().accessLog, page },
      damageReport(metrics, logger, fakeClock()),
    );
    const services = stubServices({ readAccessLog: readAccessLog({ accessLog, clock: fakeClock() }) });
    const sent = { path: '/api/access-log', headers: { authorization: 'Bearer machine' } };
    expect(await linesOf({ services }, sent)).to.deep.equal([
      ['access_log_damaged', 'asked-1', undefined],
      ['request', 'asked-1', undefined],
    ]);
  });

  it('name it where a vendor is called, fails, has another time, and answers again', async () => {
    let isDown = true;
    vendor = await startStub((_, response) => {
      response.setHeader('date', new Date(isDown ? 0 : Date.now()).toUTCString());
      response.writeHead(isDown ? 503 : 200).end('{}');
    });
    const { url } = vendor;
    const now = performance.now();
    const databaseTime = async () => E.right({ time: Date.now(), sentAt: now, receivedAt: now });
    const watch = createClockWatch({ clock: { now: Date.now }, databaseTime, logger });
    await watch.compare();
    // Another answer has said so before: one alone counts for nothing.
    watch.observe('anthropic', { time: 0, sentAt: now, receivedAt: now });
    const limits = { ...testLimits, maxAttempts: 1, breaker: { failures: 1, openMs: 1 } };
    const client = createVendorClient({
      provider: 'anthropic',
      origins: [url],
      limits,
      random: () => 0,
      observe: vendorCallObserver(logger, metrics),
      observeTime: (reading, request) => watch.observe('anthropic', reading, request),
    });
    const service = aService({
      reader: () => ({
        read: ({ call }) =>
          client.call<Unavailable, ReturnType<typeof aReading>>(
            { service: 'document_reader', operation: 'read', call },
            ({ fetch }) =>
              pipe(
                TE.tryCatch(
                  () => fetch(url),
                  (thrown) => unavailable('document_reader', thrown),
                ),
                TE.flatMap(({ status }) =>
                  status === 200 ? TE.right(aReading()) : TE.left(unavailable('document_reader', status)),
                ),
              ),
          ),
      }),
    });
    const person = await aPerson(service);
    await mustSucceed(personActions(person).consent());
    const services = stubServices({
      verifyToken: (token) =>
        pipe(
          service.tokens.verify(token),
          TE.map(({ principal }) => principal),
        ),
      authorizeProfile: service.authorizeProfile,
      analyzeDocument: service.analyze,
    });
    const analysis = {
      method: 'POST',
      path: '/api/ai/document-analysis',
      headers: { authorization: `Bearer ${person.token}`, 'content-type': multipartType },
      body: bodyOf([{ name: 'profile_id', content: person.id }, aFile('document_front', tinyJpeg())]),
    };
    expect(await linesOf({ services }, analysis)).to.deep.equal([
      ['clock_skew', 'asked-1', undefined],
      ['outgoing_call', 'asked-1', person.id],
      ['outgoing_circuit_opened', 'asked-1', person.id],
      ['request', 'asked-1', person.id],
    ]);
    isDown = false;
    const again = await linesOf({ services }, analysis);
    expect(again.filter(([event]) => event !== 'clock_skew_ended')).to.deep.equal([
      ['outgoing_call', 'asked-1', person.id],
      ['outgoing_circuit_closed', 'asked-1', person.id],
      ['request', 'asked-1', person.id],
    ]);
    await client.close();
  });
});
