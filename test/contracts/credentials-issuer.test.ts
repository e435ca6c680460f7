import { stsCredentials } from '@portcullis/adapter-aws';
import { simulatedCredentials } from '@portcullis/adapter-memory';
import { credentialsIssuerContract } from '@portcullis/contracts';
import type { Clock, CredentialsIssuer } from '@portcullis/domain';
import { simulatorKeys } from '@portcullis/vendor-simulator';
import { expect } from 'chai';
import { aSimulation } from '../support/builders/simulations.ts';
import { awsAt } from '../support/clients/aws.ts';
import { simulatorForTests } from '../support/clients/vendor-calls.ts';
import { fakeClock } from '../support/clock/fake-clock.ts';
import { mustSucceed } from '../support/run.ts';

const call = { profileId: 'abc000000000001', attempt: 1 };

/** Tests the guarantees of every CredentialsIssuer, and what our own adapters guarantee in addition, for AWS. */
const issuerContract = (name: string, open: (given: { readonly clock: Clock }) => CredentialsIssuer): void => {
  for (const secret of ['access_key_id', 'secret_access_key', 'session_token'])
    credentialsIssuerContract({ describe, it }, `${name}, ${secret}`, open, secret);

  describe(`credentials of ${name}`, () => {
    it('are temporary ones for the region, which expire after fifteen minutes', async () => {
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
      expect(issued['region']).to.equal('eu-west-1');
    });

    it('count the fifteen minutes from the moment of the call', async () => {
      const clock = fakeClock();
      const issue = open({ clock }).issue(call);
      clock.advance(61_000);
      expect((await mustSucceed(issue))['expiration']).to.equal('2026-05-01T00:16:01.000Z');
    });
  });
};

issuerContract('simulated', ({ clock }) => simulatedCredentials(aSimulation(null, clock)));

describe('the issuer of credentials over the simulator of AWS', () => {
  let now: Clock = fakeClock();
  const { running } = simulatorForTests({ clock: { now: () => now.now() } });
  const ways = [
    ['STS, of the user', null],
    ['STS, of a role', 'arn:aws:iam::123456789012:role/portcullis-liveness'],
  ] as const;

  for (const [name, roleArn] of ways) {
    issuerContract(name, ({ clock }) => {
      now = clock;
      return stsCredentials(awsAt(running().url, {}, simulatorKeys).clients, { roleArn });
    });
  }
});
