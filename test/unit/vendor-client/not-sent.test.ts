import { type NotFound, TE, type Unavailable, unavailable } from '@portcullis/domain';
import { expect } from 'chai';
import { aVendorClient, shortReason } from '../../support/clients/vendor-clients.ts';
import { mustFail } from '../../support/run.ts';
import { type StubServer, startStub } from '../../support/servers/stub-server.ts';

const seen = (reason: NotFound | Unavailable) => ({
  code: shortReason(reason).code,
  notSent: reason._tag === 'Unavailable' && reason.notSent === true,
});

describe('a vendor call that was not sent', () => {
  let stub: StubServer;
  const held: { end: () => unknown }[] = [];
  beforeEach(async () => {
    stub = await startStub((request, response) => {
      if (request.url === '/held') held.push(response);
      else response.writeHead(500).end();
    });
  });
  afterEach(async () => {
    for (const response of held.splice(0)) response.end();
    await stub.close();
  });

  it('is marked so where the circuit breaker is open, and the calls that opened it are not', async () => {
    const { ask } = aVendorClient(stub.url, { maxAttempts: 1, breaker: { failures: 1, openMs: 60_000 } });
    expect(seen(await mustFail(ask()))).to.deep.equal({ code: null, notSent: false });
    expect(seen(await mustFail(ask()))).to.deep.equal({ code: 'circuit_open', notSent: true });
  });

  it('is marked so where no slot was free, and the call in the slot is not', async () => {
    const { ask } = aVendorClient(stub.url, { maxAttempts: 1, concurrency: 1, queue: 0, deadlineMs: 200 });
    const first = mustFail(ask('/held'));
    expect(seen(await mustFail(ask()))).to.deep.equal({ code: 'too_many_calls', notSent: true });
    expect(seen(await first)).to.deep.equal({ code: 'deadline_passed', notSent: false });
  });

  it('is marked so where the vendor client was closed', async () => {
    const { ask, way } = aVendorClient(stub.url);
    await way.close();
    expect(seen(await mustFail(ask()))).to.deep.equal({ code: 'service_stopping', notSent: true });
  });

  it('is not marked so for a fault of the adapter, which waiting does not fix', async () => {
    const { way } = aVendorClient(stub.url, { maxAttempts: 1 });
    const call = { service: 'device', operation: 'ask' } as const;
    const elsewhere = way.call<Unavailable, never>(call, ({ fetch }) => async () => {
      await fetch('http://127.0.0.2/');
      throw new Error('unreachable');
    });
    expect(seen(await mustFail(elsewhere))).to.deep.equal({ code: 'host_not_allowed', notSent: false });
    const other = way.call<Unavailable, never>(call, () => TE.left(unavailable('device', null)));
    expect(seen(await mustFail(other))).to.deep.equal({ code: null, notSent: false });
  });
});
