import { simulatedDevices } from '@portcullis/adapter-memory';
import { deviceCall, inspectorAt } from '../support/fingerprint.ts';
import { movingClock } from '../support/moving-clock.ts';
import { aSimulation } from '../support/simulations.ts';
import { simulatorForTests } from '../support/vendor-calls.ts';
import { deviceInspectorContract } from './device-inspector.contract.ts';

deviceInspectorContract('simulated', ({ scenario, clock }) => simulatedDevices(aSimulation(scenario, clock)));

describe('over the simulator of Fingerprint', () => {
  const { running } = simulatorForTests({ clock: movingClock() });

  deviceInspectorContract('Fingerprint', ({ scenario, clock }) => {
    running().script({ scenario, event: { linked_id: deviceCall.profileId } });
    return inspectorAt(running().url, { clock });
  });
});
