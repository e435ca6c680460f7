import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pocketbaseEraser, pocketbaseSealing } from '@portcullis/adapter-pocketbase';
import { expect } from 'chai';
import { aKeyring } from '../support/keyrings.ts';
import { usePocketbase } from '../support/pocketbase.ts';
import { mustSucceed } from '../support/run.ts';

describe('what PocketBase leaves in its files', function () {
  this.timeout(20_000);
  const database = usePocketbase();
  beforeEach(() => database().empty());

  /** Which of the database's files hold a text. */
  const holding = (text: string): readonly string[] => {
    const { dataDir } = database();
    return readdirSync(dataDir)
      .filter((name) => name.includes('.db'))
      .filter((name) => readFileSync(join(dataDir, name)).includes(text));
  };

  const writeAndDelete = async (text: string): Promise<void> => {
    const { admin } = database();
    const rows = Array.from({ length: 30 }, (_, n) => ({
      name: `${n}`,
      value: { text: `${text} ${'x'.repeat(n * 90)}` },
    }));
    const made = [];
    for (const row of rows) made.push(await admin.collection('settings').create(row));
    for (const { id } of made.slice(15)) await admin.collection('settings').update(id, { value: { text: 'gone' } });
    for (const { id } of made) await admin.collection('settings').delete(id);
  };

  it('is what was deleted, until it is scrubbed', async () => {
    await writeAndDelete('canary-in-clear');
    expect(holding('canary-in-clear')).not.to.deep.equal([]);
    await mustSucceed(pocketbaseEraser(database().client).scrub());
    expect(holding('canary-in-clear')).to.deep.equal([]);
  });

  it('is nothing of a data key, with no more than an empty journal', async () => {
    const { admin, client } = database();
    const id = 'profile00000001';
    const wrapped = 'wrapped-key-'.repeat(8);
    await admin.collection('data_keys').create({ profile: id, key_id: 'a', wrapped });
    await admin.sql.run('PRAGMA wal_checkpoint(TRUNCATE)');
    expect(holding(wrapped)).to.deep.equal(['data.db']);
    const eraser = pocketbaseEraser(client, pocketbaseSealing(client, aKeyring('a')));
    await mustSucceed(eraser.erase({ id, tenant: { partnerId: 'acme', teamId: null } }));
    await mustSucceed(eraser.scrub());
    expect(holding('wrapped-key-')).to.deep.equal([]);
  });
});
