import { aStoredClient } from '@portcullis/contracts/builders';
import { verifyChain } from '@portcullis/domain';
import { maxKeptClients, maxStoredClients } from '@portcullis/domain/ports';
import type { RecordDriver } from '@portcullis/record-store/driver';
import { memoryDriver } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { memoryTables } from '#record-store/memory/tables';
import { mustFail, mustSucceed } from '../../../support/run.ts';
import { anAdmin, clientService } from '../../../support/services/client-service.ts';

const asked = { caller: anAdmin(), name: 'Orders', teamId: undefined, scopes: ['webhooks:manage'] } as const;

/** A client of which somebody has changed the row, and what changes it further. */
const damagedClient = async (teamId: string | null = null) => {
  const driver = memoryDriver(memoryTables());
  const here = clientService(driver);
  const { client, secret } = await mustSucceed(here.services.createClient({ ...asked, teamId }));
  const change = (columns: { readonly [column: string]: string }) =>
    mustSucceed(driver.transaction([{ kind: 'update', table: 'clients', id: client.id, columns }]));
  await change({ data: '{}' });
  return { ...here, change, client, credentials: { clientId: client.id, clientSecret: secret } };
};

describe('a machine client whose row does not open', () => {
  it('is listed beside the others, oldest first, with its id and its team', async () => {
    const { client, services } = await damagedClient('north');
    const { client: other } = await mustSucceed(services.createClient({ ...asked, name: 'Shop' }));
    const { createdAt, id, tenant, updatedAt } = client;
    const damaged = { isDamaged: true, id, tenant, createdAt, updatedAt };
    expect((await mustSucceed(services.listClients(anAdmin()))).stored).to.have.deep.members([damaged, other]);
    expect((await mustSucceed(services.listClients(anAdmin('acme', 'north')))).stored).to.deep.equal([damaged]);
    expect((await mustSucceed(services.listClients(anAdmin('acme', 'south')))).stored).to.deep.equal([]);
  });

  it('is disabled by who looks after clients, without its secrets and scopes, with an entry of its ledger', async () => {
    const { client, credentials, services, stores } = await damagedClient();
    const own = { caller: anAdmin(), id: client.id };
    const disabled = await mustSucceed(services.setClientDisabled({ ...own, isDisabled: true }));
    const { createdAt, id, tenant } = client;
    expect(disabled).to.deep.include({
      id,
      tenant,
      createdAt,
      name: '',
      scopes: [],
      secrets: [],
      isDisabled: true,
    });
    expect(await mustSucceed(services.setClientDisabled({ ...own, isDisabled: true }))).to.deep.equal(disabled);
    expect((await mustSucceed(services.listClients(anAdmin()))).stored).to.deep.equal([disabled]);
    const entries = await mustSucceed(stores.ledgerReader.entries(client.id, { afterSeq: 0, limit: 10 }));
    const said = entries.map(({ data, type }) => [type, data['damaged']]);
    expect(said).to.deep.equal([
      ['client.created', undefined],
      ['client.disabled', true],
    ]);
    expect(verifyChain(client.id, entries)).to.deep.include({ ok: true });
    expect(await mustFail(services.issueToken({ credentials, scopes: null }))).to.include({ _tag: 'InvalidClient' });
  });

  it('is disabled for good where somebody has put back the whole row that it had before it was disabled', async () => {
    const driver = memoryDriver(memoryTables());
    const { services, stores } = clientService(driver);
    const { client, secret } = await mustSucceed(services.createClient(asked));
    const own = { caller: anAdmin(), id: client.id };
    const row = await mustSucceed(driver.get('clients', client.id));
    await mustSucceed(services.setClientDisabled({ ...own, isDisabled: true }));
    const { id: _, ...columns } = row ?? {};
    await mustSucceed(driver.transaction([{ kind: 'update', table: 'clients', id: client.id, columns }]));
    // An instance that starts then knows the earlier row alone.
    const later = clientService(driver);
    await mustSucceed(later.refresh);
    const credentials = { clientId: client.id, clientSecret: secret };
    await mustSucceed(later.services.issueToken({ credentials, scopes: null }));
    const disabled = await mustSucceed(later.services.setClientDisabled({ ...own, isDisabled: true }));
    expect(disabled).to.deep.include({ isDisabled: true, name: '', scopes: [], secrets: [] });
    const entries = await mustSucceed(stores.ledgerReader.entries(client.id, { afterSeq: 0, limit: 10 }));
    expect(entries.map(({ data, type }) => [type, data['damaged']])).to.deep.equal([
      ['client.created', undefined],
      ['client.disabled', undefined],
      ['client.disabled', true],
    ]);
    expect(verifyChain(client.id, entries)).to.deep.include({ ok: true });
    expect(await mustFail(later.services.issueToken({ credentials, scopes: null }))).to.include({
      _tag: 'InvalidClient',
    });
  });

  it('is nobody’s who is not named by its ledger, whatever the row says', async () => {
    const { change, client, services } = await damagedClient('north');
    const disable = (...tenant: Parameters<typeof anAdmin>) =>
      mustFail(services.setClientDisabled({ caller: anAdmin(...tenant), id: client.id, isDisabled: true }));
    expect(await disable('globex')).to.include({ _tag: 'NotFound' });
    expect(await disable('acme', 'south')).to.include({ _tag: 'NotFound' });
    await change({ partner_key: 'globex', team_key: '' });
    expect(await disable('globex')).to.include({ _tag: 'NotFound' });
    const whose = { caller: anAdmin('acme', 'north'), id: client.id, isDisabled: true };
    expect((await mustSucceed(services.setClientDisabled(whose))).tenant).to.deep.equal(client.tenant);
  });

  it('is not enabled, and gets no other secret', async () => {
    const { client, services } = await damagedClient();
    const own = { caller: anAdmin(), id: client.id };
    for (const asking of [
      services.setClientDisabled({ ...own, isDisabled: false }),
      services.rotateClientSecret({ ...own, overlapSeconds: 0 }),
    ])
      expect(await mustFail(asking)).to.include({ _tag: 'Unavailable', kind: 'invalid_response' });
  });
});

describe('the limit of machine clients', () => {
  const at = '2026-05-01T10:00:00.000Z';

  /** The service over so many enabled clients, and so many whose rows do not open, which count as disabled. */
  const filled = async (enabled: number, damaged = 0) => {
    const memory = memoryDriver(memoryTables());
    // As PocketBase does, which has no way to write such a text.
    const page: RecordDriver['page'] = (table, query) => {
      if (/\\["\\]/.test(JSON.stringify(query))) throw new TypeError('a condition has a quote or a backslash');
      return memory.page(table, query);
    };
    const driver: RecordDriver = { ...memory, page };
    const here = clientService(driver);
    await mustSucceed(here.stores.keys.prepare);
    for (let n = 0; n < enabled; n += 1) {
      const { entry, stored } = aStoredClient.first(aStoredClient(`client${String(n).padStart(9, '0')}`));
      await mustSucceed(here.stores.clientStore.insert(stored, entry));
    }
    const rows = Array.from({ length: damaged }, (_, n) => ({
      id: `damage${String(n).padStart(9, '0')}`,
      partner_key: 'acme',
      team_key: '',
      version: 1,
      created_at: at,
      updated_at: at,
      data: '{}',
    }));
    for (let from = 0; from < damaged; from += 50) {
      const writes = rows.slice(from, from + 50).map((row) => ({ kind: 'insert', table: 'clients', row }) as const);
      await mustSucceed(driver.transaction(writes));
    }
    return { ...here, driver };
  };

  it('is kept by those who create some at the same moment', async () => {
    const { services } = await filled(maxStoredClients - 2);
    const made = await Promise.all(Array.from({ length: 5 }, () => services.createClient(asked)()));
    expect(made.map(({ _tag }) => _tag).toSorted()).to.deep.equal(['Left', 'Left', 'Left', 'Right', 'Right']);
  });

  it('does not count those that are disabled, and keeps one from being enabled beyond it', async () => {
    const { services } = await filled(maxStoredClients);
    const own = { caller: anAdmin(), id: 'client000000000' };
    await mustSucceed(services.setClientDisabled({ ...own, isDisabled: true }));
    await mustSucceed(services.createClient(asked));
    const enabling = services.setClientDisabled({ ...own, isDisabled: false });
    expect(await mustFail(enabling)).to.deep.include({ _tag: 'Invalid' });
    await mustSucceed(services.setClientDisabled({ caller: anAdmin(), id: 'client000000001', isDisabled: true }));
    expect((await mustSucceed(enabling)).isDisabled).to.equal(false);
  });

  it('goes on behind one whose time is none, which may stand at the end of a page, or fill one, and names each once', async () => {
    const { driver, refresh, services, stores } = await filled(205);
    const times = (n: number) => ({ created_at: `${at}" ${n}`, updated_at: `${at}\\ ${n}` });
    const change = async (numbers: readonly number[]) => {
      for (const n of numbers) {
        const id = `client${String(n).padStart(9, '0')}`;
        await mustSucceed(driver.transaction([{ kind: 'update', table: 'clients', id, columns: times(n) }]));
      }
    };
    const all = (await mustSucceed(stores.clientStore.ofPartner('acme'))).map(({ id }) => id);
    const listed = async () => (await mustSucceed(services.listClients(anAdmin()))).stored.map(({ id }) => id);
    // 199 have the time with which a page begins, and six a later text that is no time.
    await change([0, 1, 2, 3, 4, 5]);
    expect((await listed()).toSorted()).to.deep.equal(all.toSorted());
    expect(await mustSucceed(refresh)).to.have.members(all.slice(0, 6));
    await change(all.map((_, n) => n));
    expect((await listed()).toSorted()).to.deep.equal(all.toSorted());
  });

  it('has an end for those that count as disabled as well, all of which are listed', async () => {
    const { refresh, services } = await filled(0, maxKeptClients);
    expect(await mustFail(services.createClient(asked))).to.deep.include({ _tag: 'Invalid' });
    const { stored } = await mustSucceed(services.listClients(anAdmin()));
    expect(new Set(stored.map(({ id }) => id)).size).to.equal(maxKeptClients);
    expect((await mustSucceed(refresh)).length).to.equal(maxKeptClients);
  });
});
