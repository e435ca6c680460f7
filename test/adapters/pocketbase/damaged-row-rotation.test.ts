import { expect } from 'chai';
import { aKeyring } from '../../support/builders/keyrings.ts';
import { freshId } from '../../support/builders/profiles.ts';
import { canaryWord, storeRecords, storesWith } from '../../support/records/stored-records.ts';
import { storesOver } from '../../support/records/stores-over.ts';
import { filesWith } from '../../support/repository/find-bytes.ts';
import { mustSucceed } from '../../support/run.ts';
import { usePocketbase } from '../../support/servers/pocketbase.ts';

describe('the rotation of keys, with a row that cannot be rotated', function () {
  this.timeout(60_000);
  const database = usePocketbase();
  beforeEach(() => database().empty());

  const rotate = () => mustSucceed(storesOver(database().client).rotate(aKeyring('a'), () => undefined));

  const aLostKey = async (): Promise<string> => {
    const row = { profile: freshId('p'), key_id: 'lost', wrapped: `sealed:${'k'.repeat(80)}` };
    const { id } = await database().admin.collection('data_keys').create(row);
    return `data_keys ${id}: DATA_KEYS has no key lost`;
  };

  it('leaves no old version of the other rows in the files of the database', async () => {
    await storeRecords(storesWith(database()), 3);
    const lost = await aLostKey();
    expect(filesWith(database().dataDir, canaryWord)).to.not.deep.equal([]);
    const { isPurged: isScrubbed, remaining: left } = await rotate();
    expect({ isScrubbed, left }).to.deep.equal({ isScrubbed: false, left: [lost] });
    expect(filesWith(database().dataDir, canaryWord)).to.deep.equal([]);
  });

  it('removes the old versions that an earlier run left when it was ended before its purge', async () => {
    const { admin, dataDir } = database();
    const { id } = await admin.collection('settings').create({ name: 'before', value: { text: canaryWord } });
    await admin.collection('settings').delete(id);
    const lost = await aLostKey();
    expect(filesWith(dataDir, canaryWord)).to.not.deep.equal([]);
    expect((await rotate()).remaining).to.deep.equal([lost]);
    expect(filesWith(dataDir, canaryWord)).to.deep.equal([]);
  });
});
