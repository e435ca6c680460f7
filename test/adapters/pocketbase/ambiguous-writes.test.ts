import { request as forward } from 'node:http';
import { pocketbaseClient } from '@portcullis/adapter-pocketbase';
import { aChangeOf, aNew } from '@portcullis/contracts/builders';
import { expect } from 'chai';
import { storesOver } from '../../support/records/stores-over.ts';
import { mustFail, mustSucceed } from '../../support/run.ts';
import { adminAccount, usePocketbase } from '../../support/servers/pocketbase.ts';
import { type StubServer, startStub } from '../../support/servers/stub-server.ts';

describe('a PocketBase commit whose response is lost', function () {
  this.timeout(60_000);
  const database = usePocketbase();
  let proxy: StubServer | null = null;

  /** Starts a proxy that passes every request on, and drops the response of a batch. */
  const startLossyProxy = async (): Promise<{ readonly url: string; readonly written: Promise<void> }> => {
    const { url } = database();
    let isWritten: () => void = () => undefined;
    const written = new Promise<void>((resolve) => {
      isWritten = resolve;
    });
    proxy = await startStub((request, response) => {
      const { method, headers, url: path = '' } = request;
      const onward = forward(`${url}${path}`, { method, headers }, (answer) => {
        if (path.startsWith('/api/batch')) {
          answer.resume().on('end', isWritten);
          return;
        }
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      });
      request.pipe(onward);
    });
    return { url: proxy.url, written };
  };

  afterEach(async () => proxy?.close());

  it('is Unavailable and not a success, is not sent twice, and a later read shows that it happened', async () => {
    const { client, empty } = database();
    await empty();
    const direct = storesOver(client).profiles;
    const added = aNew();
    await mustSucceed(direct.insert(added, null));
    const { url, written } = await startLossyProxy();
    const lossy = storesOver(pocketbaseClient({ ...adminAccount, url, deadlineMs: 2500 })).profiles;
    const next = aChangeOf(added.profile, { status: 'in_progress' });
    expect(await mustFail(lossy.commit(next))).to.include({ _tag: 'Unavailable', kind: 'timeout' });
    await written;
    expect(await mustSucceed(direct.getAny(added.profile.id))).to.deep.equal(next.profile);
    const entries = storesOver(client).ledgerReader.entries(added.profile.id, { afterSeq: 0, limit: 10 });
    expect(await mustSucceed(entries)).to.deep.equal([...added.entries, ...next.entries]);
    expect(await mustFail(direct.commit(next))).to.deep.equal({ _tag: 'VersionConflict' });
  });
});
