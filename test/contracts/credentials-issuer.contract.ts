import type { Clock, CredentialsIssuer } from '@portcullis/domain';
import { expect } from 'chai';
import { fakeClock } from '../support/clock/fake-clock.ts';
import { mustSucceed } from '../support/run.ts';

const call = { profileId: 'abc000000000001', attempt: 1 };

/** Tests the guarantees of every CredentialsIssuer; `region` is the region that it was made for. */
export const credentialsIssuerContract = (
  name: string,
  region: string,
  open: (given: { readonly clock: Clock }) => CredentialsIssuer,
): void => {
  describe(`CredentialsIssuer contract: ${name}`, () => {
    it('issues temporary credentials for its region that expire after fifteen minutes', async () => {
      const issued = await mustSucceed(open({ clock: fakeClock() }).issue(call));
      expect(Object.keys(issued).sort()).to.deep.equal([
        'access_key_id',
        'expiration',
        'region',
        'secret_access_key',
        'session_token',
      ]);
      expect(issued['access_key_id']).to.match(/^ASIA[A-Z0-9]{16}$/);
      expect(issued['secret_access_key']).to.match(/^[A-Za-z0-9/+]{40}$/);
      expect(issued['session_token']).to.match(/^[A-Za-z0-9/+=]{16,}$/);
      expect(issued['expiration']).to.equal('2026-05-01T00:15:00.000Z');
      expect(issued['region']).to.equal(region);
    });

    it('issues new credentials each time the task is run', async () => {
      const issue = open({ clock: fakeClock() }).issue(call);
      const first = await mustSucceed(issue);
      const second = await mustSucceed(issue);
      for (const part of ['access_key_id', 'secret_access_key', 'session_token'] as const) {
        expect(first[part]).not.to.equal(second[part]);
      }
    });

    it('counts the fifteen minutes from the moment of the call', async () => {
      const clock = fakeClock();
      const issue = open({ clock }).issue(call);
      clock.advance(61_000);
      expect((await mustSucceed(issue))['expiration']).to.equal('2026-05-01T00:16:01.000Z');
    });
  });
};
