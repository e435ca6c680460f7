import { notFound, TE } from '@portcullis/domain';
import type { StoredClient } from '@portcullis/domain/ports';
import type { Services } from '@portcullis/http';

const at = '2026-05-04T09:30:00.000Z';

export const clientId = 'client000000001';

/** A secret of nobody. */
export const clientSecret = `pcs_${'0'.repeat(64)}`;

export const theClient: StoredClient = {
  id: clientId,
  name: 'Order service',
  tenant: { partnerId: 'acme', teamId: null },
  scopes: ['profiles:read'],
  secrets: [{ sha256: 'ab'.repeat(32), endsAt: null, madeBy: 'staff-adminxxxxxx1' }],
  isDisabled: false,
  createdAt: at,
  updatedAt: at,
  version: 1,
  ledgerHead: 'f'.repeat(64),
};

const own = <A>(id: string, value: A) => (id === clientId ? TE.right(value) : TE.left(notFound));

type ClientServices = 'listClients' | 'createClient' | 'rotateClientSecret' | 'setClientDisabled';

/** The use cases of machine clients, with one in the store and one in the configuration. */
export const clientServices: Pick<Services, ClientServices> = {
  listClients: ({ tenant }) =>
    TE.right({ configured: [{ clientId: 'acme-backend', tenant, scopes: ['profiles:read'] }], stored: [theClient] }),
  createClient: () => TE.right({ client: theClient, secret: clientSecret }),
  rotateClientSecret: ({ id }) => own(id, { client: theClient, secret: clientSecret }),
  setClientDisabled: ({ id, isDisabled }) => own(id, { ...theClient, isDisabled }),
};
