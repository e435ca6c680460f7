import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { aChangeOf, aNew } from '@portcullis/contracts/builders';
import { E } from '@portcullis/domain';
import { deterministicId } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { aKeyring } from '../../../support/builders/keyrings.ts';
import { runs } from '../../../support/effort.ts';
import { storesOver } from '../../../support/records/stores-over.ts';
import { mustSucceed } from '../../../support/run.ts';
import { usePocketbase } from '../../../support/servers/pocketbase.ts';

describe('deleted data in PocketBase’s files', function () {
  this.timeout(60_000);
  const database = usePocketbase();
  beforeEach(() => database().empty());

  /** Reads the database's files. */
  const readFiles = () => {
    const { dataDir } = database();
    const names = readdirSync(dataDir).filter((name) => name.includes('.db'));
    return names.map((name) => ({ name, bytes: readFileSync(join(dataDir, name)) }));
  };

  /** Answers which of the database's files hold a text. */
  const holding = (text: string): readonly string[] =>
    readFiles().flatMap(({ name, bytes }) => (bytes.includes(text) ? [name] : []));

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

  it('remains until it is purged', async () => {
    await writeAndDelete('canary-in-clear');
    expect(holding('canary-in-clear')).not.to.deep.equal([]);
    await mustSucceed(database().driver.purge(true));
    expect(holding('canary-in-clear')).to.deep.equal([]);
  });

  it('contains no data key after the purge, with an almost empty journal', async () => {
    const { admin, client } = database();
    const id = 'profile00000001';
    const wrapped = 'wrapped-key-'.repeat(8);
    await admin.collection('data_keys').create({ profile: id, key_id: 'a', wrapped });
    await admin.sql.run('PRAGMA wal_checkpoint(TRUNCATE)');
    expect(holding(wrapped)).to.deep.equal(['data.db']);
    const eraser = storesOver(client, aKeyring('a')).eraser;
    await mustSucceed(eraser.erase({ id, tenant: { partnerId: 'acme', teamId: null } }));
    await mustSucceed(eraser.purge());
    expect(holding('wrapped-key-')).to.deep.equal([]);
  });

  it('contains no data key after the purge, also where the keys of others were stored around it', async () => {
    const { admin, client } = database();
    const idOf = (n: number): string => `profile${String(n).padStart(8, '0')}`;
    const wrappedOf = (n: number): string => `sealed:wrapped-${String(n).padStart(4, '0')}-${'k'.repeat(75)}`;
    // Either number fills several pages of the table.
    const count = runs(240, 120);
    const first = (count * 7) / 24;
    const numbers = Array.from({ length: count }, (_, n) => n);
    const rows = numbers.map(
      (n) => `('${deterministicId(`data_key/${idOf(n)}`)}', '${idOf(n)}', 'a', '${wrappedOf(n)}')`,
    );
    // Each is a statement of its own, because it matters how the pages of the table fill up.
    const inserts = rows.map((row) => `INSERT INTO data_keys (id, profile, key_id, wrapped) VALUES ${row}`);
    for (let at = 0; at < inserts.length; at += 20) await admin.sql.run(inserts.slice(at, at + 20).join(';'));
    await admin.sql.run('PRAGMA wal_checkpoint(TRUNCATE)');
    const eraser = storesOver(client, aKeyring('a')).eraser;
    /** Answers which of these keys a file holds, for which each file is searched once. */
    const held = (of: readonly number[]): readonly number[] => {
      const found = readFiles().flatMap(({ bytes }) => bytes.toString('latin1').match(/wrapped-\d{4}-/g) ?? []);
      const names = new Set(found);
      return of.filter((n) => names.has(`wrapped-${String(n).padStart(4, '0')}-`));
    };
    const erase = async (...erased: readonly number[]): Promise<readonly number[]> => {
      for (const n of erased) {
        await mustSucceed(eraser.erase({ id: idOf(n), tenant: { partnerId: 'acme', teamId: null } }));
      }
      await mustSucceed(eraser.purge());
      return held(erased);
    };
    expect(await erase(...numbers.filter((n) => n > first && n % 8 !== 0))).to.deep.equal([]);
    expect(await erase(...numbers.filter((n) => n <= first && n % 8 !== 0))).to.deep.equal([]);
    expect(held(numbers)).to.deep.equal(numbers.filter((n) => n % 8 === 0));
    for (const n of [8, 8 * Math.floor(count / 16), 0]) expect(await erase(n)).to.deep.equal([]);
  });

  it('is purged while every concurrent write succeeds', async () => {
    const { client } = database();
    const profiles = storesOver(client).profiles;
    const eraser = storesOver(client).eraser;
    let isDone = false;
    const worker = async (n: number): Promise<number> => {
      let written = 0;
      for (; !isDone; written += 1) {
        const added = aNew({ reference: `reference ${n} ${written}` });
        await mustSucceed(profiles.insert(added, null));
        await mustSucceed(profiles.commit(aChangeOf(added.profile)));
      }
      return written;
    };
    const scrubs = async (): Promise<number> => {
      for (let n = 0; n < 8; n += 1) await mustSucceed(eraser.purge());
      isDone = true;
      return 8;
    };
    const [scrubbed = 0, ...written] = await Promise.all([scrubs(), ...[0, 1, 2, 3, 4, 5].map(worker)]);
    expect([scrubbed, Math.min(...written) > 0]).to.deep.equal([8, true]);
  });

  it('is purged while the transactions of another instance read and write', async () => {
    const { admin, client } = database();
    const { eraser } = storesOver(client);
    const made: { readonly id: string }[] = [];
    for (let n = 0; n < 6; n += 1) made.push(await admin.collection('settings').create({ name: `${n}`, value: n }));
    let isDone = false;
    const worker = async (): Promise<void> => {
      while (!isDone) {
        const batch = admin.createBatch();
        for (const { id } of made) batch.collection('settings').update(id, { value: { text: 'x'.repeat(8000) } });
        await batch.send();
      }
    };
    const purges = async (): Promise<void> => {
      for (let n = 0; n < runs(50, 8); n += 1) await mustSucceed(eraser.purge());
      isDone = true;
    };
    await Promise.all([purges(), ...[1, 2, 3, 4].map(worker)]);
  });

  it('is never called purged while somebody reads a journal that has it', async () => {
    const { admin, driver } = database();
    const wrapped = 'journaled-key-'.repeat(8);
    const row = await admin.collection('data_keys').create({ profile: 'profile00000001', key_id: 'a', wrapped });
    // The pages of the database have it no more, and what is written later has none of it.
    await admin.collection('data_keys').update(row.id, { wrapped: 'x'.repeat(wrapped.length) });
    expect(holding('journaled-key-')).to.include('data.db-wal');
    let isDone = false;
    const reading = admin.sql
      .run(
        'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<4000000) SELECT max(i) FROM n, settings',
      )
      .finally(() => {
        isDone = true;
      });
    const writes = async (): Promise<void> => {
      for (let n = 0; !isDone; n += 1) await admin.collection('settings').create({ name: `w${n}`, value: n });
    };
    const purges = async (): Promise<void> => {
      while (!isDone)
        if (E.isRight(await driver.purge(false)())) expect(holding('journaled-key-')).not.to.include('data.db-wal');
    };
    await Promise.all([reading, writes(), purges()]);
    await mustSucceed(driver.purge(false));
    expect(holding('journaled-key-')).to.deep.equal([]);
  });
});
