import { administrationEntry } from '@portcullis/backoffice/ports';
import { pipe, TE } from '@portcullis/domain';
import { scopes } from '@portcullis/domain/kernel';
import { genesisHash } from '@portcullis/domain/ledger';
import type { StoredClient } from '@portcullis/domain/ports';
import type { RecordStore } from '@portcullis/record-store';
import { expect } from 'chai';
import { aStoredClient } from '../support/builders/clients.ts';
import { mustFail, mustSucceed } from '../support/run.ts';

const at = '2026-05-01T10:00:00.000Z';
const later = '2026-05-01T11:00:00.000Z';
const actor = { type: 'reviewer', id: 'staff-7c2k9d4m1x0p' } as const;

/** Inserts a client, and answers it with the end of its ledger. */
const insertClient = async (stores: RecordStore, client: StoredClient): Promise<StoredClient> => {
  const { entry, stored } = aStoredClient.first(client);
  await mustSucceed(stores.clientStore.insert(stored, entry));
  return stored;
};

const nextOf = (client: StoredClient, change: Partial<StoredClient>) => {
  const head = { profileId: client.id, seq: client.version, hash: client.ledgerHead };
  const said = { type: 'client.disabled', actor, tenant: client.tenant, at: later } as const;
  const entry = administrationEntry(head, said);
  const next = { ...client, ...change, updatedAt: later, version: entry.seq, ledgerHead: entry.hash };
  return { entry, next };
};

/** Tests what a ClientStore promises. */
export const clientStoreContract = (name: string, open: () => Promise<RecordStore>): void => {
  describe(`ClientStore contract: ${name}`, () => {
    it('keeps clients as they are, with texts in every script, and finds them by id and by partner', async () => {
      const stores = await open();
      const { clientStore } = stores;
      const plain = await insertClient(stores, aStoredClient());
      const full = await insertClient(
        stores,
        aStoredClient('client000000002', {
          name: `"quoted" 'and' \\ Ω 100% {:x} 漢`,
          tenant: { partnerId: 'acme', teamId: 'north/1' },
          scopes,
          secrets: [
            ...plain.secrets,
            { sha256: 'cd'.repeat(32), endsAt: later, madeBy: 'staff-7c2k9d4m1x0p', awaitsOverlapMs: 60_000 },
          ],
          formerMakers: ['staff-1c2k9d4m1x0q'],
          isDisabled: true,
          createdAt: later,
          updatedAt: later,
        }),
      );
      const other = { tenant: { partnerId: 'globex', teamId: null } };
      await insertClient(stores, aStoredClient('client000000003', other));
      expect(await mustSucceed(clientStore.find(plain.id))).to.deep.equal(plain);
      expect(await mustSucceed(clientStore.find(full.id))).to.deep.equal(full);
      for (const unknown of ['client000000009', 'acme-backend', '', 'no/id'])
        expect(await mustSucceed(clientStore.find(unknown)), unknown).to.equal(null);
      expect(await mustSucceed(clientStore.ofPartner('acme'))).to.deep.equal([plain, full]);
      const { entry, stored } = aStoredClient.first(aStoredClient());
      expect(await mustFail(clientStore.insert(stored, entry))).to.include({ _tag: 'AlreadyExists' });
    });

    it('lets one of two changes of the same version through, each with its entry of the ledger', async () => {
      const stores = await open();
      const { clientStore } = stores;
      const client = await insertClient(stores, aStoredClient());
      const one = nextOf(client, { isDisabled: true });
      const two = nextOf(client, { name: 'Another' });
      const results = await Promise.all([one, two].map(({ entry, next }) => clientStore.replace(next, entry)()));
      expect(results.map(({ _tag }) => _tag).toSorted()).to.deep.equal(['Left', 'Right']);
      const kept = await mustSucceed(clientStore.find(client.id));
      expect([one.next, two.next]).to.deep.include(kept);
      const entries = await mustSucceed(stores.ledgerReader.entries(client.id, { afterSeq: 0, limit: 10 }));
      expect(entries.map(({ seq, type }) => [seq, type])).to.deep.equal([
        [1, 'client.created'],
        [2, 'client.disabled'],
      ]);
      expect(entries.at(-1)?.hash).to.equal(kept?.ledgerHead);
      expect(entries[0]).to.include({ prev_hash: genesisHash });
      const stale = nextOf(client, { name: 'Too late' });
      expect(await mustFail(clientStore.replace(stale.next, stale.entry))).to.include({ _tag: 'VersionConflict' });
    });

    it('answers what was changed since a time, of every partner, in that order and all of it', async () => {
      const stores = await open();
      const { clientStore } = stores;
      const early = await insertClient(stores, aStoredClient());
      const moved = nextOf(early, { isDisabled: true });
      await insertClient(stores, aStoredClient('client000000002', { updatedAt: at }));
      const many = Array.from({ length: 3 }, (_, n) => aStoredClient(`client00000001${n}`, { updatedAt: later }));
      for (const client of many) await insertClient(stores, client);
      await mustSucceed(clientStore.replace(moved.next, moved.entry));
      const since = (time: string) =>
        mustSucceed(
          pipe(
            clientStore.changedSince(time),
            TE.map((all) => all.clients.map(({ id }) => id)),
          ),
        );
      const ofLater = [early.id, ...many.map(({ id }) => id)].toSorted();
      expect(await since(later)).to.deep.equal(ofLater);
      expect(await since(at)).to.deep.equal(['client000000002', ...ofLater]);
      expect(await since('2026-05-01T11:00:00.001Z')).to.deep.equal([]);
    });
  });
};
