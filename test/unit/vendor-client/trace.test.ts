import { TE, type Unavailable } from '@portcullis/domain';
import { type CallRecord, createVendorClient } from '@portcullis/vendor-client';
import { expect } from 'chai';
import { name, testLimits } from '../../support/clients/vendor-clients.ts';
import { mustSucceed } from '../../support/run.ts';
import { type RawServer, startRaw } from '../../support/servers/raw-server.ts';

const request = { requestId: 'r-1', traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' };
const own = '00-4bf92f3577b34da6a3ce929d0e0e4736-b9c7c989f97918e1-01';
const call = { profileId: 'ada000000000001', attempt: 1, partnerId: 'acme' };

describe('the trace of a call to a vendor', () => {
  let server: RawServer;
  beforeEach(async () => {
    server = await startRaw((socket) => socket.end('HTTP/1.1 204 No Content\r\n\r\n'));
  });
  afterEach(() => server.close());

  const sent = async (
    given: object,
  ): Promise<{ readonly headers: string; readonly record: CallRecord | undefined }> => {
    const records: CallRecord[] = [];
    const client = createVendorClient({
      provider: 'tried',
      origins: [server.url],
      limits: testLimits,
      random: () => 0,
      observe: (record) => records.push(record),
    });
    const asked = client.call<Unavailable, number>({ ...name, ...given }, ({ fetch }) =>
      TE.tryCatch(
        async () => (await fetch(server.url)).status,
        (thrown) => {
          throw thrown;
        },
      ),
    );
    expect(await mustSucceed(asked)).to.equal(204);
    return { headers: server.connections()[0]?.received().toLowerCase() ?? '', record: records[0] };
  };

  it('is told to the vendor, and the request and the profile to the record of the call', async () => {
    const { headers, record } = await sent({ call: { ...call, request } });
    expect(headers).to.include(`\r\ntraceparent: ${request.traceparent}\r\n`);
    expect(record).to.deep.include({ profileId: call.profileId, request });
  });

  it('is that of the span of the call, where there is one', async () => {
    const { headers } = await sent({ call: { ...call, request }, traceparent: own });
    expect(headers).to.include(`\r\ntraceparent: ${own}\r\n`).and.not.include(request.traceparent);
  });

  it('is not made up where the caller has named none', async () => {
    for (const given of [{}, { call }, { call: { ...call, request: { requestId: 'r-1', traceparent: null } } }])
      expect((await sent(given)).headers).to.not.match(/trace|baggage|r-1/);
  });
});
