import { trace } from '@opentelemetry/api';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { connectAuthority, createMetrics, silentLogger } from '@portcullis/app';
import { expect } from 'chai';
import { configOf } from '../../support/builders/configurations.ts';
import { mustFail } from '../../support/run.ts';
import { type StubServer, startStub } from '../../support/servers/stub-server.ts';

describe('a call to the time stamping authority', () => {
  let server: StubServer;
  before(async () => {
    server = await startStub((_, response) => {
      response.writeHead(503, { date: 'Mon, 04 May 2026 09:30:00 GMT' });
      response.end();
    });
  });
  after(() => server.close());

  /** Fails to have a text stamped. */
  const stamp = async (observeTime: Parameters<typeof connectAuthority>[1]['observeTime'] = () => undefined) => {
    const deps = { config: configOf({}), logger: silentLogger, metrics: createMetrics(), observeTime };
    const { close, timestamps } = connectAuthority(`${server.url}/tsr`, deps);
    await mustFail(timestamps.stamp('a head'));
    await close();
  };

  it('has a span, as every call to a vendor', async () => {
    const exporter = new InMemorySpanExporter();
    trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
    try {
      await stamp();
    } finally {
      trace.disable();
    }
    expect(exporter.getFinishedSpans().map(({ attributes, name }) => [name, attributes])).to.deep.equal([
      [
        'timestamps stamp',
        {
          'portcullis.provider': 'timestamps',
          'portcullis.service': 'timestamps',
          'error.type': 'server_error',
        },
      ],
    ]);
  });

  it('tells what time it is there, with which the clock is compared', async () => {
    const times: (readonly [string, number])[] = [];
    await stamp((source, { time }) => times.push([source, time]));
    expect(times).to.deep.equal([['timestamps', Date.parse('2026-05-04T09:30:00.000Z')]]);
  });
});
