import { TE } from '@portcullis/domain';
import type { Services } from '@portcullis/http';
import { expect } from 'chai';
import { exchange } from '../../support/http/raw-exchange.ts';
import { openServer } from '../../support/http/server.ts';
import { ada, stubServices } from '../../support/http/stub-services.ts';
import { staffInMemory, staffMember } from '../../support/http/the-staff.ts';

/** The pieces of a chunked body (RFC 9112 section 7.1). */
const chunksOf = (body: string): readonly string[] => {
  const chunks: string[] = [];
  for (let at = 0; ; ) {
    const begin = body.indexOf('\r\n', at) + 2;
    const size = Number.parseInt(body.slice(at, begin - 2), 16);
    if (!(size > 0)) return chunks;
    chunks.push(body.slice(begin, begin + size));
    at = begin + size + 2;
  }
};

describe('a body that is made while it is sent', () => {
  it('is handed over in pieces that a slow client takes one by one, however large those are of which it is made', async () => {
    const parts = [200_000, 0, 65_536, 1].map((size, n) => Buffer.alloc(size, `${n}`));
    const exportEvidence: Services['exportEvidence'] = () =>
      TE.right({
        bytesAtOnce: 0,
        archive: async function* () {
          yield* parts;
        },
      });
    const staff = staffInMemory();
    const server = await openServer({ services: stubServices({ ...staff.services, exportEvidence }) });
    try {
      const cookie = `__Host-portcullis-staff=${await staff.signIn(staffMember(['auditor']))}`;
      const lines = [
        `GET /api/reviews/${ada}/evidence-pack HTTP/1.1`,
        'Host: a',
        'Connection: close',
        `Cookie: ${cookie}`,
      ];
      const text = await exchange(Number(new URL(server.url).port), `${lines.join('\r\n')}\r\n\r\n`);
      const chunks = chunksOf(text.slice(text.indexOf('\r\n\r\n') + 4));
      expect(chunks.map(({ length }) => length)).to.deep.equal([65_536, 65_536, 65_536, 3392, 65_536, 1]);
      expect(chunks.join('')).to.equal(Buffer.concat(parts).toString('latin1'));
    } finally {
      await server.close();
    }
  });
});
