import { examineLedger, partnerScopes } from '@portcullis/backoffice';
import { aStoredClient } from '@portcullis/contracts/builders';
import { E, TE } from '@portcullis/domain';
import { type Scope, type StaffPrincipal, scopes } from '@portcullis/domain/kernel';
import { maxStoredClients } from '@portcullis/domain/ports';
import { memoryDriver } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { memoryTables } from '#record-store/memory/tables';
import { mustFail, mustSucceed } from '../../../support/run.ts';
import { anAdmin, clientService, configured } from '../../../support/services/client-service.ts';

const opened = () => clientService(memoryDriver(memoryTables()));
const second: StaffPrincipal = { ...anAdmin(), staffId: 'staff-adminxxxxxx2' };
const asked = { caller: anAdmin(), name: 'Orders', teamId: undefined, scopes: ['webhooks:manage'] } as const;

describe('a machine client of the store', () => {
  it('is created with a secret that admits it, of which nothing is kept but a digest', async () => {
    const { services, stores } = opened();
    const { client, secret } = await mustSucceed(services.createClient(asked));
    expect(secret).to.match(/^pcs_[0-9a-f]{64}$/);
    const kept = await mustSucceed(stores.clientStore.find(client.id));
    expect(kept).to.deep.equal(client);
    expect(JSON.stringify(kept)).to.not.include(secret).and.not.include(secret.slice(4));
    const credentials = { clientId: client.id, clientSecret: secret };
    expect(await mustSucceed(services.issueToken({ credentials, scopes: null }))).to.deep.include({
      scopes: ['webhooks:manage'],
    });
  });

  it('has a new secret beside the old one until its time, and then the new one alone', async () => {
    const { clients, clock, services } = opened();
    const { client, secret } = await mustSucceed(services.createClient(asked));
    const rotated = await mustSucceed(
      services.rotateClientSecret({ caller: anAdmin(), id: client.id, overlapSeconds: 60 }),
    );
    const admits = async (clientSecret: string) =>
      E.isRight(await clients.authenticate({ clientId: client.id, clientSecret })());
    expect([await admits(secret), await admits(rotated.secret)]).to.deep.equal([true, true]);
    clock.advance(59_999);
    expect(await admits(secret)).to.equal(true);
    clock.advance(1);
    expect([await admits(secret), await admits(rotated.secret)]).to.deep.equal([false, true]);
    const last = await mustSucceed(
      services.rotateClientSecret({ caller: anAdmin(), id: client.id, overlapSeconds: 0 }),
    );
    expect([await admits(rotated.secret), await admits(last.secret)]).to.deep.equal([false, true]);
    expect(last.client.secrets).to.have.length(1);
  });

  for (const scope of scopes.filter((one) => one !== 'ledger:read'))
    it(`is made by one admin alone only where it gets at nothing that they do not get at themselves: ${scope}`, async () => {
      const { clients, services } = opened();
      const { client, secret } = await mustSucceed(services.createClient({ ...asked, scopes: [scope] }));
      const admitted = E.isRight(await clients.authenticate({ clientId: client.id, clientSecret: secret })());
      const alone = ['health:read', 'profiles:erase', 'access-log:read', 'webhooks:manage'];
      expect(admitted).to.equal(alone.includes(scope));
    });

  it('that gets at persons admits nobody before a second person has enabled it', async () => {
    const { clients, services, stores } = opened();
    const { client, secret } = await mustSucceed(services.createClient({ ...asked, scopes: ['profiles:read'] }));
    const admits = async () => E.isRight(await clients.authenticate({ clientId: client.id, clientSecret: secret })());
    const enable = (caller: StaffPrincipal) => services.setClientDisabled({ caller, id: client.id, isDisabled: false });
    expect(await mustFail(enable(anAdmin()))).to.deep.equal({ _tag: 'SecondPersonRequired', of: 'client' });
    await mustSucceed(services.setClientDisabled({ caller: anAdmin(), id: client.id, isDisabled: true }));
    expect(await mustFail(enable(anAdmin()))).to.deep.equal({ _tag: 'SecondPersonRequired', of: 'client' });
    expect(await admits()).to.equal(false);
    expect(await mustFail(enable({ ...second, tenant: { partnerId: 'globex', teamId: null } }))).to.include({
      _tag: 'NotFound',
    });
    await mustSucceed(enable(second));
    expect(await admits()).to.equal(true);
    const entries = await mustSucceed(stores.ledgerReader.entries(client.id, { afterSeq: 0, limit: 10 }));
    expect(entries.map(({ actor, data, type }) => [type, actor.id, data['author']])).to.deep.equal([
      ['client.created', anAdmin().staffId, undefined],
      ['client.disabled', anAdmin().staffId, undefined],
      ['client.enabled', second.staffId, anAdmin().staffId],
    ]);
  });

  it('that gets at persons has its old secret alone until a second person has taken the new one', async () => {
    const { clients, clock, services } = opened();
    const { client, secret } = await mustSucceed(services.createClient({ ...asked, scopes: ['reviews:write'] }));
    const own = { caller: anAdmin(), id: client.id };
    const enable = (caller: StaffPrincipal) => services.setClientDisabled({ caller, id: client.id, isDisabled: false });
    await mustSucceed(enable(second));
    const rotated = await mustSucceed(services.rotateClientSecret({ ...own, overlapSeconds: 60 }));
    const again = await mustSucceed(services.rotateClientSecret({ ...own, overlapSeconds: 60 }));
    const admits = async (clientSecret: string) =>
      E.isRight(await clients.authenticate({ clientId: client.id, clientSecret })());
    const all = () => Promise.all([secret, rotated.secret, again.secret].map(admits));
    expect(await mustFail(enable(anAdmin()))).to.deep.equal({ _tag: 'SecondPersonRequired', of: 'client' });
    clock.advance(3_600_000);
    expect(await all()).to.deep.equal([true, false, false]);
    await mustSucceed(enable(second));
    expect(await all()).to.deep.equal([true, false, true]);
    clock.advance(60_000);
    expect(await all()).to.deep.equal([false, false, true]);
    expect(await mustSucceed(enable(anAdmin()))).to.include({ isDisabled: false });
  });

  it('says with its tokens who has had a secret of it, since they are one reviewer with it', async () => {
    const { services } = opened();
    const { client, secret } = await mustSucceed(services.createClient(asked));
    const credentials = { clientId: client.id, clientSecret: secret };
    const { token } = await mustSucceed(services.issueToken({ credentials, scopes: null }));
    expect(await mustSucceed(services.verifyToken(token))).to.deep.include({
      behindReviews: [`client:${client.id}`, anAdmin().staffId],
    });
  });

  it('says so of who has had a secret that ended, too: their tokens and what they approved by it are theirs', async () => {
    const { services } = opened();
    const { client, secret } = await mustSucceed(services.createClient(asked));
    const credentials = { clientId: client.id, clientSecret: secret };
    const { token } = await mustSucceed(services.issueToken({ credentials, scopes: null }));
    for (const overlapSeconds of [60, 0])
      await mustSucceed(services.rotateClientSecret({ caller: second, id: client.id, overlapSeconds }));
    expect(await mustSucceed(services.verifyToken(token))).to.deep.include({
      behindReviews: [`client:${client.id}`, second.staffId, anAdmin().staffId],
    });
  });

  it('is nobody for another partner and for another team, who change nothing of it', async () => {
    const { services, stores } = opened();
    const { client } = await mustSucceed(services.createClient({ ...asked, teamId: 'north' }));
    for (const caller of [anAdmin('globex'), anAdmin('acme', 'south')]) {
      const own = { caller, id: client.id };
      const rotate = services.rotateClientSecret({ ...own, overlapSeconds: 0 });
      expect(await mustFail(rotate)).to.include({ _tag: 'NotFound' });
      expect(await mustFail(services.setClientDisabled({ ...own, isDisabled: true }))).to.include({ _tag: 'NotFound' });
      expect((await mustSucceed(services.listClients(caller))).stored).to.deep.equal([]);
    }
    expect(await mustSucceed(stores.clientStore.find(client.id))).to.deep.equal(client);
    const north = await mustSucceed(services.listClients(anAdmin('acme', 'north')));
    expect(north).to.deep.equal({ configured: [], stored: [client] });
    const whole = await mustSucceed(services.listClients(anAdmin()));
    expect([whole.configured.map(({ clientId }) => clientId), whole.stored]).to.deep.equal([
      [configured.clientId],
      [client],
    ]);
  });

  it('gets no name that is taken for a member of staff', async () => {
    const { services } = opened();
    for (const name of [
      'staff-abcdefghij12',
      'STAFF-ABCDEFGHIJ12',
      'Rosa (staff abcdefghij12)',
      '\uff53taff-abcdefghijkl',
      'staff\u2010abcdefghijkl',
      'sta\u200bff\u2212abcdefghijkl',
      '\u0455\u0442\u0430ff-abcdefghijkl',
      'Rosa (\u0455taff abcdefghij12)',
    ])
      expect(await mustFail(services.createClient({ ...asked, name })), name).to.have.nested.property(
        'faults[0].pointer',
        '/name',
      );
    expect((await mustSucceed(services.createClient({ ...asked, name: 'Staff scheduling' }))).client.name).to.equal(
      'Staff scheduling',
    );
  });

  it('gets no team but that of who creates it, and no scope that tells of other partners', async () => {
    const { services } = opened();
    const foreign = { ...asked, caller: anAdmin('acme', 'north') };
    for (const teamId of ['south', null])
      expect(await mustFail(services.createClient({ ...foreign, teamId }))).to.deep.include({
        faults: [{ pointer: '/team_id', message: 'expected your own team' }],
      });
    for (const teamId of ['', 'north\0', 'a'.repeat(201)])
      expect(await mustFail(services.createClient({ ...asked, teamId }))).to.have.nested.property(
        'faults[0].pointer',
        '/teamId',
      );
    expect((await mustSucceed(services.createClient(foreign))).client.tenant.teamId).to.equal('north');
    for (const teamId of [' north', 'north '])
      expect(await mustFail(services.createClient({ ...asked, teamId }))).to.deep.include({
        faults: [{ pointer: '/team_id', message: 'expected no blanks at its ends' }],
      });
    const blank = await mustFail(services.createClient({ ...asked, teamId: ' ' }));
    expect(blank).to.have.nested.property('faults[0].pointer', '/teamId');
    const granted: readonly Scope[] = ['profiles:read', 'ledger:read'];
    expect(await mustFail(services.createClient({ ...asked, scopes: granted }))).to.deep.include({
      faults: [{ pointer: '/scopes/1', message: 'expected a scope that a partner may have' }],
    });
    expect(scopes.filter((scope) => !partnerScopes.includes(scope))).to.deep.equal(['ledger:read']);
  });

  it('is one of a hundred at most', async () => {
    const { services, stores } = opened();
    for (let n = 0; n < maxStoredClients; n += 1) {
      const { entry, stored } = aStoredClient.first(aStoredClient(`client${String(n).padStart(9, '0')}`));
      await mustSucceed(stores.clientStore.insert(stored, entry));
    }
    expect(await mustFail(services.createClient(asked))).to.deep.include({ _tag: 'Invalid' });
    await mustSucceed(services.createClient({ ...asked, caller: anAdmin('globex') }));
  });

  it('is the same one where its request is repeated, without its secret, also where there is room for no other', async () => {
    const { services, stores } = opened();
    const operation = { id: 'an operation', isRetry: false };
    const { client, secret } = await mustSucceed(services.createUnderKey({ ...asked, operation }));
    expect(secret).to.be.a('string');
    for (let n = 1; n < maxStoredClients; n += 1) {
      const { entry, stored } = aStoredClient.first(aStoredClient(`client${String(n).padStart(9, '0')}`));
      await mustSucceed(stores.clientStore.insert(stored, entry));
    }
    const again = { ...asked, operation: { ...operation, isRetry: true } };
    expect(await mustSucceed(services.createUnderKey(again))).to.deep.equal({ client, secret: null });
    expect((await mustSucceed(services.listClients(anAdmin()))).stored).to.have.length(maxStoredClients);
  });

  it('is created by the repetition of a request that had stored none', async () => {
    const { services, stores } = opened();
    const again = { ...asked, operation: { id: 'an operation', isRetry: true } };
    const { client, secret } = await mustSucceed(services.createUnderKey(again));
    expect(secret).to.match(/^pcs_/);
    expect(await mustSucceed(stores.clientStore.find(client.id))).to.deep.equal(client);
  });

  it('is one, and its secret is told once, where two attempts at its creation run at once', async () => {
    const tables = memoryTables();
    const instances = [clientService(memoryDriver(tables)), clientService(memoryDriver(tables))];
    const created = await Promise.all(
      instances.map(({ services }, n) =>
        mustSucceed(services.createUnderKey({ ...asked, operation: { id: 'an operation', isRetry: n > 0 } })),
      ),
    );
    expect(created.map(({ client }) => client.id)).to.deep.equal(created.map(() => created[0]?.client.id));
    expect(created.filter(({ secret }) => secret !== null)).to.have.length(1);
  });

  it('has one new secret where the request for it is repeated, however its first answer was lost', async () => {
    const { clients, services } = opened();
    const { client } = await mustSucceed(services.createClient(asked));
    const one = { caller: anAdmin(), id: client.id };
    const own = { ...one, overlapSeconds: 60 };
    const operation = { id: 'an operation', isRetry: false };
    const first = await mustSucceed(services.rotateUnderKey({ ...own, operation }));
    await mustSucceed(services.setClientDisabled({ ...one, isDisabled: true }));
    await mustSucceed(services.setClientDisabled({ ...one, isDisabled: false }));
    const again = await mustSucceed(services.rotateUnderKey({ ...own, operation: { ...operation, isRetry: true } }));
    expect([again.secret, again.client.version, again.client.secrets]).to.deep.equal([null, 4, first.client.secrets]);
    const credentials = { clientId: client.id, clientSecret: first.secret ?? '' };
    expect(E.isRight(await clients.authenticate(credentials)())).to.equal(true);
    const other = { ...own, operation: { id: 'another operation', isRetry: true } };
    expect((await mustSucceed(services.rotateUnderKey(other))).secret).to.be.a('string');
  });

  it('has one new secret where attempts of one request run at once, which is told once', async () => {
    const { services } = opened();
    const { client } = await mustSucceed(services.createClient(asked));
    const own = { caller: anAdmin(), id: client.id, overlapSeconds: 60 };
    const attempts = [false, true, true].map((isRetry) =>
      mustSucceed(services.rotateUnderKey({ ...own, operation: { id: 'an operation', isRetry } })),
    );
    const answers = await Promise.all(attempts);
    expect(answers.filter(({ secret }) => secret !== null)).to.have.length(1);
    expect(answers.map(({ client: { version } }) => version)).to.deep.equal([2, 2, 2]);
  });

  it('is answered as it is after a rotation that another attempt makes while it is read', async () => {
    const tables = memoryTables();
    const driver = memoryDriver(tables);
    const first = clientService(driver).services;
    const { client } = await mustSucceed(first.createClient(asked));
    const own = { caller: anAdmin(), id: client.id, overlapSeconds: 60 };
    const rotate = first.rotateUnderKey({ ...own, operation: { id: 'an operation', isRetry: false } });
    let isRotated = false;
    const { services } = clientService({
      ...driver,
      page: (table, query) => async () => {
        if (table === 'ledger' && !isRotated) {
          isRotated = true;
          await mustSucceed(rotate);
        }
        return driver.page(table, query)();
      },
    });
    const repeated = { ...own, operation: { id: 'an operation', isRetry: true } };
    const { client: shown, secret } = await mustSucceed(services.rotateUnderKey(repeated));
    expect([isRotated, secret, shown.version, shown.secrets.length]).to.deep.equal([true, null, 2, 2]);
  });

  it('has an entry of its ledger for each change, by who made it, and none where nothing changed', async () => {
    const { services, stores } = opened();
    const { client } = await mustSucceed(services.createClient(asked));
    const own = { caller: anAdmin(), id: client.id };
    for (const isDisabled of [true, true, false]) await mustSucceed(services.setClientDisabled({ ...own, isDisabled }));
    await mustSucceed(services.rotateClientSecret({ ...own, overlapSeconds: 0 }));
    const entries = await mustSucceed(stores.ledgerReader.entries(client.id, { afterSeq: 0, limit: 10 }));
    expect(entries.map(({ actor, data, type }) => [type, actor.id, data['partner_id']])).to.deep.equal(
      ['client.created', 'client.disabled', 'client.enabled', 'client.secret_rotated'].map((type) => [
        type,
        'staff-adminxxxxxx1',
        'acme',
      ]),
    );
    const { chains, inspector, ledgerReader, profiles, recordScanner: index } = stores;
    const needs = {
      chains,
      inspector,
      ledgerReader,
      profiles,
      index,
      judge: () => TE.right([]),
      readsFiles: false,
    };
    expect(await mustSucceed(examineLedger(needs).one(client.id))).to.deep.include({ faults: [] });
    const text = JSON.stringify(entries);
    expect(text).to.not.include('Rosa').and.not.include('sha256').and.not.include('pcs_');
  });
});

describe('the token of a client of the store', () => {
  it('is refused at once where the client is disabled, after a refresh elsewhere, and accepted again', async () => {
    const driver = memoryDriver(memoryTables());
    const here = clientService(driver);
    const there = clientService(driver, here.clock, 'another instance');
    const { client, secret } = await mustSucceed(here.services.createClient(asked));
    const credentials = { clientId: client.id, clientSecret: secret };
    const { token } = await mustSucceed(there.services.issueToken({ credentials, scopes: null }));
    const own = { caller: anAdmin(), id: client.id };
    for (const { services } of [here, there]) await mustSucceed(services.verifyToken(token));
    await mustSucceed(here.services.setClientDisabled({ ...own, isDisabled: true }));
    const refused = { _tag: 'InvalidToken', expired: false, why: 'client' };
    expect(await mustFail(here.services.verifyToken(token))).to.deep.equal(refused);
    await mustSucceed(there.services.verifyToken(token));
    await mustSucceed(there.refresh);
    expect(await mustFail(there.services.verifyToken(token))).to.deep.equal(refused);
    for (const { services } of [here, there])
      expect(await mustFail(services.issueToken({ credentials, scopes: null }))).to.include({ _tag: 'InvalidClient' });
    await mustSucceed(here.services.setClientDisabled({ ...own, isDisabled: false }));
    await mustSucceed(there.refresh);
    for (const { services } of [here, there]) await mustSucceed(services.verifyToken(token));
  });

  it('is refused where the row of the client does not open, and hides no change of another', async () => {
    const driver = memoryDriver(memoryTables());
    const here = clientService(driver);
    const there = clientService(driver, here.clock, 'another instance');
    const [damaged, disabled] = await Promise.all(
      ['Orders', 'Shop'].map(async (name) => {
        const { client, secret } = await mustSucceed(here.services.createClient({ ...asked, name }));
        const credentials = { clientId: client.id, clientSecret: secret };
        const { token } = await mustSucceed(there.services.issueToken({ credentials, scopes: null }));
        return { id: client.id, token };
      }),
    );
    if (!damaged || !disabled) return expect.fail('no clients');
    expect(await mustSucceed(there.refresh)).to.deep.equal([]);
    const kept = (await mustSucceed(driver.get('clients', damaged.id))) ?? expect.fail('no row');
    const write = (data: unknown) =>
      mustSucceed(driver.transaction([{ kind: 'update', table: 'clients', id: damaged.id, columns: { data } }]));
    await write('{}');
    await mustSucceed(here.services.setClientDisabled({ caller: anAdmin(), id: disabled.id, isDisabled: true }));
    expect(await mustSucceed(there.refresh)).to.deep.equal([damaged.id]);
    expect(await mustSucceed(there.refresh)).to.deep.equal([]);
    for (const { token } of [damaged, disabled])
      expect(await mustFail(there.services.verifyToken(token))).to.include({ _tag: 'InvalidToken', why: 'client' });
    await write(kept['data']);
    await mustSucceed(there.refresh);
    await mustSucceed(there.services.verifyToken(damaged.token));
  });

  it('asks the store once at an instance that has not heard of the client yet, and then no more', async () => {
    const driver = memoryDriver(memoryTables());
    const here = clientService(driver);
    const there = clientService(driver, here.clock, 'another instance');
    await mustSucceed(there.refresh);
    const { client, secret } = await mustSucceed(here.services.createClient(asked));
    const credentials = { clientId: client.id, clientSecret: secret };
    const { token } = await mustSucceed(here.services.issueToken({ credentials, scopes: null }));
    for (let n = 0; n < 3; n += 1) await mustSucceed(there.services.verifyToken(token));
    expect(there.asked).to.deep.equal([client.id]);
    here.asked.length = 0;
    await mustSucceed(here.services.verifyToken(token));
    expect(here.asked).to.deep.equal([]);
  });
});
