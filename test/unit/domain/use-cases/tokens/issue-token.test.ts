import { memoryTokenService } from '@portcullis/adapter-memory';
import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { E, issueToken, TE, unavailable } from '@portcullis/domain';
import type { ClientRegistry, TokenStateStore } from '@portcullis/domain/ports';
import { expect } from 'chai';
import { fakeClock } from '../../../../support/clock/fake-clock.ts';
import { storesInMemory } from '../../../../support/records/memory-records.ts';
import { mustFail, mustSucceed } from '../../../../support/run.ts';

const client = {
  clientId: 'shop',
  tenant: { partnerId: 'acme', teamId: null },
  scopes: ['profiles:read', 'profiles:write'],
  redirectOrigins: ['https://app.example'],
} as const;
const assertion = { id: 'shop/1', expiresAt: '2026-05-01T00:01:00.000Z' };

const clients: ClientRegistry = {
  authenticate: (credentials) => TE.right({ client, assertion: 'clientAssertion' in credentials ? assertion : null }),
  find: () => client,
  hasPartner: () => true,
};

const issuer = (tokenStates: TokenStateStore) => {
  const clock = fakeClock();
  const tokens = memoryTokenService({ machineTtlSeconds: 600, flowTtlSeconds: 600, clock, ids: sequentialIds() });
  return { tokens, issue: issueToken({ clients, tokens, tokenStates, clock }) };
};
const byAssertion = { credentials: { clientId: 'shop', clientAssertion: 'a.b.c' }, scopes: null };

describe('a token that is asked for with an assertion', () => {
  it('is issued once for each assertion, by whichever instance', async () => {
    const tokenStates = storesInMemory().tokenStates;
    const answers = await Promise.all(Array.from({ length: 10 }, () => issuer(tokenStates).issue(byAssertion)()));
    expect(answers.filter(E.isRight)).to.have.length(1);
    for (const answer of answers.filter(E.isLeft)) expect(answer.left).to.deep.equal({ _tag: 'InvalidClient' });
  });

  it('is not issued when nobody can say whether the assertion was used', async () => {
    const down = unavailable('database', 'down');
    const { issue } = issuer({ ...storesInMemory().tokenStates, useAssertion: () => TE.left(down) });
    expect(await mustFail(issue(byAssertion))).to.equal(down);
  });

  it('names the client, its tenant and its scopes, and nothing else of its entry', async () => {
    const { issue, tokens } = issuer(storesInMemory().tokenStates);
    const { token } = await mustSucceed(issue({ ...byAssertion, scopes: ['profiles:read'] }));
    expect((await mustSucceed(tokens.verify(token))).principal).to.deep.equal({
      kind: 'machine',
      clientId: 'shop',
      tenant: client.tenant,
      scopes: ['profiles:read'],
    });
  });
});
