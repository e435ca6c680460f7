import type { RequestListener } from 'node:http';
import { pocketbaseClient, pocketbaseDriver } from '@portcullis/adapter-pocketbase';
import { compare } from '@portcullis/record-store/driver';
import { expect } from 'chai';
import { mustFail, mustSucceed } from '../../../support/run.ts';
import { adminAccount } from '../../../support/servers/pocketbase.ts';
import { startStub } from '../../../support/servers/stub-server.ts';

const row = { id: 'profile00000001' };

describe('the address of PocketBase', () => {
  /** The paths that are asked for at an address, which follows from that of the server. */
  const pathsAt = async (addressOf: (url: string) => string): Promise<readonly string[]> => {
    const paths: string[] = [];
    const answer: RequestListener = (request, response) => {
      paths.push(`${request.method} ${request.url}`);
      const isPage = request.url?.includes('page=1') === true;
      const body = request.url?.endsWith('password')
        ? { token: 'a', record: {} }
        : isPage
          ? { page: 1, items: [] }
          : row;
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    const stub = await startStub(answer);
    try {
      const driver = pocketbaseDriver(pocketbaseClient({ ...adminAccount, url: addressOf(stub.url) }));
      await mustSucceed(driver.get('profiles', row.id, { related: 'key' }));
      const filter = compare('created_at', '<=', '2026-05-01T10:00:00.000Z');
      await mustSucceed(driver.page('profiles', { filter, sort: ['-created_at', 'id'], limit: 3, columns: ['id'] }));
      await mustSucceed(driver.transaction([{ kind: 'insert', table: 'device_events', row: { event: 'e' } }]));
    } finally {
      await stub.close();
    }
    return paths;
  };

  const pathsBelow = (base: string): readonly string[] => [
    `POST ${base}/api/collections/_superusers/auth-with-password`,
    `GET ${base}/api/collections/profiles/records/${row.id}?expand=key`,
    `GET ${base}/api/collections/profiles/records?page=1&perPage=3&skipTotal=true` +
      '&filter=created_at%20%3C%3D%20%222026-05-01T10%3A00%3A00.000Z%22&sort=-created_at%2Cid&fields=id',
    `POST ${base}/api/collections/device_events/records?fields=id`,
  ];

  it('may end in a slash', async () => {
    expect(await pathsAt((url) => url)).to.deep.equal(pathsBelow(''));
    expect(await pathsAt((url) => `${url}/`)).to.deep.equal(pathsBelow(''));
  });

  it('may have a path, as behind a proxy', async () => {
    expect(await pathsAt((url) => `${url}/a/database/`)).to.deep.equal(pathsBelow('/a/database'));
  });

  it('is an outage of the call when it is none', async () => {
    const { page } = pocketbaseDriver(pocketbaseClient({ ...adminAccount, url: 'no address' }));
    expect((await mustFail(page('profiles', { limit: 1 })))._tag).to.equal('Unavailable');
  });
});
