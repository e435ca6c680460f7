import { rekognitionLiveness } from '@portcullis/adapter-aws';
import { type ScenarioName, simulatedLiveness } from '@portcullis/adapter-memory';
import { livenessProviderContract } from '@portcullis/contracts';
import { E, type LivenessProvider } from '@portcullis/domain';
import { decode, LivenessSessionIdCodec } from '@portcullis/domain/kernel';
import { simulatorKeys } from '@portcullis/vendor-simulator';
import { expect } from 'chai';
import { aSimulation } from '../support/builders/simulations.ts';
import { awsAt } from '../support/clients/aws.ts';
import { simulatorForTests } from '../support/clients/vendor-calls.ts';
import { type FakeClock, fakeClock } from '../support/clock/fake-clock.ts';
import { mustSucceed } from '../support/run.ts';

type Given = { readonly clock: FakeClock; readonly scenario: ScenarioName };

/** Tests the guarantees of every LivenessProvider, and what our own adapters guarantee in addition. */
const livenessContract = (name: string, open: (given: Given) => LivenessProvider): void => {
  livenessProviderContract({ describe, it }, name, open);

  describe(`a session of ${name}`, () => {
    const call = { profileId: 'abc000000000001', attempt: 1 };
    const challenge = 'movement_and_light';

    it('has an id that the API accepts, the region of the client, and a lifetime of three minutes', async () => {
      const provider = open({ clock: fakeClock(), scenario: 'approve' });
      const { sessionId, ...rest } = await mustSucceed(provider.open({ call, challenge, requestToken: 'a' }));
      expect(E.isRight(decode(LivenessSessionIdCodec, sessionId)), sessionId).to.equal(true);
      const clientParameters = { region: 'eu-west-1', challenge };
      expect(rest).to.deep.equal({ clientParameters, expiresAt: '2026-05-01T00:03:00.000Z' });
    });

    it('is in progress while it runs', async () => {
      const provider = open({ clock: fakeClock(), scenario: 'approve_after_waiting' });
      const { sessionId } = await mustSucceed(provider.open({ call, challenge, requestToken: 'a' }));
      expect(await mustSucceed(provider.read({ call, sessionId }))).to.deep.equal({ status: 'in_progress' });
    });

    it('says the challenge that was performed, and brings a picture of at most 204,800 bytes', async () => {
      const provider = open({ clock: fakeClock(), scenario: 'approve' });
      const { sessionId } = await mustSucceed(provider.open({ call, challenge, requestToken: 'a' }));
      const result = await mustSucceed(provider.read({ call, sessionId }));
      if (result.status !== 'succeeded' || result.referenceImage === null) throw new Error(`it is ${result.status}`);
      expect(result.challenge).to.equal(challenge);
      expect(result.referenceImage.length).to.be.within(100, 204_800);
    });
  });
};

livenessContract('simulated', ({ scenario, clock }) => simulatedLiveness(aSimulation(scenario, clock)));

describe('the liveness provider over the simulator of AWS', () => {
  let now = fakeClock();
  const { running } = simulatorForTests({ clock: { now: () => now.now() } });

  livenessContract('Rekognition', ({ scenario, clock }) => {
    now = clock;
    running().script({ scenario });
    return rekognitionLiveness(awsAt(running().url, {}, simulatorKeys).clients, clock);
  });
});
