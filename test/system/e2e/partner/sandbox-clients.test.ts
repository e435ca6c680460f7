import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '@portcullis/cli';
import { expect } from 'chai';
import type { RunningSandbox, SandboxInfo } from '#cli/sandbox/sandbox';
import { secretFor } from '../../../support/builders/secrets.ts';
import { jsonOf, sendRequest } from '../../../support/clients/api-client.ts';
import { sharedAdapters } from '../../../support/servers/shared-adapters.ts';

const mine = {
  client_id: 'my-shop',
  client_secret: secretFor('my shop'),
  partner_id: 'my-company',
  scopes: ['profiles:read'],
};

/** The status and the answer of a request for a token by this client. */
const tokenFor = async (baseUrl: string, { client_id, client_secret }: SandboxInfo) => {
  const json = { grant_type: 'client_credentials', client_id, client_secret };
  const { status, ...reply } = await sendRequest(baseUrl, { method: 'POST', path: '/api/auth/token', json });
  return { status, body: Object(jsonOf({ status, ...reply })) };
};

describe('the built-in client of a sandbox', function () {
  this.timeout(120_000);
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-clients-'));
  let running: RunningSandbox | null = null;
  const start = async (clientsJson?: string | null): Promise<SandboxInfo> => {
    await running?.stop();
    running = await startSandbox({ folder, port: 0, clientsJson, shared: sharedAdapters() });
    return running.info;
  };
  after(async () => {
    await running?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('gets no token once it is switched off or redefined, and those that it has are refused', async () => {
    const builtIn = await start();
    expect((await tokenFor(builtIn.base_url, builtIn)).status).to.equal(200);
    const statusOf = async ({ base_url: baseUrl }: SandboxInfo, token: string): Promise<number> =>
      (await sendRequest(baseUrl, { path: '/api/profiles', token })).status;
    expect(await statusOf(builtIn, builtIn.token)).to.equal(200);

    const off = await start(null);
    expect(await tokenFor(off.base_url, builtIn)).to.deep.include({ status: 401 });
    expect(await statusOf(off, builtIn.token)).to.equal(401);
    expect(off).to.include({ client_id: '', client_secret: '', token: '' });

    const redefined = await start(JSON.stringify([mine]));
    expect(await tokenFor(redefined.base_url, builtIn)).to.deep.include({ status: 401 });
    expect(await statusOf(redefined, builtIn.token)).to.equal(401);
    expect(redefined).to.include({ client_id: mine.client_id, client_secret: mine.client_secret });
    expect((await tokenFor(redefined.base_url, redefined)).body.scope).to.equal('profiles:read');
    expect(await statusOf(redefined, redefined.token)).to.equal(200);
    expect(JSON.parse(readFileSync(join(folder, 'sandbox.json'), 'utf8'))).to.deep.equal(redefined);
  });
});
