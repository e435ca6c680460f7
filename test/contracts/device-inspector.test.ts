import { type ScenarioName, simulatedDevices } from '@portcullis/adapter-memory';
import { deviceInspectorContract } from '@portcullis/contracts';
import type { DeviceInspector } from '@portcullis/domain';
import { expect } from 'chai';
import { aSimulation } from '../support/builders/simulations.ts';
import { deviceCall, inspectorAt } from '../support/clients/fingerprint.ts';
import { simulatorForTests } from '../support/clients/vendor-calls.ts';
import { type FakeClock, fakeClock } from '../support/clock/fake-clock.ts';
import { mustSucceed } from '../support/run.ts';

type Given = { readonly clock: FakeClock; readonly scenario: ScenarioName };

/** Tests the guarantees of every DeviceInspector, and what our own adapters guarantee in addition. */
const inspectorContract = (name: string, open: (given: Given) => DeviceInspector): void => {
  deviceInspectorContract({ describe, it }, name, open);

  it(`names the visitor of ${name} by 20 letters and digits`, async () => {
    const devices = open({ clock: fakeClock(), scenario: 'approve' });
    const { visitorId } = await mustSucceed(devices.inspect({ call: deviceCall, eventId: 'sim-1' }));
    expect(visitorId).to.match(/^[A-Za-z0-9]{20}$/);
  });
};

inspectorContract('simulated', ({ scenario, clock }) => simulatedDevices(aSimulation(scenario, clock)));

describe('the device inspector over the simulator of Fingerprint', () => {
  const { running } = simulatorForTests({ clock: fakeClock() });

  inspectorContract('Fingerprint', ({ scenario, clock }) => {
    running().script({ scenario, event: { linked_id: deviceCall.profileId } });
    return inspectorAt(running().url, { clock });
  });
});
