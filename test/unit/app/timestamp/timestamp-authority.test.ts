import { createHash } from 'node:crypto';
import { timestampAuthority, timestampRequest, vendorLimits } from '@portcullis/app';
import { createVendorClient } from '@portcullis/vendor-client';
import { expect } from 'chai';
import { mustFail, mustSucceed } from '../../../support/run.ts';
import { isOpensslInstalled, startTimestampServer, type TimestampServer } from './timestamp-server.ts';

const text = '{"format":"portcullis-checkpoint/1"}';
const digest = createHash('sha256').update(text).digest();
const earlierRequest = timestampRequest(digest, Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8));

const authorityAt = (url: string) =>
  timestampAuthority(
    `${url}/tsr`,
    createVendorClient({
      provider: 'timestamps',
      origins: [url],
      limits: vendorLimits.timestamps,
      random: () => 0,
      observe: () => undefined,
    }),
  );

if (isOpensslInstalled) {
  describe('a timestamp of an authority', function () {
    this.timeout(60_000);
    let server: TimestampServer;
    let answer: (response: Buffer) => { readonly status?: number; readonly body: Uint8Array };

    before(async () => {
      server = await startTimestampServer((response) => answer(response));
    });
    beforeEach(() => {
      answer = (body) => ({ body });
    });
    after(() => server.close());

    const stamp = () => authorityAt(server.url).stamp(text);

    it('is requested over the SHA-256 of the text, and verifies by openssl', async () => {
      const response = Buffer.from(await mustSucceed(stamp()), 'base64');
      expect(server.accepts(response, text)).to.equal(true);
      expect(server.accepts(response, `${text} `)).to.equal(false);
      const [query = Buffer.alloc(0)] = server.received;
      const described = server.describe(query);
      expect(described).to.match(/Hash Algorithm: sha256/);
      expect(described).to.match(/Certificate required: yes/);
      expect(described).to.match(/Nonce: 0x[0-9A-F]{16}/);
      expect(query.includes(digest)).to.equal(true);
    });

    for (const [what, change, kind] of [
      ['a status of refusal', (body: Buffer) => ({ status: 403, body }), 'rejected'],
      ['an outage', (body: Buffer) => ({ status: 503, body }), 'unavailable'],
      ['a page', () => ({ body: Buffer.from('<html></html>') }), 'invalid_response'],
      ['a stamp of an earlier request', () => ({ body: server.reply(earlierRequest) }), 'invalid_response'],
    ] as const)
      it(`is not there after ${what}`, async () => {
        answer = change;
        expect(await mustFail(stamp())).to.include({ _tag: 'Unavailable', service: 'timestamps', kind });
      });
  });
}
