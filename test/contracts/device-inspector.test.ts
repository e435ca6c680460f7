import { simulatedDevices } from '@portcullis/adapter-memory';
import { aSimulation } from '../support/builders/simulations.ts';
import { deviceCall, inspectorAt } from '../support/clients/fingerprint.ts';
import { simulatorForTests } from '../support/clients/vendor-calls.ts';
import { fakeClock } from '../support/clock/fake-clock.ts';
import { deviceInspectorContract } from './device-inspector.contract.ts';

deviceInspectorContract('simulated', ({ scenario, clock }) => simulatedDevices(aSimulation(scenario, clock)));

describe('the device inspector over the simulator of Fingerprint', () => {
  const { running } = simulatorForTests({ clock: fakeClock() });

  deviceInspectorContract('Fingerprint', ({ scenario, clock }) => {
    running().script({ scenario, event: { linked_id: deviceCall.profileId } });
    return inspectorAt(running().url, { clock });
  });
});
