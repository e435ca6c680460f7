import { execFileSync } from 'node:child_process';
import { pocketbaseClient } from '@portcullis/adapter-pocketbase';
import { acme, aNew } from '@portcullis/contracts/builders';
import { E, type Either, type Profile } from '@portcullis/domain';
import { expect } from 'chai';
import { tinyJpeg } from '../../../support/images/tiny-jpeg.ts';
import { storesOver } from '../../../support/records/stores-over.ts';
import { mustSucceed } from '../../../support/run.ts';
import { useOwnPocketbase } from '../../../support/servers/pocketbase.ts';

const concurrent = 60;
const file = {
  id: 'file00000000001',
  kind: 'document_front',
  contentType: 'image/jpeg',
  sha256: 'f'.repeat(64),
} as const;

/**
 * Sets below which number a process may open files; those that are open stay so. The limit can be raised again.
 */
const limitOpenFiles = (pid: number, count: number): void =>
  void execFileSync('prlimit', [`--pid=${pid}`, `--nofile=${count}:`], { stdio: 'ignore' });

describe('PocketBase without a file descriptor left', function () {
  this.timeout(60_000);
  const database = useOwnPocketbase();

  const tags = async (work: (n: number) => () => Promise<Either<{ readonly _tag: string }, unknown>>) => {
    const results = await Promise.all(Array.from({ length: concurrent }, (_, n) => work(n)()));
    return new Set(results.map((result) => (E.isLeft(result) ? result.left._tag : 'found')));
  };

  it('makes nothing that exists be taken for missing, and nothing of it be lost', async () => {
    const { url, email, password, running } = database();
    const stores = storesOver(pocketbaseClient({ url, email, password }));
    const profiles: Profile[] = [];
    for (let n = 0; n < 3; n += 1) {
      const added = aNew({ reference: `customer-${n}` });
      await mustSucceed(stores.profiles.insert(added, null));
      profiles.push(added.profile);
    }
    const [profile = aNew().profile, doomed = profile] = profiles;
    await mustSucceed(stores.files.put({ ...file, profileId: profile.id, bytes: tinyJpeg() }));
    const read = (n: number) => stores.profiles.get(acme, profiles[n % profiles.length]?.id ?? '');
    const readFile = () => stores.files.get(profile.id, file.id);
    // The connections are there before the descriptors are gone.
    expect(await tags(read)).to.deep.equal(new Set(['found']));
    limitOpenFiles(running.pid, 8);
    const without = [
      await tags(readFile),
      await tags(read),
      await tags(() => stores.files.remove(profile.id, 'file00000000009')),
    ];
    const erased = await stores.eraser.erase(doomed)();
    limitOpenFiles(running.pid, 1024);
    for (const seen of without) expect([...seen]).to.not.include('NotFound');
    expect([...(without[0] ?? [])], 'the files could be opened').to.include('Unavailable');
    expect(await mustSucceed(readFile())).to.have.property('bytes');
    expect(await mustSucceed(stores.profiles.getAny(profile.id))).to.deep.include({ id: profile.id });
    if (E.isRight(erased)) await mustSucceed(stores.eraser.erase(doomed));
  });
});
