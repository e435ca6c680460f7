import { expect } from 'chai';
import { deprecationHeaders } from '#http/middleware/api-version';
import { openServer, type TestServer } from '../support/http/server.ts';

describe('the version of the API', () => {
  let server: TestServer;
  before(async () => {
    server = await openServer();
  });
  after(() => server.close());

  const ask = (version: string, path = '/openapi.json') =>
    server.send({ path, headers: { 'portcullis-version': version } });

  it('is in every answer', async () => {
    for (const path of ['/openapi.json', '/nowhere', '/api/profiles'])
      expect((await server.send({ path })).headers['portcullis-version'], path).to.equal('2026-11-23');
  });

  it('can be named by its date or a later one', async () => {
    for (const version of ['2026-11-23', '2027-02-28']) {
      const { headers, status } = await ask(version);
      expect([status, headers['portcullis-version']]).to.deep.equal([200, '2026-11-23']);
    }
  });

  for (const version of ['2026-11-22', '2027-02-29', 'latest', '1', '']) {
    it(`is none before the first, and nothing that is no date: ${JSON.stringify(version)}`, async () => {
      const { json, status } = await ask(version);
      expect(status).to.equal(400);
      expect(json).to.deep.include({
        code: 'invalid_request',
        errors: [
          {
            pointer: '/Portcullis-Version',
            message: 'expected a version of the API: a date YYYY-MM-DD from 2026-11-23 on',
          },
        ],
      });
    });
  }

  it('says of an operation that will end when, and what to do (RFC 9745, RFC 8594)', () => {
    expect(deprecationHeaders({ since: '2027-01-01', sunset: '2028-01-01', guide: '/docs' })).to.deep.equal({
      Deprecation: '@1798761600',
      Sunset: 'Sat, 01 Jan 2028 00:00:00 GMT',
      Link: '</docs>; rel="deprecation"; type="text/html", </docs>; rel="sunset"; type="text/html"',
    });
  });
});
