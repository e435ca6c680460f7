import type { Row, Write } from '@portcullis/record-store/driver';
import { allOf, anyOf, compare, equal, hasMember, lacksPrefix } from '@portcullis/record-store/driver';
import { expect } from 'chai';
import { type OpenRecordDatabase, rowIn, rowsIn, useRecordDatabase } from '../support/records/record-database.ts';
import { mustFail, mustSucceed } from '../support/run.ts';

const idOf = (n: number): string => `row${String(n).padStart(12, '0')}`;

const ledgerInsert = (seq: number, columns: Row = {}): Write => ({
  kind: 'insert',
  table: 'ledger',
  row: {
    id: idOf(seq),
    profile: 'profile00000001',
    seq,
    kind: 'event',
    follows: seq === 1 ? '' : idOf(seq - 1),
    data: { seq },
    ...columns,
  },
});

const profileInsert = (id: string, columns: Row = {}): Write => ({
  kind: 'insert',
  table: 'profiles',
  row: {
    ...{ id, partner_key: 'acme', reference_key: `r-${id}`, current_key: `c-${id}`, status: 'created' },
    ...{ version: 1, created_at: '2026-05', data: { id } },
    ...columns,
  },
});

const keyInsert = (n: number, columns: Row = {}): Write => ({
  kind: 'insert',
  table: 'data_keys',
  row: { id: idOf(n), profile: `profile${String(n).padStart(8, '0')}`, key_id: 'a', wrapped: 'sealed:1', ...columns },
});

const blob = (text: string) => ({ bytes: Buffer.from(text), contentType: 'image/jpeg', name: 'document_front' });
const fileRow = (n: number, profile = 'profile00000001'): Row => ({
  id: idOf(n),
  profile,
  kind: 'document_front',
  content_type: 'image/jpeg',
  size: 5,
  sha256: 'sealed:1',
});

/** Tests what every RecordDriver guarantees. */
export const recordDriverContract = (name: string, open: OpenRecordDatabase): void => {
  describe(`RecordDriver contract: ${name}`, function () {
    this.timeout(30_000);
    const database = useRecordDatabase(open);
    const write = (...writes: readonly Write[]) => database().driver.transaction(writes);
    const reject = async (...writes: readonly Write[]) => {
      const failure = await mustFail(write(...writes));
      if (failure._tag === 'Unavailable') throw new Error('an outage instead of a rejection', { cause: failure });
      return failure;
    };

    it('executes the writes of a transaction in order, and a later one sees the earlier ones', async () => {
      await mustSucceed(write(ledgerInsert(1), ledgerInsert(2), ledgerInsert(3)));
      expect((await rowsIn(database(), 'ledger')).map(({ seq, follows }) => [seq, follows])).to.deep.equal([
        [1, ''],
        [2, idOf(1)],
        [3, idOf(2)],
      ]);
    });

    it('executes nothing of a transaction that it rejects, and says which write it was', async () => {
      await mustSucceed(write(ledgerInsert(1)));
      const update: Write = { kind: 'update', table: 'ledger', id: idOf(1), columns: { kind: 'other' } };
      const failure = await reject(update, ledgerInsert(2), ledgerInsert(1));
      expect(failure).to.deep.include({ _tag: 'NotUnique', write: 2 });
      expect((await rowsIn(database(), 'ledger')).map(({ kind }) => kind)).to.deep.equal(['event']);
    });

    it('rejects an id that is taken, and values that another row has', async () => {
      await mustSucceed(write(keyInsert(1), ledgerInsert(1)));
      const sameId = await reject(keyInsert(1, { profile: 'profile00000002' }));
      expect(sameId).to.deep.equal({ _tag: 'NotUnique', write: 0, columns: ['id'] });
      const sameProfile = await reject(keyInsert(2, { profile: 'profile00000001' }));
      expect(sameProfile).to.deep.equal({ _tag: 'NotUnique', write: 0, columns: ['profile'] });
      expect(await reject(ledgerInsert(1, { id: idOf(9) }))).to.include({ _tag: 'NotUnique' });
    });

    it('rejects a second current key, unless it is empty', async () => {
      const [one, two] = [idOf(1), idOf(2)];
      await mustSucceed(write(profileInsert(one, { current_key: 'same' })));
      expect(await reject(profileInsert(two, { current_key: 'same' }))).to.deep.equal({
        _tag: 'NotUnique',
        write: 0,
        columns: ['current_key'],
      });
      await mustSucceed(write(profileInsert(two, { current_key: '' }), profileInsert(idOf(3), { current_key: '' })));
      const release: Write = { kind: 'update', table: 'profiles', id: one, columns: { current_key: '' } };
      await mustSucceed(write(release, profileInsert(idOf(4), { current_key: 'same' })));
    });

    it('rejects a reference to a row that is missing', async () => {
      expect(await reject(ledgerInsert(2))).to.deep.equal({
        _tag: 'MissingReference',
        write: 0,
        columns: ['follows'],
      });
      expect(await reject(profileInsert(idOf(1), { key: idOf(7) }))).to.include({ _tag: 'MissingReference' });
    });

    it('rejects the update and the deletion of a row that is missing', async () => {
      const update: Write = { kind: 'update', table: 'ledger', id: idOf(5), columns: { kind: 'other' } };
      expect(await reject(update)).to.deep.equal({ _tag: 'NoSuchRow', write: 0 });
      expect(await reject(keyInsert(1), { kind: 'delete', table: 'ledger', id: idOf(5) })).to.deep.equal({
        _tag: 'NoSuchRow',
        write: 1,
      });
      expect(await rowsIn(database(), 'data_keys')).to.deep.equal([]);
    });

    it('replaces a row by an upsert, and creates it when it is missing', async () => {
      const upsert = (list: string): Write => ({
        kind: 'upsert',
        table: 'sighting_lists',
        row: { id: idOf(1), partner_key: 'acme', kind: 'document', digest: 'd', list },
      });
      for (const list of ['blocked', 'allowed']) {
        await mustSucceed(write(upsert(list)));
        expect(await rowIn(database(), 'sighting_lists', idOf(1))).to.include({ list });
      }
      expect(await rowsIn(database(), 'sighting_lists')).to.have.length(1);
    });

    it('lets one of twenty concurrent writers of the same position win', async () => {
      const writers = Array.from({ length: 20 }, (_, n) => write(ledgerInsert(1, { kind: `by ${n}` }))());
      const won = (await Promise.all(writers)).filter(({ _tag }) => _tag === 'Right');
      expect([won.length, (await rowsIn(database(), 'ledger')).length]).to.deep.equal([1, 1]);
    });

    it('fills what was not written: an empty text, and null', async () => {
      const times = { held_until: '2026', kept_until: '2027' };
      const row = { id: idOf(1), key: 'k', request: 'r', operation: 'o', ...times };
      await mustSucceed(write({ kind: 'insert', table: 'idempotency_keys', row }));
      expect(await rowIn(database(), 'idempotency_keys', idOf(1))).to.deep.include({ profile: '', answer: null });
      await mustSucceed(write(profileInsert(idOf(2))));
      expect(await rowIn(database(), 'profiles', idOf(2))).to.deep.include({ team_key: '', due_at: '', key: '' });
    });

    it('gives an id to a row that was written without one', async () => {
      const use = (event: string): Write => ({
        kind: 'insert',
        table: 'device_events',
        row: { event, profile: 'profile00000001', attempt: 1 },
      });
      await mustSucceed(write(use('a'), use('b')));
      const ids = (await rowsIn(database(), 'device_events')).map(({ id }) => id);
      expect(new Set(ids).size).to.equal(2);
      for (const id of ids) expect(id).to.match(/^[a-z0-9]{15}$/);
    });

    it('reads a row with the rows to which it refers, and null for one that is missing', async () => {
      await mustSucceed(write(keyInsert(1), profileInsert(idOf(2), { key: idOf(1) })));
      const session = { id: idOf(3), session: 's', profile: idOf(2) };
      await mustSucceed(write({ kind: 'insert', table: 'liveness_sessions', row: session }));
      const { driver } = database();
      const profile = await mustSucceed(driver.get('profiles', idOf(2), { related: 'key' }));
      expect(profile).to.have.nested.property('related.key.wrapped', 'sealed:1');
      const [found] = await mustSucceed(driver.page('liveness_sessions', { limit: 5, related: 'profile.key' }));
      expect(found).to.have.nested.property('related.profile.related.key.key_id', 'a');
      expect(await mustSucceed(driver.get('profiles', idOf(9)))).to.equal(null);
      expect(await mustSucceed(driver.get('profiles', 'not an id/../x'))).to.equal(null);
    });

    it('selects by every kind of condition, sorts and limits', async () => {
      const rows = [1, 2, 3, 4, 5].map((n) =>
        profileInsert(idOf(n), { created_at: `2026-0${1 + (n % 2)}`, version: n }),
      );
      await mustSucceed(
        write(...rows, profileInsert(idOf(6), { data: { personal: { a: 1 } }, reference_key: 'sealed:x' })),
      );
      const { driver } = database();
      const found = async (filter: Parameters<typeof allOf>[0][number]) =>
        (await mustSucceed(driver.page('profiles', { filter, sort: ['id'], limit: 9 }))).map(({ id }) =>
          Number(String(id).slice(3)),
        );
      expect(await found(compare('version', '>=', 4))).to.deep.equal([4, 5]);
      expect(await found(compare('id', '<', idOf(3)))).to.deep.equal([1, 2]);
      expect(await found(compare('partner_key', '!=', 'acme'))).to.deep.equal([]);
      expect(await found(equal({ created_at: '2026-02', version: 3 }))).to.deep.equal([3]);
      expect(await found(anyOf([equal({ version: 2 }), equal({ version: 5 })]))).to.deep.equal([2, 5]);
      expect(await found(hasMember('data', 'personal'))).to.deep.equal([6]);
      expect(await found(lacksPrefix('reference_key', 'sealed:'))).to.deep.equal([1, 2, 3, 4, 5]);
      expect(await found(allOf([]))).to.deep.equal([1, 2, 3, 4, 5, 6]);
      expect(await found(anyOf([]))).to.deep.equal([]);
      expect(await found(allOf([allOf([]), anyOf([]), compare('version', '>=', 4)]))).to.deep.equal([]);
      expect(await found(anyOf([anyOf([]), compare('version', '>=', 4)]))).to.deep.equal([4, 5]);
      expect(await found(anyOf([allOf([]), compare('version', '>=', 4)]))).to.deep.equal([1, 2, 3, 4, 5, 6]);
      const nested = allOf([compare('version', '>', 0), anyOf([equal({ version: 1 }), compare('version', '>', 4)])]);
      expect(await found(nested)).to.deep.equal([1, 5, 6]);
      const query = { filter: lacksPrefix('reference_key', 'sealed:'), sort: ['-created_at', 'id'], limit: 3 };
      const sorted = await mustSucceed(driver.page('profiles', { ...query, columns: ['id', 'version'] }));
      expect(sorted).to.deep.equal([1, 3, 5].map((n) => ({ id: idOf(n), version: n })));
      expect(await mustSucceed(driver.count('profiles', compare('version', '<=', 2)))).to.equal(3);
    });

    it('answers distinct values in order, after one, each once', async () => {
      const ofProfile = (profile: string, seq: number, n: number) =>
        ledgerInsert(1, { id: idOf(n), profile, seq, follows: '' });
      await mustSucceed(write(ofProfile('b', 1, 1), ofProfile('a', 1, 2), ofProfile('a', 2, 3), ofProfile('c', 1, 4)));
      const { driver } = database();
      expect(await mustSucceed(driver.distinct('ledger', 'profile', null, 2))).to.deep.equal(['a', 'b']);
      expect(await mustSucceed(driver.distinct('ledger', 'profile', 'a', 9))).to.deep.equal(['b', 'c']);
      expect(await mustSucceed(driver.distinct('ledger', 'profile', 'c', 9))).to.deep.equal([]);
    });

    it('keeps the bytes of the first of two files with one id', async () => {
      const { driver } = database();
      const stored = await mustSucceed(driver.putBlob(fileRow(1), blob('first')));
      expect(await mustFail(driver.putBlob(fileRow(1), blob('other')))).to.deep.equal({
        _tag: 'NotUnique',
        write: 0,
        columns: ['id'],
      });
      const bytes = await mustSucceed(driver.getBlob({ id: idOf(1), content: String(stored['content']) }));
      expect(Buffer.from(bytes ?? []).toString()).to.equal('first');
    });

    it('replaces columns and bytes together, after which the earlier bytes are gone', async () => {
      const { driver } = database();
      const before = await mustSucceed(driver.putBlob(fileRow(1), blob('first')));
      await mustSucceed(driver.replaceBlob(idOf(1), { sha256: 'sealed:2' }, blob('other')));
      const now = await rowIn(database(), 'files', idOf(1));
      expect(now).to.include({ sha256: 'sealed:2', profile: 'profile00000001' });
      expect(now['content']).to.not.equal(before['content']);
      const old = { id: idOf(1), content: String(before['content']) };
      expect(await mustSucceed(driver.getBlob(old))).to.equal(null);
      const bytes = await mustSucceed(driver.getBlob({ ...old, content: String(now['content']) }));
      expect(Buffer.from(bytes ?? []).toString()).to.equal('other');
      expect(await mustFail(driver.replaceBlob(idOf(9), {}, blob('x')))).to.deep.equal({ _tag: 'NoSuchRow', write: 0 });
    });

    it('removes one file, and all files of a profile, and can be asked to again', async () => {
      const { driver } = database();
      for (const n of [1, 2, 3]) await mustSucceed(driver.putBlob(fileRow(n), blob('bytes')));
      await mustSucceed(driver.putBlob(fileRow(4, 'profile00000002'), blob('their')));
      await mustSucceed(driver.removeBlob(idOf(1)));
      expect(await mustFail(driver.removeBlob(idOf(1)))).to.deep.equal({ _tag: 'NoSuchRow', write: 0 });
      for (let time = 0; time < 2; time += 1) {
        await mustSucceed(driver.removeBlobs('profile00000001', [idOf(1), idOf(2)]));
        expect((await rowsIn(database(), 'files')).map(({ id }) => id)).to.deep.equal([idOf(4)]);
      }
    });

    it('leaves nothing of deleted rows after a purge', async () => {
      const { driver } = database();
      await mustSucceed(write(profileInsert(idOf(1), { data: { said: 'QQPURGEDQQ' } })));
      await mustSucceed(write({ kind: 'delete', table: 'profiles', id: idOf(1) }));
      await mustSucceed(driver.purge(true));
      expect(database().placesOf('QQPURGEDQQ')).to.deep.equal([]);
    });

    it('reports that the database is healthy', async () => {
      await mustSucceed(database().driver.health);
    });
  });
};
