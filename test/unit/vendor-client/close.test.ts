import { expect } from 'chai';
import { aVendorClient, shortReason } from '../../support/clients/vendor-clients.ts';
import { mustFail } from '../../support/run.ts';
import { type RawServer, startRaw } from '../../support/servers/raw-server.ts';

const ended = { kind: 'unavailable', code: 'service_stopping' };

describe('closing a vendor client', () => {
  let server: RawServer;
  afterEach(() => server.close());

  it('ends the calls that are in flight, waiting or pausing, and waits for their responses', async () => {
    let arrived = (): void => undefined;
    const first = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    server = await startRaw(() => arrived());
    const { ask, records, way } = aVendorClient(server.url, { deadlineMs: 600_000, concurrency: 1 });
    const calls = [mustFail(ask()), mustFail(ask()), mustFail(ask())];
    await first;
    await way.close();
    expect(records.map(({ outcome, sent }) => [outcome, sent]).sort()).to.deep.equal([
      ['unavailable', 0],
      ['unavailable', 0],
      ['unavailable', 1],
    ]);
    expect((await Promise.all(calls)).map(shortReason)).to.deep.include(ended);
    await Promise.all(server.connections().map(({ closed }) => closed));
  });

  it('prevents every later request', async () => {
    server = await startRaw((socket) => socket.end('HTTP/1.1 204 No Content\r\n\r\n'));
    const { ask, records, way } = aVendorClient(server.url);
    await way.close();
    expect(shortReason(await mustFail(ask())).code).to.equal('service_stopping');
    expect(records.map(({ sent }) => sent)).to.deep.equal([0]);
    expect(server.connections()).to.deep.equal([]);
  });
});
