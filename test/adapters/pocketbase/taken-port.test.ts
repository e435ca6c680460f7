import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrationsDir, startPocketbase } from '@portcullis/adapter-pocketbase';
import { expect } from 'chai';
import { waitUntil } from '../../support/clock/until.ts';
import { adminAccount, fillDataFolder } from '../../support/servers/pocketbase.ts';
import { realPocketbase } from '../../support/servers/statement-log.ts';

describe('PocketBase whose port somebody else takes before it listens', function () {
  this.timeout(60_000);
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portcullis-port-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is started at another one', async () => {
    const binary = join(folder, 'pocketbase');
    const wanted = join(folder, 'wanted');
    const taken = join(folder, 'taken');
    const script = [
      '#!/bin/sh',
      `if [ "$1" = serve ] && [ ! -e '${wanted}' ]; then`,
      `  echo "$2" > '${wanted}.new'; mv '${wanted}.new' '${wanted}'`,
      `  while [ ! -e '${taken}' ]; do sleep 0.02; done`,
      '  exit 1',
      'fi',
      `exec '${realPocketbase()}' "$@"`,
    ];
    await writeFile(binary, `${script.join('\n')}\n`);
    await chmod(binary, 0o755);
    const dataDir = join(folder, 'data');
    await fillDataFolder(dataDir);
    const starting = startPocketbase({ ...adminAccount, binary, dataDir, migrationsDir });
    await waitUntil(() => existsSync(wanted));
    const port = Number((await readFile(wanted, 'utf8')).trim().split(':').at(-1));
    const other = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1');
    await once(other, 'listening');
    await writeFile(taken, '');
    const { stop, url } = await starting;
    expect(url).not.to.equal(`http://127.0.0.1:${port}`);
    await stop();
    other.close();
  });
});
