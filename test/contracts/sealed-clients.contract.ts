import { administrationEntry } from '@portcullis/backoffice/ports';
import { aStoredClient } from '@portcullis/contracts/builders';
import { expect } from 'chai';
import { rowIn } from '#contracts/drivers/driver-under-test';
import { changeRow, type OpenRecordDatabase, useRecordDatabase } from '../support/records/record-database.ts';
import { storesWith } from '../support/records/stored-records.ts';
import { mustFail, mustSucceed } from '../support/run.ts';

const damage = { _tag: 'Unavailable', kind: 'invalid_response' } as const;

/** Tests that whoever can write the database, and has no key, makes no client and gives none another secret. */
export const sealedClientsContract = (name: string, open: OpenRecordDatabase): void => {
  describe(`sealed clients: ${name}`, function () {
    this.timeout(60_000);
    const database = useRecordDatabase(open);
    const sealed = () => storesWith(database(), 'a');
    const { entry, stored: client } = aStoredClient.first(aStoredClient());

    it('say nothing of their secrets, and are damage in clear', async () => {
      await mustSucceed(sealed().clientStore.insert(client, entry));
      expect(JSON.stringify(await rowIn(database(), 'clients', client.id)))
        .to.not.include(client.name)
        .and.not.include(client.secrets[0]?.sha256);
      expect(await mustSucceed(sealed().clientStore.find(client.id))).to.deep.equal(client);
      await changeRow(database(), 'clients', client.id, { data: JSON.stringify(client) });
      expect(await mustFail(sealed().clientStore.find(client.id))).to.include(damage);
    });

    it('open under no other id and for no other partner', async () => {
      const stores = sealed();
      await mustSucceed(stores.keys.prepare);
      const other = aStoredClient.first(aStoredClient('client000000002'));
      await mustSucceed(stores.clientStore.insert(client, entry));
      await mustSucceed(stores.clientStore.insert(other.stored, other.entry));
      const stolen = await rowIn(database(), 'clients', other.stored.id);
      await changeRow(database(), 'clients', client.id, { data: String(stolen['data']) });
      expect(await mustFail(sealed().clientStore.find(client.id))).to.include(damage);
      await changeRow(database(), 'clients', other.stored.id, { partner_key: 'globex' });
      expect(await mustFail(sealed().clientStore.find(other.stored.id))).to.include(damage);
    });

    it('are read beside one that does not open, which is named', async () => {
      const stores = sealed();
      await mustSucceed(stores.keys.prepare);
      const other = aStoredClient.first(aStoredClient('client000000002'));
      await mustSucceed(stores.clientStore.insert(client, entry));
      await mustSucceed(stores.clientStore.insert(other.stored, other.entry));
      await changeRow(database(), 'clients', client.id, { partner_key: 'globex' });
      const changed = await mustSucceed(sealed().clientStore.changedSince(client.updatedAt));
      expect(changed).to.deep.equal({ clients: [other.stored], damaged: [client.id] });
    });

    it('are listed beside one that does not open, also where its time is none, and stay disabled once it is replaced', async () => {
      const stores = sealed();
      await mustSucceed(stores.keys.prepare);
      const other = aStoredClient.first(aStoredClient('client000000002'));
      await mustSucceed(stores.clientStore.insert(client, entry));
      await mustSucceed(stores.clientStore.insert(other.stored, other.entry));
      const whole = await rowIn(database(), 'clients', client.id);
      await changeRow(database(), 'clients', client.id, { updated_at: 'no time', data: 'nonsense' });
      const { createdAt, id, tenant } = client;
      const damaged = { isDamaged: true, id, tenant, createdAt, updatedAt: null };
      const { clientStore } = sealed();
      expect(await mustSucceed(clientStore.ofPartner('acme'))).to.deep.equal([damaged, other.stored]);
      expect(await mustSucceed(clientStore.standing(id))).to.deep.equal(damaged);
      expect((await mustSucceed(clientStore.changedSince(client.updatedAt))).damaged).to.deep.equal([id]);
      const said = { type: 'client.disabled', actor: entry.actor, tenant, at: '2026-05-02T10:00:00.000Z' } as const;
      const disabling = administrationEntry({ profileId: id, seq: 1, hash: entry.hash }, said);
      const version = disabling.seq;
      const ledgerHead = disabling.hash;
      const replacement = {
        ...client,
        secrets: [],
        isDisabled: true,
        updatedAt: said.at,
        version,
        ledgerHead,
      };
      await mustSucceed(clientStore.replace(replacement, disabling));
      expect(await mustSucceed(clientStore.standing(id))).to.deep.equal(replacement);
      await changeRow(database(), 'clients', id, { data: String(whole['data']) });
      expect(await mustSucceed(clientStore.standing(id))).to.include({ isDamaged: true });
    });

    it('are what they were again where somebody puts the whole of an earlier row back, which their ledger shows', async () => {
      const stores = sealed();
      await mustSucceed(stores.keys.prepare);
      await mustSucceed(stores.clientStore.insert(client, entry));
      const { id: _, ...whole } = await rowIn(database(), 'clients', client.id);
      const at = '2026-05-02T10:00:00.000Z';
      const said = { type: 'client.disabled', actor: entry.actor, tenant: client.tenant, at } as const;
      const disabling = administrationEntry({ profileId: client.id, seq: 1, hash: entry.hash }, said);
      const disabled = { ...client, isDisabled: true, updatedAt: at, version: 2, ledgerHead: disabling.hash };
      await mustSucceed(stores.clientStore.replace(disabled, disabling));
      expect(await mustSucceed(sealed().clientStore.find(client.id))).to.deep.equal(disabled);
      await changeRow(database(), 'clients', client.id, whole);
      const again = sealed();
      expect(await mustSucceed(again.clientStore.find(client.id))).to.deep.equal(client);
      const entries = await mustSucceed(again.ledgerReader.entries(client.id, { afterSeq: client.version, limit: 10 }));
      expect(entries.map(({ type }) => type)).to.deep.equal(['client.disabled']);
    });
  });
};
