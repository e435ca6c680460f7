import { memoryRecords, memoryTokenService, memoryTokenStateStore } from '@portcullis/adapter-memory';
import { issueToken, TE, unavailable } from '@portcullis/domain';
import { withOutageCause } from '@portcullis/domain/kernel';
import type { ClientRegistry } from '@portcullis/domain/ports';
import { revocationList, revokeToken, verifyToken } from '@portcullis/domain/use-cases';
import { expect } from 'chai';
import { fakeClock } from '../../../../support/clock/fake-clock.ts';
import { sequentialIds } from '../../../../support/clock/sequential-ids.ts';
import { mustFail, mustSucceed } from '../../../../support/run.ts';

const client = { clientId: 'shop', tenant: { partnerId: 'acme', teamId: null }, scopes: ['profiles:read'] } as const;
const clients: ClientRegistry = {
  authenticate: () => TE.right({ client, assertion: null }),
  find: () => client,
  hasPartner: () => true,
};
const credentials = { clientId: 'shop', clientSecret: 'the secret of the shop' };

describe('tokens of a service whose clock is not trusted', () => {
  it('are neither issued, nor accepted, nor revoked, until it is trusted again', async () => {
    const held = { trusted: true };
    const clock = { ...fakeClock(), isTrusted: () => held.trusted };
    const tokens = memoryTokenService({ machineTtlSeconds: 600, flowTtlSeconds: 600, clock, ids: sequentialIds() });
    const tokenStates = memoryTokenStateStore(memoryRecords());
    const revocations = revocationList({ tokenStates, clock });
    const deps = { clients, tokens, tokenStates, revocations, unregisteredClients: 'refuse', clock } as const;
    const issue = issueToken(deps)({ credentials, scopes: null });
    const { token } = await mustSucceed(issue);
    held.trusted = false;
    const asked = [issue, verifyToken(deps)(token), revokeToken(deps)({ credentials, token })];
    for (const task of asked)
      expect(await mustFail<unknown>(task)).to.deep.equal(
        withOutageCause(unavailable('clock', 'the clock is not believed'), 'clock_skew'),
      );
    held.trusted = true;
    await mustSucceed(issue);
    expect(await mustSucceed(verifyToken(deps)(token))).to.include({ clientId: 'shop' });
    expect(await mustSucceed(revokeToken(deps)({ credentials, token }))).to.equal('revoked');
  });
});
