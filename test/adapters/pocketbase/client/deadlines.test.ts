import { pocketbaseClient, pocketbaseDriver } from '@portcullis/adapter-pocketbase';
import { t } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import type { PocketbaseClient } from '#adapters/pocketbase/client/client';
import { mustFail, mustSucceed } from '../../../support/run.ts';
import { adminAccount } from '../../../support/servers/pocketbase.ts';
import { type StubServer, startStub } from '../../../support/servers/stub-server.ts';

const timeout = (deadlineMs: number, service: 'database' | 'files' = 'database') => ({
  _tag: 'Unavailable',
  service,
  kind: 'timeout',
  cause: `PocketBase gave no answer within ${deadlineMs} ms`,
  retryAfterSeconds: 5,
  outageCause: 'timeout',
});

describe('the deadlines of calls to PocketBase', () => {
  let stub: StubServer | null = null;
  let received: string[] = [];
  let login = Promise.resolve();

  beforeEach(async () => {
    received = [];
    login = Promise.resolve();
    stub = await startStub(async ({ url = '' }, response) => {
      received.push(url);
      if (url === '/answered') response.end('{}');
      if (!url.endsWith('/auth-with-password')) return;
      await login;
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ token: 'a-token', record: { id: 'x' } }));
    });
  });

  afterEach(async () => stub?.close());

  const newClient = (deadlineMs: number, fileDeadlineMs = 2000): PocketbaseClient =>
    pocketbaseClient({ ...adminAccount, url: stub?.url ?? '', deadlineMs, fileDeadlineMs });

  it('end calls whose work ignores the signal, with an account and without one', async () => {
    const never = () => new Promise(() => undefined);
    const client = newClient(1000);
    expect(await mustFail(client.call(t.unknown, never, { deadlineMs: 20 }))).to.deep.equal(timeout(20));
    expect(await mustFail(newClient(20).callAnonymously(t.unknown, never))).to.deep.equal(timeout(20));
  });

  it('leave nothing to be sent when the login comes after them', async () => {
    let letIn = (): void => undefined;
    login = new Promise((resolve) => {
      letIn = resolve;
    });
    const client = newClient(1000);
    const send = (path: string, deadlineMs: number) =>
      client.call(t.unknown, (pb, options) => pb.send(path, { ...options, method: 'POST' }), { deadlineMs });
    const late = mustFail(send('/late', 20));
    const inTime = mustSucceed(send('/answered', 1000));
    expect(await late).to.deep.equal(timeout(20));
    letIn();
    await inTime;
    expect(received).to.deep.equal(['/api/collections/_superusers/auth-with-password', '/answered']);
  });

  it('are those of a transfer for reads and writes that ask for it', async () => {
    const driver = pocketbaseDriver(newClient(1000, 30));
    const deadline = 'transfer';
    const id = 'row000000000001';
    expect(await mustFail(driver.get('files', id, { deadline }))).to.deep.equal(timeout(30, 'files'));
    expect(await mustFail(driver.page('ledger', { limit: 1, deadline }))).to.deep.equal(timeout(30));
    const deletion = driver.transaction([{ kind: 'delete', table: 'ledger', id }], { deadline });
    expect(await mustFail(deletion)).to.deep.equal(timeout(30));
  });
});
