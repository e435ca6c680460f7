import { joseTokenService } from '@portcullis/adapter-jose';
import { memoryClientRegistry } from '@portcullis/adapter-memory';
import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { E, TE, unavailable } from '@portcullis/domain';
import type { Client, TokenStateStore } from '@portcullis/domain/ports';
import { revocationList, type UnregisteredClients } from '@portcullis/domain/use-cases';
import { expect } from 'chai';
import { revokeToken } from '#domain/use-cases/tokens/revoke-token';
import { verifyToken } from '#domain/use-cases/tokens/verify-token';
import { rawToken } from '../../../../support/builders/raw-token.ts';
import { fakeClock } from '../../../../support/clock/fake-clock.ts';
import { storesInMemory } from '../../../../support/records/memory-records.ts';
import { mustFail, mustSucceed } from '../../../../support/run.ts';

const shop = {
  clientId: 'shop',
  clientSecret: 'the secret of the shop',
  tenant: { partnerId: 'acme', teamId: 'berlin' },
  scopes: ['profiles:read'],
} as const;
const cron = { ...shop, clientId: 'cron', clientSecret: 'the secret of cron' };
const refusal = (why: string) => ({ _tag: 'InvalidToken', expired: false, why });

type Options = {
  readonly clients?: readonly (Client & { readonly clientSecret: string })[];
  readonly unregisteredClients?: UnregisteredClients;
  readonly tokenStates?: TokenStateStore;
};

const clock = fakeClock();
const ids = sequentialIds();
const sharedSecret = 'x'.repeat(40);
const tokens = joseTokenService({ secret: sharedSecret, machineTtlSeconds: 600, flowTtlSeconds: 600, clock, ids });

/** One instance of the service, over the same tokens and, if they are given, the same stored states. */
const anInstance = ({
  clients = [shop, cron],
  unregisteredClients = 'refuse',
  tokenStates = storesInMemory().tokenStates,
}: Options = {}) => {
  const deps = { clients: memoryClientRegistry(clients), tokenStates, tokens, clock, unregisteredClients };
  const revocations = revocationList(deps);
  const revoke = revokeToken({ ...deps, revocations });
  return {
    refresh: revocations.refresh,
    verify: verifyToken({ ...deps, revocations }),
    revoke: (token: string, { clientId, clientSecret } = shop as typeof shop | typeof cron) =>
      revoke({ credentials: { clientId, clientSecret }, token }),
  };
};

const issued = async (over: object = {}): Promise<string> =>
  (await mustSucceed(tokens.issueMachine({ ...shop, ...over }))).token;
const aLink = async (): Promise<string> => {
  const flow = {
    profileId: 'abc000000000001',
    tenant: shop.tenant,
    generation: 1,
    notAfter: '2027-01-01T00:00:00.000Z',
  };
  return (await mustSucceed(tokens.issueFlow(flow))).token;
};

describe('a token of a client that is not configured any more', () => {
  it('is refused at once, also when it was verified before and is cached', async () => {
    const token = await issued();
    await mustSucceed(anInstance().verify(token));
    expect(await mustFail(anInstance({ clients: [cron] }).verify(token))).to.deep.equal(refusal('client'));
    await mustSucceed(anInstance().verify(token));
  });

  it('is refused when its client belongs to another partner or to another team now', async () => {
    const token = await issued();
    for (const tenant of [
      { partnerId: 'other', teamId: 'berlin' },
      { partnerId: 'acme', teamId: 'paris' },
    ])
      expect(await mustFail(anInstance({ clients: [{ ...shop, tenant }] }).verify(token))).to.deep.equal(
        refusal('client'),
      );
    const wholePartner = { ...shop, tenant: { partnerId: 'acme', teamId: null } };
    await mustSucceed(anInstance({ clients: [wholePartner] }).verify(token));
  });

  it('is accepted where tokens of the type that is issued here are accepted of other parties', async () => {
    const stranger = await issued({ clientId: 'of another party' });
    for (const unregisteredClients of ['refuse', 'minted_elsewhere'] as const)
      expect(await mustFail(anInstance({ unregisteredClients }).verify(stranger))).to.deep.equal(refusal('client'));
    await mustSucceed(anInstance({ unregisteredClients: 'accept' }).verify(stranger));
    await mustSucceed(anInstance({ clients: [], unregisteredClients: 'accept' }).verify(stranger));
  });

  it('does not end the links of its people', async () => {
    await mustSucceed(anInstance({ clients: [] }).verify(await aLink()));
  });

  it('is accepted of a token that was minted elsewhere with the shared secret, unless it is to be refused', async () => {
    const elsewhere = (header: object, claims: object) => {
      const payload = { exp: clock.now() / 1000 + 600, scope: 'profiles:read', ...claims };
      const parts = { header: JSON.stringify({ alg: 'HS256', ...header }), payload: JSON.stringify(payload) };
      return rawToken({ ...parts, secret: sharedSecret });
    };
    const theirs = { partner_id: 'other', client_id: 'embedder' };
    for (const header of [{}, { typ: 'JWT' }]) {
      const token = elsewhere(header, theirs);
      const { clientId } = Object(
        await mustSucceed(anInstance({ unregisteredClients: 'minted_elsewhere' }).verify(token)),
      );
      expect(clientId).to.equal('embedder');
      expect(await mustFail(anInstance({ unregisteredClients: 'refuse' }).verify(token))).to.deep.equal(
        refusal('client'),
      );
    }
    const ownType = elsewhere({ typ: 'at+jwt' }, { ...theirs, iat: clock.now() / 1000 });
    expect(await mustFail(anInstance({ unregisteredClients: 'minted_elsewhere' }).verify(ownType))).to.deep.equal(
      refusal('client'),
    );
    const nameless = elsewhere({ typ: 'at+jwt' }, { partner_id: 'acme', iat: clock.now() / 1000 });
    for (const unregisteredClients of ['refuse', 'minted_elsewhere'] as const)
      expect(await mustFail(anInstance({ unregisteredClients }).verify(nameless))).to.deep.equal(refusal('client'));
    await mustSucceed(anInstance().verify(elsewhere({}, { partner_id: 'acme' })));
    expect(await mustFail(anInstance().verify(elsewhere({}, { partner_id: 'other' })))).to.deep.equal(
      refusal('client'),
    );
  });
});

describe('a token of a client that has lost a scope', () => {
  const wide = { ...shop, scopes: ['profiles:read', 'profiles:erase'] } as const;
  const scopesFor = async (token: string, options: Options) =>
    Object(await mustSucceed(anInstance(options).verify(token))).scopes;

  it('has it no more, also when it was verified before, and gets none that its client has been given since', async () => {
    const token = await issued(wide);
    expect(await scopesFor(token, { clients: [wide] })).to.have.members(wide.scopes);
    for (const unregisteredClients of ['refuse', 'minted_elsewhere', 'accept'] as const)
      expect(await scopesFor(token, { clients: [shop], unregisteredClients })).to.deep.equal(['profiles:read']);
    expect(await scopesFor(await issued(), { clients: [wide] })).to.deep.equal(['profiles:read']);
  });

  it('is of one principal for all requests, so that nothing is counted or computed anew', async () => {
    const { verify } = anInstance();
    for (const over of [{}, wide]) {
      const token = await issued(over);
      expect(await mustSucceed(verify(token))).to.equal(await mustSucceed(verify(token)));
    }
  });

  it('keeps what another party has written into it, unless such tokens need a client of ours', async () => {
    const payload = { partner_id: 'acme', team_id: 'berlin', client_id: 'shop', scope: wide.scopes.join(' ') };
    const claims = JSON.stringify({ exp: clock.now() / 1000 + 600, ...payload });
    const token = rawToken({ header: '{"alg":"HS256"}', payload: claims, secret: sharedSecret });
    expect(await scopesFor(token, { unregisteredClients: 'minted_elsewhere' })).to.have.members(wide.scopes);
    expect(await scopesFor(token, { unregisteredClients: 'refuse' })).to.deep.equal(['profiles:read']);
  });
});

describe('a revoked token', () => {
  it('is refused at once in the instance that revoked it, and in another after its next refresh', async () => {
    const tokenStates = storesInMemory().tokenStates;
    const one = anInstance({ tokenStates });
    const other = anInstance({ tokenStates });
    const token = await issued();
    const untouched = await issued();
    for (const { verify } of [one, other]) await mustSucceed(verify(token));
    expect(await mustSucceed(one.revoke(token))).to.equal('revoked');
    expect(await mustFail(one.verify(token))).to.deep.equal(refusal('revoked'));
    await mustSucceed(other.verify(token));
    await mustSucceed(other.refresh);
    expect(await mustFail(other.verify(token))).to.deep.equal(refusal('revoked'));
    for (const { verify } of [one, other]) await mustSucceed(verify(untouched));
    expect(await mustSucceed(one.revoke(token))).to.equal('revoked');
  });

  it('is refused by an instance that starts later, from its first request on', async () => {
    const tokenStates = storesInMemory().tokenStates;
    const token = await issued();
    await mustSucceed(anInstance({ tokenStates }).revoke(token));
    const later = anInstance({ tokenStates });
    const answers = await Promise.all([later.verify(token)(), later.verify(token)()]);
    expect(answers.map(E.isLeft)).to.deep.equal([true, true]);
  });

  it('is known to every instance although their clocks differ by two minutes', async () => {
    const tokenStates = storesInMemory().tokenStates;
    const token = await issued();
    const other = anInstance({ tokenStates });
    await mustSucceed(anInstance({ tokenStates }).revoke(token));
    await mustSucceed(other.refresh);
    clock.advance(-110_000);
    const late = await issued();
    await mustSucceed(anInstance({ tokenStates }).revoke(late));
    clock.advance(110_000);
    await mustSucceed(other.refresh);
    expect(await mustFail(other.verify(late))).to.deep.equal(refusal('revoked'));
  });

  it('belongs to the client that asks: the token of another stays valid', async () => {
    const instance = anInstance();
    const token = await issued();
    expect(await mustSucceed(instance.revoke(token, cron))).to.equal('other_client');
    await mustSucceed(instance.verify(token));
  });

  it('needs the secret of its client', async () => {
    const instance = anInstance();
    const token = await issued();
    const wrong = { ...shop, clientSecret: 'a wrong secret' } as unknown as typeof shop;
    expect(await mustFail(instance.revoke(token, wrong))).to.deep.equal({ _tag: 'InvalidClient' });
    await mustSucceed(instance.verify(token));
  });

  it('is no unknown one, no expired one and no link: these are not recorded', async () => {
    const tokenStates = storesInMemory().tokenStates;
    const instance = anInstance({ tokenStates });
    const old = await issued();
    clock.advance(700_000);
    for (const token of ['', 'a.b.c', 'never a token', old])
      expect(await mustSucceed(instance.revoke(token)), token).to.equal('not_valid');
    expect(await mustSucceed(instance.revoke(await aLink()))).to.equal('flow_token');
    expect(await mustSucceed(tokenStates.revokedSince('1970-01-01T00:00:00.000Z'))).to.deep.equal([]);
  });

  it('is read from the store by one query at the start, and by none for a request', async () => {
    let reads = 0;
    const tokenStates: TokenStateStore = {
      ...storesInMemory().tokenStates,
      revokedSince: () => async () => {
        reads += 1;
        return E.right([]);
      },
    };
    const { verify } = anInstance({ tokenStates });
    const token = await issued();
    await Promise.all(Array.from({ length: 20 }, () => mustSucceed(verify(token))));
    for (let request = 0; request < 20; request += 1) await mustSucceed(verify(token));
    expect(reads).to.equal(1);
  });

  it('is not believed to be valid by an instance that has never read the list: 503, and the list is read once a second', async () => {
    let reads = 0;
    let isDown = true;
    const stored = storesInMemory().tokenStates;
    const tokenStates: TokenStateStore = {
      ...stored,
      revokedSince: (since) => async () => {
        reads += 1;
        return isDown ? E.left(unavailable('database', 'down')) : stored.revokedSince(since)();
      },
    };
    const token = await issued();
    await mustSucceed(anInstance({ tokenStates: stored }).revoke(token));
    const { verify } = anInstance({ tokenStates });
    const untouched = await issued();
    for (let request = 0; request < 5; request += 1)
      for (const one of [token, untouched])
        expect(await mustFail(verify(one))).to.deep.equal(unavailable('database', 'down'));
    expect(reads).to.equal(1);
    isDown = false;
    clock.advance(1000);
    expect(await mustFail(verify(token))).to.deep.equal(refusal('revoked'));
    isDown = true;
    clock.advance(1000);
    await mustSucceed(verify(untouched));
  });

  it('stays in the list until it would have expired, and is then forgotten', async () => {
    const tokenStates = storesInMemory().tokenStates;
    const instance = anInstance({ tokenStates });
    const token = await issued();
    await mustSucceed(instance.revoke(token));
    clock.advance(599_000);
    await mustSucceed(instance.refresh);
    expect(await mustFail(instance.verify(token))).to.deep.equal(refusal('revoked'));
  });

  it('is not revoked when the store does not answer, and the client is told so', async () => {
    const down = unavailable('database', 'down');
    const tokenStates = { ...storesInMemory().tokenStates, revoke: () => TE.left(down) };
    const instance = anInstance({ tokenStates });
    const token = await issued();
    expect(await mustFail(instance.revoke(token))).to.equal(down);
    await mustSucceed(instance.verify(token));
  });
});
