import { silentLogger } from '@portcullis/app';
import { E, TE, type Unavailable } from '@portcullis/domain';
import type { RequestTrace } from '@portcullis/domain/kernel';
import { createVendorClient } from '@portcullis/vendor-client';
import { expect } from 'chai';
import { createClockWatch } from '#app/watches/clock-watch';
import { name, testLimits } from '../../support/clients/vendor-clients.ts';
import { mustSucceed } from '../../support/run.ts';
import { type RawServer, startRaw } from '../../support/servers/raw-server.ts';

const day = 86_400_000;
const request = { requestId: 'r-1', traceparent: null };
const call = { profileId: 'ada000000000001', attempt: 1, request };

const dateIn = (ms: number): string => `Date: ${new Date(Date.now() + ms).toUTCString()}`;

describe('the time that a vendor tells with its answer', () => {
  let server: RawServer;
  let head: string;
  beforeEach(async () => {
    server = await startRaw((socket) => socket.end(`HTTP/1.1 204 No Content\r\n${head}\r\n\r\n`));
  });
  afterEach(() => server.close());

  /** Compares the clock with that of a database, which is right, and of a vendor that answers with these headers. */
  const answered = async (...heads: readonly string[]) => {
    const reading = async () => {
      const now = performance.now();
      return E.right({ time: Math.floor(Date.now() / 1000) * 1000, sentAt: now, receivedAt: now });
    };
    const watch = createClockWatch({ clock: { now: Date.now }, databaseTime: reading, logger: silentLogger });
    await watch.compare();
    const told: (RequestTrace | null)[] = [];
    const client = createVendorClient({
      provider: 'tried',
      origins: [server.url],
      limits: testLimits,
      random: () => 0,
      observe: () => undefined,
      observeTime: (time, of) => {
        told.push(of);
        watch.observe('tried', time, of);
      },
    });
    for (const one of heads) {
      head = one;
      const asked = client.call<Unavailable, number>({ ...name, call }, ({ fetch }) =>
        TE.tryCatch(
          async () => (await fetch(server.url)).status,
          (thrown) => {
            throw thrown;
          },
        ),
      );
      expect(await mustSucceed(asked)).to.equal(204);
    }
    return { told, trusted: watch.clock.isTrusted(), skew: watch.skews().find(([source]) => source === 'tried')?.[1] };
  };

  it('is compared with the clock, and named with the request that asked', async () => {
    const { skew = Number.NaN, told, trusted } = await answered(dateIn(0), dateIn(0));
    expect({ told, trusted }).to.deep.equal({ told: [request, request], trusted: true });
    // The second that was told may have ended before the request was sent.
    expect(Math.abs(skew)).to.be.below(5);
  });

  it('costs the clock its trust where it is 400 days off', async () => {
    for (const off of [400 * day, -400 * day]) {
      const { skew = 0, told, trusted } = await answered(dateIn(off), dateIn(off));
      expect([told.length, trusted]).to.deep.equal([2, false]);
      expect(Math.abs(skew + off / 1000)).to.be.below(5);
    }
  });

  it('costs it nothing where a single answer of several is odd', async () => {
    expect((await answered(dateIn(0), dateIn(0), dateIn(400 * day))).trusted).to.equal(true);
  });

  const noTimes = {
    'is missing': 'X-Other: 1',
    'is empty': 'Date:',
    'is a number': 'Date: 0',
    'is a year': 'Date: 1999',
    'is another form of a time': 'Date: 2001-01-01T00:00:00.000Z',
    'is of another zone': 'Date: Mon, 01 Jan 2001 00:00:00 +0200',
    'is no time': 'Date: Xyz, 99 Abc 2001 25:61:61 GMT',
    'is that of a cached answer': `Age: 34560000\r\n${dateIn(-400 * day)}`,
  };
  for (const [what, sent] of Object.entries(noTimes)) {
    it(`says nothing where it ${what}`, async () => {
      expect(await answered(sent, sent)).to.deep.equal({ told: [], trusted: true, skew: undefined });
    });
  }
});
