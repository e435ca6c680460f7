import { clientRegistry, joseTokenService, withStoredClients } from '@portcullis/adapter-jose';
import { sequentialIds } from '@portcullis/adapter-memory/testing';
import type { CreatedClient } from '@portcullis/backoffice';
import { issueToken, pipe, TE } from '@portcullis/domain';
import type { StaffPrincipal } from '@portcullis/domain/kernel';
import type { Client, StoredClient } from '@portcullis/domain/ports';
import { knownClients, revocationList } from '@portcullis/domain/use-cases';
import { createRecordStore } from '@portcullis/record-store';
import type { RecordDriver } from '@portcullis/record-store/driver';
import type { RotateClientSecret } from '#backoffice/clients/change-client';
import { rotateClientSecret, setClientDisabled } from '#backoffice/clients/change-client';
import type { CreateClient } from '#backoffice/clients/create-client';
import { createClient } from '#backoffice/clients/create-client';
import { listClients } from '#backoffice/clients/list-clients';
import { verifyToken } from '#domain/use-cases/tokens/verify-token';
import { aKeyring } from '../builders/keyrings.ts';
import { type FakeClock, fakeClock } from '../clock/fake-clock.ts';
import { storesInMemory } from '../records/memory-records.ts';

export const anAdmin = (partnerId = 'acme', teamId: string | null = null): StaffPrincipal => ({
  kind: 'staff',
  staffId: 'staff-adminxxxxxx1',
  name: 'Rosa Lind',
  roles: ['admin'],
  tenant: { partnerId, teamId },
  sessionId: 'session00000001',
});

/** A client of the configuration, whose id has the form of one of the store. */
export const configured: Client & { readonly clientSecret: string } = {
  clientId: 'configured00001',
  clientSecret: 'the secret of the configured one',
  tenant: { partnerId: 'acme', teamId: null },
  scopes: ['profiles:read'],
};

/** A request without a key always gets the secret. */
const withSecret = ({ client, secret }: CreatedClient): { readonly client: StoredClient; readonly secret: string } => {
  if (secret === null) throw new Error('a request without a key got no secret');
  return { client, secret };
};

/** One instance of what looks after clients and admits them, over a database that others may share. */
export const clientService = (driver: RecordDriver, clock: FakeClock = fakeClock(), name = 'an instance') => {
  const ids = sequentialIds(name);
  const stores = createRecordStore(driver, aKeyring(), ids);
  const asked: string[] = [];
  const clientStore: typeof stores.clientStore = {
    ...stores.clientStore,
    find: (id) => {
      asked.push(id);
      return stores.clientStore.find(id);
    },
  };
  const known = knownClients({ clients: clientStore, clock });
  const registry = clientRegistry([configured], { audiences: ['https://id.example'], clock });
  const clients = withStoredClients(registry, clientStore, clock);
  const secret = 'x'.repeat(40);
  const tokens = joseTokenService({ secret, machineTtlSeconds: 3600, flowTtlSeconds: 600, clock, ids });
  const tokenStates = storesInMemory().tokenStates;
  const revocations = revocationList({ tokenStates, clock });
  const deps = {
    clientStore,
    knownClients: known,
    clock,
    ids,
    configuredClients: [configured],
    ledgerReader: stores.ledgerReader,
  };
  const create = createClient(deps);
  const rotate = rotateClientSecret(deps);
  return {
    /** The ids for which the store was asked. */
    asked,
    clients,
    clock,
    refresh: known.refresh,
    stores,
    services: {
      listClients: listClients(deps),
      createClient: (input: Omit<Parameters<CreateClient>[0], 'operation'>) => pipe(create(input), TE.map(withSecret)),
      createUnderKey: create,
      rotateClientSecret: (input: Omit<Parameters<RotateClientSecret>[0], 'operation'>) =>
        pipe(rotate(input), TE.map(withSecret)),
      rotateUnderKey: rotate,
      setClientDisabled: setClientDisabled(deps),
      issueToken: issueToken({ clients, tokens, tokenStates, clock }),
      verifyToken: verifyToken({
        tokens,
        clients,
        knownClients: known,
        revocations,
        clock,
        unregisteredClients: 'accept',
      }),
    },
  };
};
