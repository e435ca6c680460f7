import { stsCredentials } from '@portcullis/adapter-aws';
import { simulatedCredentials } from '@portcullis/adapter-memory';
import type { Clock } from '@portcullis/domain';
import { simulatorKeys } from '@portcullis/vendor-simulator';
import { aSimulation } from '../support/builders/simulations.ts';
import { awsAt } from '../support/clients/aws.ts';
import { simulatorForTests } from '../support/clients/vendor-calls.ts';
import { fakeClock } from '../support/clock/fake-clock.ts';
import { credentialsIssuerContract } from './credentials-issuer.contract.ts';

credentialsIssuerContract('simulated', 'eu-west-1', ({ clock }) => simulatedCredentials(aSimulation(null, clock)));

describe('the issuer of credentials over the simulator of AWS', () => {
  let now: Clock = fakeClock();
  const { running } = simulatorForTests({ clock: { now: () => now.now() } });
  const ways = [
    ['STS, of the user', null],
    ['STS, of a role', 'arn:aws:iam::123456789012:role/portcullis-liveness'],
  ] as const;

  for (const [name, roleArn] of ways) {
    credentialsIssuerContract(name, 'eu-west-1', ({ clock }) => {
      now = clock;
      return stsCredentials(awsAt(running().url, {}, simulatorKeys).clients, { roleArn });
    });
  }
});
