import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freshId } from '@portcullis/contracts/builders';
import { expect } from 'chai';
import { storesOver } from '../../../support/records/stores-over.ts';
import { mustFail, mustSucceed } from '../../../support/run.ts';
import { useOwnPocketbase } from '../../../support/servers/pocketbase.ts';

describe('the request log of the record database', function () {
  this.timeout(60_000);
  const database = useOwnPocketbase();

  /** Answers everything that PocketBase stores about requests, also what its own journal has not moved yet. */
  const logged = async (): Promise<string> => {
    const { dataDir } = database();
    const names = (await readdir(dataDir)).filter((name) => name.startsWith('auxiliary.db'));
    expect(names).to.include('auxiliary.db');
    return (await Promise.all(names.map((name) => readFile(join(dataDir, name), 'latin1')))).join('');
  };

  it('holds no address of a file, whose token is valid for minutes, also when the file was unreadable', async () => {
    const { client, dataDir, running } = database();
    const files = storesOver(client).files;
    const file = {
      id: freshId('f'),
      profileId: 'profile00000001',
      kind: 'document_front',
      contentType: 'image/png',
      bytes: new TextEncoder().encode('soon gone'),
      sha256: '1'.repeat(64),
    } as const;
    await mustSucceed(files.put(file));
    await rm(join(dataDir, 'storage'), { recursive: true });
    const failure = await mustFail(files.get(file.profileId, file.id));
    expect(failure).to.include({ _tag: 'Unavailable', service: 'files' });
    // The log is written in batches, the last of them when PocketBase stops.
    await running.stop();
    const kept = await logged();
    expect(kept).not.to.contain('token=');
    expect(kept).not.to.contain(file.id);
  });
});
