import { createServer, type Server } from 'node:http';
import { createContainer, silentLogger, Tokens } from '@portcullis/app';
import { type Clock, TE } from '@portcullis/domain';
import { unavailableFrom } from '@portcullis/vendor-client';
import { expect } from 'chai';
import { createReadiness } from '#app/telemetry/readiness';
import { configOf } from '../../../support/builders/configurations.ts';
import { fakeClock } from '../../../support/clock/fake-clock.ts';
import { waitUntil } from '../../../support/clock/until.ts';
import { mustSucceed } from '../../../support/run.ts';

/** A database whose clock is right, and vendors at other addresses who count their calls; one can set its clock. */
const servers = async () => {
  const world = { vendorAhead: 0, identityCalls: 0, modelCalls: 0 };
  const listening: Server[] = [];
  const serve = async (ahead: () => number, seen: (url: string) => void): Promise<string> => {
    const server = createServer((request, response) => {
      seen(request.url ?? '');
      response.setHeader('Date', new Date(Date.now() + ahead()).toUTCString());
      response.end('{}');
    });
    listening.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  };
  const database = await serve(
    () => 0,
    () => undefined,
  );
  const cloud = await serve(
    () => world.vendorAhead,
    () => {
      world.identityCalls += 1;
    },
  );
  const model = await serve(
    () => 0,
    () => {
      world.modelCalls += 1;
    },
  );
  const close = () => {
    for (const server of listening) {
      server.closeAllConnections();
      server.close();
    }
  };
  const config = configOf({
    NODE_ENV: 'test',
    DATABASE_URL: database,
    CLOUD_ENDPOINT_URL: cloud,
    AI_ENDPOINT_URL: model,
    FINGERPRINT_ENDPOINT_URL: model,
  });
  const containerOf = (clock?: Clock) => createContainer(config, 'vendors', silentLogger, clock ? { clock } : {});
  return { world, close, containerOf };
};

describe('the clock of a service in production', () => {
  const ends: (() => unknown)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
  });

  it('makes it not ready when two answers of a vendor say another time than the database', async () => {
    const { close, containerOf, world } = await servers();
    ends.push(close);
    const container = await containerOf();
    const watch = container.get(Tokens.clockWatch);
    const { close: closeVendors, time } = container.get(Tokens.vendors);
    ends.push(closeVendors);
    if (time === null) throw new Error('no vendor tells the time');
    const readiness = createReadiness({ database: () => TE.right({ latencyMs: 1 }) }, () => ({}), {
      isTrusted: watch.clock.isTrusted,
      isWrong: watch.isWrong,
    });
    readiness.markSchemaValid();
    await watch.compare();
    expect((await readiness.check()).ready).to.equal(true);
    world.vendorAhead = 400 * 86_400_000;
    for (let n = 0; n < 2; n += 1) {
      const asked = time.vendorClient.call({ service: 'browser_credentials', operation: 'clock' }, ({ fetch }) =>
        TE.tryCatch(
          () => fetch(time.address, { method: 'POST' }),
          (thrown) => unavailableFrom('browser_credentials', thrown),
        ),
      );
      await mustSucceed(asked);
    }
    const { ready, reasons } = await readiness.check();
    expect([ready, reasons]).to.deep.equal([false, ['clock_skew']]);
  });

  it('probes the vendors again five minutes after a start at which it was 400 days ahead', async () => {
    const { close, containerOf, world } = await servers();
    ends.push(close);
    const clock = fakeClock();
    clock.set(400 * 86_400_000);
    const container = await containerOf(clock);
    const { close: closeVendors, report } = container.get(Tokens.vendors);
    ends.push(closeVendors);
    report();
    await waitUntil(() => world.identityCalls === 1 && world.modelCalls >= 2);
    const { modelCalls } = world;
    clock.set(-400 * 86_400_000);
    clock.advance(300_000);
    report();
    await waitUntil(() => world.identityCalls === 2 && world.modelCalls >= modelCalls + 2);
  });
});
