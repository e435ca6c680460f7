import { createPublicKey, verify } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '@portcullis/cli';
import { expect } from 'chai';
import type { RunningSandbox } from '#cli/sandbox/sandbox';
import { sharedAdapters } from '../../support/servers/shared-adapters.ts';

type Answer = { readonly status: number; readonly body: unknown };

describe('the checkpoints of a running service', function () {
  this.timeout(120_000);
  let folder: string;
  let sandbox: RunningSandbox;

  const start = async (): Promise<void> => {
    sandbox = await startSandbox({ folder, port: 0, shared: sharedAdapters() });
  };
  const ask = async (path: string, body?: object): Promise<Answer> => {
    const { base_url, token } = sandbox.info;
    const answer = await fetch(`${base_url}${path}`, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: await answer.json() };
  };
  const create = (reference: string) => ask('/api/profiles/create', { reference });
  const head = async () => {
    const { body } = await ask('/api/ledger/checkpoint');
    const { hash, log_id, signature, signed_text, size } = JSON.parse(JSON.stringify(body));
    const key = createPublicKey({ key: Buffer.from(signature.public_key, 'base64'), format: 'der', type: 'spki' });
    expect(verify(null, Buffer.from(signed_text), key, Buffer.from(signature.value, 'base64'))).to.equal(true);
    return { hash, log_id, size, publicKey: signature.public_key };
  };

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'portcullis-checkpoints-'));
  });
  after(async () => {
    await sandbox.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('are signed at the stop at the latest, and continue each other after a start', async () => {
    await start();
    expect(await ask('/api/ledger/checkpoint')).to.deep.include({ status: 404 });
    expect((await create('customer-1')).status).to.equal(201);
    // Entries are placed every second, so that these are placed at the stop, or a moment before.
    await sandbox.stop();
    await start();
    const first = await head();
    expect(first.size).to.equal(1);
    await create('customer-2');
    await create('customer-3');
    await sandbox.stop();

    await start();
    const second = await head();
    expect([second.size, second.log_id, second.publicKey]).to.deep.equal([3, first.log_id, first.publicKey]);
    expect(second.hash).not.to.equal(first.hash);
  });
});
