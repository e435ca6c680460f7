import { randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pocketbaseBackup } from '@portcullis/adapter-pocketbase';
import { expect } from 'chai';
import { mustSucceed } from '../../support/run.ts';
import { adminAccount, usePocketbase } from '../../support/servers/pocketbase.ts';
import { type StubServer, startStub } from '../../support/servers/stub-server.ts';

const name = 'portcullis.zip';
const ballastBytes = 6_000_000;

/** What a proxy does with the answer of PocketBase: passes it, drops it, or cuts it off after so many bytes. */
type Fate = 'pass' | 'drop' | number;

const forward = (url: string, fate: Fate, incoming: IncomingMessage, answer: ServerResponse): void => {
  const { headers, method, url: path = '/' } = incoming;
  const further = request(new URL(path, url), { method, headers }, (response) => {
    if (fate === 'drop') return void response.resume();
    answer.writeHead(response.statusCode ?? 502, response.headers);
    let bytes = 0;
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      answer.write(chunk, () =>
        bytes > (fate === 'pass' ? Number.POSITIVE_INFINITY : fate) ? answer.destroy() : null,
      );
    });
    response.on('end', () => answer.end());
  });
  further.on('error', () => answer.destroy());
  incoming.pipe(further);
  // The request is there as a whole, and its connection ends: PocketBase goes on.
  if (fate === 'drop') incoming.on('end', () => setImmediate(() => answer.destroy()));
};

describe("PocketBase's backups over a connection that is cut", function () {
  this.timeout(60_000);
  const database = usePocketbase();
  let proxy: StubServer | null = null;
  let asked: string[] = [];

  const through = async (fateOf: (method: string, path: string) => Fate) => {
    asked = [];
    proxy = await startStub((incoming, answer) => {
      const path = new URL(incoming.url ?? '/', 'http://proxy').pathname;
      const fate = fateOf(incoming.method ?? '', path);
      if (fate !== 'pass') asked.push(incoming.headers.range ?? path);
      forward(database().url, fate, incoming, answer);
    });
    return pocketbaseBackup({ ...adminAccount, url: proxy.url });
  };
  const ballast = () => join(database().dataDir, 'ballast');
  const namesThere = async () => (await database().admin.backups.getFullList()).map(({ key }) => key);

  beforeEach(() => writeFileSync(ballast(), randomBytes(ballastBytes)));
  afterEach(async () => {
    rmSync(ballast(), { force: true });
    await proxy?.close();
    for (const key of await namesThere()) await database().admin.backups.delete(key);
  });

  it('waits for a backup whose request was cut off, finds its size, and removes it', async () => {
    const { pack, remove } = await through((method, path) =>
      method === 'POST' && path === '/api/backups' ? 'drop' : 'pass',
    );
    const size = await mustSucceed(pack);
    expect(asked).to.deep.equal(['/api/backups']);
    expect(size).to.be.greaterThan(ballastBytes);
    expect(await namesThere()).to.include(name);
    for (const _ of ['there', 'gone']) await mustSucceed(remove);
    expect(await namesThere()).to.deep.equal([]);
  });

  it('reads on from where a connection was cut', async () => {
    const isDownload = (path: string) => path === `/api/backups/${name}`;
    const { pack, read } = await through((method, path) => (method === 'GET' && isDownload(path) ? 2_000_000 : 'pass'));
    const size = await mustSucceed(pack);
    const chunks: Uint8Array[] = [];
    const bytes = () => chunks.reduce((sum, { length }) => sum + length, 0);
    while (bytes() < size) for await (const chunk of await mustSucceed(read(bytes()))) chunks.push(chunk);
    expect(asked[0]).to.equal('bytes=0-');
    expect(asked.length).to.be.greaterThan(1);
    const token = await database().admin.files.getToken();
    const whole = await fetch(`${database().url}/api/backups/${name}?token=${token}`);
    expect(Buffer.concat(chunks).equals(Buffer.from(await whole.arrayBuffer()))).to.equal(true);
  });
});
