import { pocketbaseClient } from '@portcullis/adapter-pocketbase';
import { aChangeOf, aNew } from '@portcullis/contracts/builders';
import { E } from '@portcullis/domain';
import { expect } from 'chai';
import { aFileOf } from '../../../support/records/stored-records.ts';
import { storesOver } from '../../../support/records/stores-over.ts';
import { mustSucceed } from '../../../support/run.ts';
import { useGates } from '../../../support/servers/gated-proxy.ts';
import { usePocketbase } from '../../../support/servers/pocketbase.ts';

const uploads = '/api/collections/files/records';

describe('an erasure during a file upload', function () {
  this.timeout(60_000);
  const database = usePocketbase();
  beforeEach(() => database().empty());

  const gateTo = useGates();

  /** Opens stores before which the first upload waits until it is released. */
  const behindAnUpload = async () => {
    let letGo = (): void => undefined;
    let hasCome = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const came = new Promise<void>((resolve) => {
      hasCome = resolve;
    });
    let seen = 0;
    const gate = await gateTo(database().url, (method, path) => {
      if (method !== 'POST' || path !== uploads || seen > 0) return 'on';
      seen += 1;
      hasCome();
      return held;
    });
    const { email, password } = database();
    const client = pocketbaseClient({ email, password, url: gate.url });
    const stores = storesOver(client);
    const profiles = stores.profiles;
    const eraser = stores.eraser;
    const erased = aNew();
    const other = aNew({ reference: 'customer-2' });
    for (const added of [erased, other]) await mustSucceed(profiles.insert(added, null));
    const uploading = mustSucceed(stores.files.put(aFileOf(other.profile.id)));
    await came;
    const { databaseSize } = stores.workCounts;
    return {
      databaseSize,
      eraser,
      profiles,
      erased: erased.profile,
      other: other.profile,
      letGo,
      uploading,
    };
  };

  it('and its purge run concurrently, and no write waits for them', async () => {
    const { eraser, erased, letGo, other, profiles, uploading } = await behindAnUpload();
    await mustSucceed(eraser.erase(erased));
    await Promise.all([mustSucceed(eraser.purge()), mustSucceed(profiles.commit(aChangeOf(other)))]);
    letGo();
    await uploading;
  });

  it('keeps nobody from reading how large the database is', async () => {
    const { databaseSize, letGo, uploading } = await behindAnUpload();
    const size = await mustSucceed(databaseSize());
    expect(size?.bytes).to.be.greaterThan(0);
    letGo();
    await uploading;
  });

  it('purges also after the upload: of four concurrent purges and a write none fails', async () => {
    const { eraser, letGo, other, profiles, uploading } = await behindAnUpload();
    letGo();
    await uploading;
    const scrubs = [1, 2, 3, 4].map(() => eraser.purge()());
    const written = await profiles.commit(aChangeOf(other))();
    expect([...(await Promise.all(scrubs)), written].map(E.isRight)).to.deep.equal([true, true, true, true, true]);
  });
});
