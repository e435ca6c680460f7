import { administrationEntry } from '@portcullis/backoffice/ports';
import { genesisHash } from '@portcullis/domain/ledger';
import type { StoredClient } from '@portcullis/domain/ports';

const at = '2026-05-01T10:00:00.000Z';

/** A client of the store, before it has a ledger. */
const storedClient = (id = 'client000000001', change: Partial<StoredClient> = {}): StoredClient => ({
  id,
  name: 'Order service',
  tenant: { partnerId: 'acme', teamId: null },
  scopes: ['profiles:read', 'profiles:write'],
  secrets: [{ sha256: 'ab'.repeat(32), endsAt: null, madeBy: 'staff-7c2k9d4m1x0p' }],
  isDisabled: false,
  createdAt: at,
  updatedAt: at,
  version: 1,
  ledgerHead: '',
  ...change,
});

/** The first entry of the ledger of a client, and the client with it. */
const first = (client: StoredClient) => {
  const actor = { type: 'reviewer', id: 'staff-7c2k9d4m1x0p' } as const;
  const said = { type: 'client.created', actor, tenant: client.tenant, at: client.createdAt } as const;
  const entry = administrationEntry({ profileId: client.id, seq: 0, hash: genesisHash }, said);
  return { entry, stored: { ...client, version: entry.seq, ledgerHead: entry.hash } };
};

export const aStoredClient = Object.assign(storedClient, { first });
