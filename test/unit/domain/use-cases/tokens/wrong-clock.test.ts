import { memoryTokenService } from '@portcullis/adapter-memory';
import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { E, issueToken, TE, unavailable } from '@portcullis/domain';
import type { ClientRegistry, TokenService } from '@portcullis/domain/ports';
import { revocationList } from '@portcullis/domain/use-cases';
import { expect } from 'chai';
import { revokeToken } from '#domain/use-cases/tokens/revoke-token';
import { verifyToken } from '#domain/use-cases/tokens/verify-token';
import { clockOutage, steppedClock } from '../../../../support/clock/stepped-clock.ts';
import { storesInMemory } from '../../../../support/records/memory-records.ts';
import { mustFail, mustSucceed } from '../../../../support/run.ts';

const client = { clientId: 'shop', tenant: { partnerId: 'acme', teamId: null }, scopes: ['profiles:read'] } as const;
const credentials = { clientId: 'shop', clientSecret: 'the secret of the shop' };

/** Tokens of a service whose clock can be set, also while a client is authenticated, or a token verified. */
const settable = async () => {
  const stepped = steppedClock();
  const { clock } = stepped;
  const during = { authentication: (): void => undefined, verification: (): void => undefined };
  const clients: ClientRegistry = {
    authenticate: () => async () => {
      during.authentication();
      return E.right({ client, assertion: null });
    },
    find: () => client,
    hasPartner: () => true,
  };
  const real = memoryTokenService({ machineTtlSeconds: 600, flowTtlSeconds: 600, clock, ids: sequentialIds() });
  const held = { issued: 0 };
  const tokens: TokenService = {
    ...real,
    issueMachine: (input) => {
      held.issued += 1;
      return real.issueMachine(input);
    },
    verify: (token) => async () => {
      during.verification();
      return real.verify(token)();
    },
  };
  const tokenStates = storesInMemory().tokenStates;
  const revocations = revocationList({ tokenStates, clock });
  const deps = {
    clients,
    tokens,
    tokenStates,
    revocations,
    unregisteredClients: 'refuse',
    clock,
  } as const;
  const issue = issueToken(deps)({ credentials, scopes: null });
  const { token } = await mustSucceed(issue);
  const verify = verifyToken(deps)(token);
  const revoke = revokeToken(deps)({ credentials, token });
  return {
    ...stepped,
    during,
    held,
    issue,
    revoke,
    verify,
  };
};

describe('tokens of a service whose clock is not trusted', () => {
  it('are neither issued, nor accepted, nor revoked, until it is trusted again', async () => {
    const { goesAhead, isRightAgain, issue, revoke, verify } = await settable();
    goesAhead();
    for (const task of [issue, verify, revoke]) expect(await mustFail<unknown>(task)).to.deep.equal(clockOutage);
    isRightAgain();
    await mustSucceed(issue);
    expect(await mustSucceed(verify)).to.include({ clientId: 'shop' });
    expect(await mustSucceed(revoke)).to.equal('revoked');
  });

  it('are not issued when it is set while the client is authenticated', async () => {
    const { during, goesAhead, held, issue } = await settable();
    during.authentication = goesAhead;
    expect(await mustFail<unknown>(issue)).to.deep.equal(clockOutage);
    expect(held.issued).to.equal(1);
  });

  it('are authenticated for by no assertion that only seems to have expired', async () => {
    const { during, goesAhead, issue, revoke } = await settable();
    goesAhead();
    during.authentication = () => expect.fail('a client was authenticated');
    for (const task of [issue, revoke]) expect(await mustFail<unknown>(task)).to.deep.equal(clockOutage);
  });

  it('are not called expired when it is set while they are verified', async () => {
    for (const asked of ['verify', 'revoke'] as const) {
      const { during, goesAhead, [asked]: task } = await settable();
      during.verification = goesAhead;
      expect(await mustFail<unknown>(task), asked).to.deep.equal(clockOutage);
    }
  });
});

describe('revoked tokens of a service whose clock is 400 days ahead for a while', () => {
  const minute = 60_000;
  const revoking = async () => {
    const stepped = steppedClock();
    const tokenStates = storesInMemory().tokenStates;
    const ago = (ms: number): string => new Date(stepped.clock.now() - ms).toISOString();
    for (const [id, minutes] of [
      ['old', 30],
      ['new', 1],
    ] as const)
      await mustSucceed(tokenStates.revoke({ id, expiresAt: ago(-1440 * minute), revokedAt: ago(minutes * minute) }));
    const list = revocationList({ tokenStates, clock: stepped.clock });
    return { ...stepped, list, revoked: () => ['old', 'new'].map(list.isRevoked) };
  };

  it('stay revoked where it is set ahead while it runs', async () => {
    const { goesAhead, isRightAgain, list, revoked } = await revoking();
    await list.refresh();
    goesAhead();
    await list.refresh();
    isRightAgain();
    await list.refresh();
    expect(revoked()).to.deep.equal([true, true]);
  });

  it('are revoked where it was ahead at the start', async () => {
    const { goesAhead, isRightAgain, list, revoked } = await revoking();
    goesAhead();
    await list.refresh();
    isRightAgain();
    expect(list.firstRead()).to.equal(null);
    expect(revoked()).to.deep.equal([true, true]);
  });

  it('are forgotten when they have expired by a clock that is right', async () => {
    const { clock, list, revoked } = await revoking();
    await list.refresh();
    clock.advance(1441 * minute + 1);
    await list.refresh();
    expect(revoked()).to.deep.equal([false, false]);
  });

  it('are asked for again a second after a failure, whatever the clock was then', async () => {
    const { clock, goesAhead, isRightAgain } = steppedClock();
    let asked = 0;
    const down = unavailable('database', 'down');
    const tokenStates = {
      ...storesInMemory().tokenStates,
      revokedSince: () => {
        asked += 1;
        return TE.left(down);
      },
    };
    const { firstRead } = revocationList({ tokenStates, clock });
    goesAhead();
    await firstRead();
    isRightAgain();
    await firstRead();
    expect(asked).to.equal(1);
    clock.advance(1000);
    await firstRead();
    expect(asked).to.equal(2);
  });
});
