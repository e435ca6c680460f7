import { aChangeOf, acme, anAccessBatch, anAccessLine, digestNo, setListed } from '@portcullis/contracts/builders';
import type { TaskEither } from '@portcullis/domain';
import { policyDigest } from '@portcullis/domain/checks';
import { deterministicId } from '@portcullis/domain/kernel';
import type { Row, TableName } from '@portcullis/record-store/driver';
import { expect } from 'chai';
import { anInsert } from '#contracts/builders/driver-rows';
import { rowIn, rowsIn } from '#contracts/drivers/driver-under-test';
import { aPolicy } from '../support/builders/policies.ts';
import { undamagedEntry, undamagedLines, undamagedPolicies } from '../support/records/listed.ts';
import { changeRow, type OpenRecordDatabase, useRecordDatabase } from '../support/records/record-database.ts';
import { aFileOf, aPerson, type Stores, storesWith } from '../support/records/stored-records.ts';
import { mustFail, mustSucceed } from '../support/run.ts';

type Read = TaskEither<unknown, unknown>;

const damage = { _tag: 'Unavailable', kind: 'invalid_response', outageCause: 'record_damaged' } as const;
const destroyed = {
  reference: '',
  current: false,
  claimed: {},
  metadata: {},
  evidence: [],
  salt: '',
};

/** Tests that whoever can write to the database and has no key cannot make anybody believe a row of theirs. */
export const sealedRowsContract = (name: string, open: OpenRecordDatabase): void => {
  describe(`sealed rows: ${name}`, function () {
    this.timeout(60_000);
    const database = useRecordDatabase(open);
    const sealed = () => storesWith(database(), 'a');
    const change = (table: TableName, id: string, columns: Row) => changeRow(database(), table, id, columns);
    const insert = (table: TableName, row: Row) =>
      mustSucceed(database().driver.transaction([{ kind: 'insert', table, row }]));
    const onlyId = async (table: TableName) => String((await rowsIn(database(), table))[0]?.['id']);

    /** Stores a row of every kind through the stores. */
    const storeAll = async (stores: Stores) => {
      const person = aPerson();
      await mustSucceed(stores.profiles.insert(person, null));
      const erased = aPerson();
      await mustSucceed(stores.profiles.insert(erased, null));
      await mustSucceed(stores.profiles.commit(aChangeOf(erased.profile, destroyed)));
      await mustSucceed(stores.eraser.erase(erased.profile));
      const file = aFileOf(person.profile.id);
      await mustSucceed(stores.files.put(file));
      await mustSucceed(stores.policyRepository.add(aPolicy(), null));
      const listed = await setListed(stores, 'acme', 'document', digestNo(1), 'blocked');
      await mustSucceed(stores.duplicateIndex.partnerKey('acme'));
      const use = { eventId: 'event-1', profileId: person.profile.id, attempt: 1 };
      await mustSucceed(stores.deviceEventClaims.claim(use));
      await mustSucceed(stores.accessLog.append([anAccessBatch('2026-05-01T10:00:00.000Z', ['request-1'])]));
      await mustSucceed(
        database().driver.transaction([anInsert('settings', { name: 'support', value: { phone: '+49 30 1234' } })]),
      );
      await mustSucceed(stores.keys.acceptSettings);
      return { profile: person.profile, erased: erased.profile, file, listed: listed?.id ?? '', use };
    };
    type Stored = Awaited<ReturnType<typeof storeAll>>;

    /** Reads every kind of row as a request reads it. */
    const reads = (stores: Stores, { profile, erased, file, listed }: Stored): { readonly [what: string]: Read } => ({
      profile: stores.profiles.getAny(profile.id),
      'erased profile': stores.profiles.getAny(erased.id),
      file: stores.files.get(profile.id, file.id),
      policy: stores.policyRepository.get({ id: 'strict', version: '1' }),
      'latest policy': stores.policyRepository.latest('strict', profile.tenant),
      policies: undamagedPolicies(stores),
      settings: stores.settings.app(),
      list: undamagedEntry(stores, listed),
      'key of a partner': stores.duplicateIndex.partnerKey('acme'),
      entries: stores.ledgerReader.entries(profile.id, { afterSeq: 0, limit: 9 }),
      'access log': undamagedLines(stores.accessLog),
    });
    const readAll = async (stores: Stores, stored: Stored) => {
      const all: { [what: string]: unknown } = {};
      for (const [what, read] of Object.entries(reads(stores, stored))) all[what] = await mustSucceed(read);
      return all;
    };

    it('are read as they were written by another process with the keys', async () => {
      const stored = await storeAll(sealed());
      const before = await readAll(sealed(), stored);
      expect(before)
        .to.have.property('settings')
        .that.deep.equals({ support: { phone: '+49 30 1234' } });
      expect(await mustSucceed(sealed().deviceEventClaims.claim({ ...stored.use, attempt: 2 }))).to.equal('taken');
      expect(await mustSucceed(sealed().deviceEventClaims.claim(stored.use))).to.equal('ours');
    });

    it('are damage in clear, each of them', async () => {
      const stored = await storeAll(sealed());
      const erasedData = aChangeOf(stored.erased, destroyed).profile;
      const inClear: readonly (readonly [TableName, string, Row])[] = [
        ['profiles', stored.profile.id, { data: stored.profile }],
        ['profiles', stored.erased.id, { data: erasedData }],
        ['files', stored.file.id, { sha256: stored.file.sha256 }],
        ['policies', await onlyId('policies'), { data: aPolicy() }],
        ['settings', await onlyId('settings'), { value: { phone: '+49 30 1234' } }],
        ['sighting_lists', await onlyId('sighting_lists'), { list: 'blocked' }],
        ['sighting_keys', await onlyId('sighting_keys'), { key: '1'.repeat(64) }],
        ['access_log', await onlyId('access_log'), { lines: [anAccessLine()] }],
      ];
      for (const [table, id, columns] of inClear) await change(table, id, columns);
      const entry = (await rowsIn(database(), 'ledger')).find((row) => row['profile'] === stored.profile.id);
      const data = { ...JSON.parse(JSON.stringify(entry?.['data'])), personal: { note: 'in clear' } };
      await change('ledger', String(entry?.['id']), { data });
      for (const [what, read] of Object.entries(reads(sealed(), stored)))
        expect(await mustFail(read), what).to.include(damage);
    });

    it('are damage where somebody has written a row with no key at all', async () => {
      const stores = sealed();
      const { profile } = aPerson();
      await mustSucceed(stores.keys.prepare);
      const { id, reference, status, version, createdAt: created_at } = profile;
      const row = {
        id,
        partner_key: 'acme',
        team_key: '',
        reference_key: reference,
        current_key: '',
        key: '',
        status,
        version,
        created_at,
        due_at: '',
        data: profile,
      };
      await insert('profiles', row);
      expect(await mustFail(stores.profiles.getAny(id))).to.include(damage);
      expect((await mustSucceed(stores.profiles.scan(null, 9))).damaged).to.deep.equal([
        { id, cause: 'record_damaged' },
      ]);
      await insert('settings', anInsert('settings', { name: 'x', value: 1 }).row);
      expect(await mustFail(stores.settings.app())).to.include(damage);
    });

    it('are not read under a key of the service that somebody has replaced or removed', async () => {
      const stored = await storeAll(sealed());
      for (const key of ['lookup', 'texts', 'signing'] as const) {
        const id = deterministicId(`service_key/${key}`);
        const row = await rowIn(database(), 'service_keys', id);
        await change('service_keys', id, { key_id: '', wrapped: '1'.repeat(64) });
        expect(await mustFail(sealed().keys.ofService.keyNamed(key)), key).to.include({ kind: 'rejected' });
        await database().removeRow('service_keys', id);
        expect(await mustFail(sealed().keys.ofService.keyNamed(key)), key).to.include({ kind: 'rejected' });
        expect(await mustSucceed(sealed().inspector.ofService()), key).to.include('service_key');
        await insert('service_keys', row);
      }
      expect(await mustSucceed(sealed().inspector.ofService())).to.deep.equal([]);
      expect(await mustSucceed(sealed().profiles.getAny(stored.profile.id))).to.have.property('id');
    });

    const columnChanges: readonly Row[] = [
      { partner_key: 'globex' },
      { team_key: '=north' },
      { reference_key: 'other' },
      { reference_key: '' },
      { current_key: '' },
      { current_key: 'other' },
      { status: 'approved' },
      { version: 7 },
      { created_at: '2020-01-01T00:00:00.000Z' },
      { due_at: '' },
      { due_at: '2020-01-01T00:00:00.000Z' },
      { key: '' },
    ];

    it('are damage when one column of a profile is changed or cleared, erased or not', async () => {
      const stores = sealed();
      await mustSucceed(stores.keys.prepare);
      const { profile, erased } = await storeAll(stores);
      for (const id of [profile.id, erased.id]) {
        const { partner_key, team_key, reference_key, current_key, status, version, created_at, due_at, key } =
          await rowIn(database(), 'profiles', id);
        const row = {
          partner_key,
          team_key,
          reference_key,
          current_key,
          status,
          version,
          created_at,
          due_at,
          key,
        };
        for (const columns of columnChanges) {
          const isSame = Object.entries(columns).every(([column, value]) => Reflect.get(row, column) === value);
          if (isSame) continue;
          await change('profiles', id, columns);
          expect(await mustFail(stores.profiles.getAny(id)), JSON.stringify(columns)).to.include(damage);
          await change('profiles', id, row);
        }
        expect(await mustSucceed(stores.profiles.getAny(id))).to.have.property('id', id);
      }
    });

    it('are damage when a column of a policy, a file, a setting, a list, an entry or a look is changed', async () => {
      const stores = sealed();
      await mustSucceed(stores.keys.prepare);
      const { profile, file, listed } = await storeAll(stores);
      const expectDamage = async (table: TableName, id: string, columns: Row, read: Read) => {
        const before = await rowIn(database(), table, id);
        await change(table, id, columns);
        const outcome = await read();
        expect(outcome, `${table} ${JSON.stringify(columns)}`).to.have.nested.property('left.kind', 'invalid_response');
        const names = Object.keys(columns);
        await change(table, id, Object.fromEntries(names.map((column) => [column, before[column]])));
      };
      const policy = await onlyId('policies');
      for (const columns of [{ partner_key: '=globex' }, { position: 2 }, { version: '9' }, { digest: digestNo(1) }])
        await expectDamage('policies', policy, columns, undamagedPolicies(stores));
      for (const columns of [{ kind: 'document_back' }, { content_type: 'text/html' }])
        await expectDamage('files', file.id, columns, stores.files.get(profile.id, file.id));
      const lists = undamagedEntry(stores, listed);
      for (const columns of [{ list: 'allowed' }, { list: 'sealed:AQ==' }, { kind: 'person' }, { digest: digestNo(2) }])
        await expectDamage('sighting_lists', listed, columns, lists);
      const entries = stores.ledgerReader.entries(profile.id, { afterSeq: 0, limit: 9 });
      const entry = (await rowsIn(database(), 'ledger')).find((row) => row['profile'] === profile.id);
      for (const columns of [{ kind: 'other' }, { personal: 'sealed:AQ==' }])
        await expectDamage('ledger', String(entry?.['id']), columns, entries);
      const looks = undamagedLines(stores.accessLog);
      for (const columns of [
        { partner_key: 'globex' },
        { team_key: '=x' },
        { at: '2026-05-02' },
        { lines: { sealed: 'sealed:AQ==' } },
      ])
        await expectDamage('access_log', await onlyId('access_log'), columns, looks);
    });

    it('of a policy that does not open keep no other from being added and listed, and are marked in the list', async () => {
      const { policyRepository } = sealed();
      await mustSucceed(policyRepository.add(aPolicy(), 'a partner'));
      const id = await onlyId('policies');
      const row = await rowIn(database(), 'policies', id);
      const names = { policy_id: 'strict', version: '1', partner_key: '=a%20partner', position: 1 };
      expect(row).to.include({ ...names, digest: policyDigest(aPolicy()) });
      expect(Object(row['data']).sealed).to.match(/^sealed:/);
      await change('policies', id, { data: '"strict"', partner_key: 'a%partner' });
      await mustSucceed(policyRepository.add(aPolicy({ version: '2' }), null));
      const listed = await mustSucceed(policyRepository.list());
      const marks = listed.map(({ isDamaged, partnerId, ref: { version } }) => [version, partnerId, isDamaged]);
      expect(marks).to.deep.equal([
        ['1', null, true],
        ['2', null, undefined],
      ]);
      expect((await mustSucceed(policyRepository.latest('strict', acme))).version).to.equal('2');
    });

    it('say of a used device event who used it first, and only a digest of the event', async () => {
      const { profile, use } = await storeAll(sealed());
      const [row, ...others] = await rowsIn(database(), 'device_events');
      expect([row?.['profile'], row?.['attempt'], others]).to.deep.equal([profile.id, use.attempt, []]);
      expect(JSON.stringify(row)).to.not.include(use.eventId);
    });

    it('say no longer whose a used device event was once the profile is erased, and it stays used', async () => {
      const stores = sealed();
      const { profile, use } = await storeAll(stores);
      await mustSucceed(stores.eraser.erase(profile));
      const [row] = await rowsIn(database(), 'device_events');
      expect(row).to.include({ profile: '' });
      expect(row?.['event']).to.match(/^#[0-9a-f]{64}$/);
      expect(await mustSucceed(sealed().deviceEventClaims.claim(use))).to.equal('taken');
    });
  });
};
