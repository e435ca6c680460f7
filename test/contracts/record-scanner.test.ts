import { expect } from 'chai';
import { storesOver } from '../support/records/stores-over.ts';
import { mustSucceed } from '../support/run.ts';
import { usePocketbase } from '../support/servers/pocketbase.ts';

describe('the record scanner over a real PocketBase', function () {
  this.timeout(60_000);
  const database = usePocketbase();

  it('lists entries without a row, rows without entries, and rows that cannot be read', async () => {
    const { admin, client, empty } = database();
    await empty();
    await admin.sql.run(
      `INSERT INTO ledger (id, profile, seq, kind, data, follows) VALUES ('x', 'aaaaaaaaaaaaaaa', 7, 'other', '[]', 'y')`,
    );
    await admin.sql.run(`INSERT INTO profiles (id, data) VALUES ('bbbbbbbbbbbbbbb', '"no profile"')`);
    const index = storesOver(client).recordScanner;
    expect(await mustSucceed(index.chainIds(null, 10))).to.deep.equal(['aaaaaaaaaaaaaaa']);
    expect(await mustSucceed(index.profileIds(null, 10))).to.deep.equal(['bbbbbbbbbbbbbbb']);
  });
});
