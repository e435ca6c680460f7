import assert from 'node:assert/strict';
import { administrationEntry } from '@portcullis/backoffice/ports';
import type { LedgerReader } from '@portcullis/domain';
import { pipe, TE } from '@portcullis/domain';
import { scopes } from '@portcullis/domain/kernel';
import { genesisHash } from '@portcullis/domain/ledger';
import type { ClientStore, StoredClient } from '@portcullis/domain/ports';
import { aStoredClient } from '../builders/clients.ts';
import { assertFields, assertSomeEqual, type Runner, reasonOf, resultOf } from '../shared/runner.ts';

const at = '2026-05-01T10:00:00.000Z';
const later = '2026-05-01T11:00:00.000Z';
const actor = { type: 'reviewer', id: 'staff-7c2k9d4m1x0p' } as const;

/** Inserts a client, and answers it with the end of its ledger. */
type Stores = {
  readonly clientStore: ClientStore;
  readonly ledgerReader: LedgerReader;
};

const insertClient = async (stores: Stores, client: StoredClient): Promise<StoredClient> => {
  const { entry, stored } = aStoredClient.first(client);
  await resultOf(stores.clientStore.insert(stored, entry));
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
export const clientStoreContract = ({ describe, it }: Runner, name: string, open: () => Promise<Stores>): void => {
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
      assert.deepEqual(await resultOf(clientStore.find(plain.id)), plain);
      assert.deepEqual(await resultOf(clientStore.find(full.id)), full);
      for (const unknown of ['client000000009', 'acme-backend', '', 'no/id'])
        assert.equal(await resultOf(clientStore.find(unknown)), null, unknown);
      assert.deepEqual(await resultOf(clientStore.ofPartner('acme')), [plain, full]);
      const { entry, stored } = aStoredClient.first(aStoredClient());
      assertFields(await reasonOf(clientStore.insert(stored, entry)), { _tag: 'AlreadyExists' });
    });

    it('lets one of two changes of the same version through, each with its entry of the ledger', async () => {
      const stores = await open();
      const { clientStore } = stores;
      const client = await insertClient(stores, aStoredClient());
      const one = nextOf(client, { isDisabled: true });
      const two = nextOf(client, { name: 'Another' });
      const results = await Promise.all([one, two].map(({ entry, next }) => clientStore.replace(next, entry)()));
      assert.deepEqual(results.map(({ _tag }) => _tag).toSorted(), ['Left', 'Right']);
      const kept = await resultOf(clientStore.find(client.id));
      assertSomeEqual([one.next, two.next], kept);
      const entries = await resultOf(stores.ledgerReader.entries(client.id, { afterSeq: 0, limit: 10 }));
      assert.deepEqual(
        entries.map(({ seq, type }) => [seq, type]),
        [
          [1, 'client.created'],
          [2, 'client.disabled'],
        ],
      );
      assert.equal(entries.at(-1)?.hash, kept?.ledgerHead);
      assertFields(entries[0], { prev_hash: genesisHash });
      const stale = nextOf(client, { name: 'Too late' });
      assertFields(await reasonOf(clientStore.replace(stale.next, stale.entry)), { _tag: 'VersionConflict' });
    });

    it('answers what was changed since a time, of every partner, in that order and all of it', async () => {
      const stores = await open();
      const { clientStore } = stores;
      const early = await insertClient(stores, aStoredClient());
      const moved = nextOf(early, { isDisabled: true });
      await insertClient(stores, aStoredClient('client000000002', { updatedAt: at }));
      const many = Array.from({ length: 3 }, (_, n) => aStoredClient(`client00000001${n}`, { updatedAt: later }));
      for (const client of many) await insertClient(stores, client);
      await resultOf(clientStore.replace(moved.next, moved.entry));
      const since = (time: string) =>
        resultOf(
          pipe(
            clientStore.changedSince(time),
            TE.map((all) => all.clients.map(({ id }) => id)),
          ),
        );
      const ofLater = [early.id, ...many.map(({ id }) => id)].toSorted();
      assert.deepEqual(await since(later), ofLater);
      assert.deepEqual(await since(at), ['client000000002', ...ofLater]);
      assert.deepEqual(await since('2026-05-01T11:00:00.001Z'), []);
    });
  });
};
