import { aStoredClient } from '@portcullis/contracts/builders';
import { E, TE } from '@portcullis/domain';
import { damagedRecord, sha256OfText } from '@portcullis/domain/kernel';
import type { StoredClient } from '@portcullis/domain/ports';
import { memoryDriver } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { memoryTables } from '#record-store/memory/tables';
import { mustSucceed } from '../../support/run.ts';
import { clientService, configured } from '../../support/services/client-service.ts';

const secret = 'the secret of the one in the store';
const stored = { secrets: [{ sha256: sha256OfText(secret), endsAt: null, madeBy: 'staff-7c2k9d4m1x0p' }] };

const opened = async (...clients: readonly StoredClient[]) => {
  const service = clientService(memoryDriver(memoryTables()));
  for (const client of clients) {
    const first = aStoredClient.first(client);
    await mustSucceed(service.stores.clientStore.insert(first.stored, first.entry));
  }
  return service;
};

describe('the clients of a store beside those of the configuration', () => {
  it('are admitted by their own secret alone, with their tenant and scopes', async () => {
    const { clients } = await opened(aStoredClient('client000000001', stored));
    const authenticate = (clientId: string, clientSecret: string) => clients.authenticate({ clientId, clientSecret })();
    const { tenant, scopes } = aStoredClient();
    expect(await authenticate('client000000001', secret)).to.deep.equal(
      E.right({ client: { clientId: 'client000000001', tenant, scopes }, assertion: null }),
    );
    const wrong = [
      ['client000000001', ''],
      ['client000000001', `${secret} `],
      ['client000000001', sha256OfText(secret)],
      ['client000000002', secret],
      ['CLIENT000000001', secret],
      [configured.clientId, secret],
    ] as const;
    for (const [id, tried] of wrong)
      expect(await authenticate(id, tried), `${id} ${tried}`).to.deep.equal(E.left({ _tag: 'InvalidClient' }));
  });

  it('are refused without a secret, when disabled, before a second person has taken theirs, and under the id of one of the configuration', async () => {
    const { clients } = await opened(
      aStoredClient('client000000001', { secrets: [] }),
      aStoredClient('client000000002', { ...stored, isDisabled: true }),
      aStoredClient('client000000003', { secrets: stored.secrets.map((one) => ({ ...one, awaitsOverlapMs: 0 })) }),
      aStoredClient(configured.clientId, stored),
    );
    for (const clientId of ['client000000001', 'client000000002', 'client000000003', configured.clientId])
      for (const clientSecret of [secret, ''])
        expect(E.isLeft(await clients.authenticate({ clientId, clientSecret })()), clientId).to.equal(true);
    const own = { clientId: configured.clientId, clientSecret: configured.clientSecret };
    expect(E.isRight(await clients.authenticate(own)())).to.equal(true);
  });

  it('are refused as unknown ones where their row does not open', async () => {
    const { clients, stores } = await opened(aStoredClient('client000000001', stored));
    Object.assign(stores.clientStore, { find: () => TE.left(damagedRecord('damaged')) });
    const clientId = 'client000000001';
    for (const clientSecret of [secret, 'wrong'])
      expect(await clients.authenticate({ clientId, clientSecret })()).to.deep.equal(E.left({ _tag: 'InvalidClient' }));
  });

  it('cost one question to the store whatever is wrong, and none where a configured secret is right', async () => {
    const { asked, clients } = await opened(
      aStoredClient('client000000001', stored),
      aStoredClient('client000000002', { ...stored, isDisabled: true }),
    );
    const tried = ['client000000001', 'client000000002', 'client000000009', configured.clientId];
    for (const clientId of tried) await clients.authenticate({ clientId, clientSecret: 'wrong' })();
    expect(asked).to.deep.equal(tried);
    const { clientId, clientSecret } = configured;
    await clients.authenticate({ clientId, clientSecret })();
    expect(asked).to.deep.equal(tried);
  });
});
