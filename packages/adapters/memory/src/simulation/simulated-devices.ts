import { type DeviceInspector, notFound, pipe, TE, type VendorCall } from '@portcullis/domain';
import { cleanDeviceSignals, type DeviceFacts } from '@portcullis/domain/evidence';
import type { SimulatedDeviceSignals } from './scenarios.ts';
import { type Simulation, scenarioFor, simulatedOutages } from './simulation.ts';

/** The events that the simulated provider knows. A page in the sandbox invents them. */
const knownEvent = /^sim-.{1,128}$/;

/** A clean browser of the person's own. No provider is wholly confident. */
const cleanDevice = { ...cleanDeviceSignals, confidence: 0.98, originAllowed: true };

const factsOf = (signals: SimulatedDeviceSignals, { profileId }: VendorCall, now: number): DeviceFacts => ({
  ...cleanDevice,
  ...signals,
  visitorId: `simvi${profileId}`,
  occurredAt: new Date(now).toISOString(),
  linkedId: profileId,
});

/**
 * Knows every event named `sim-…`. The event happened just now in the person's own browser, with the scenario's
 * signals.
 */
export const simulatedDevices = (simulation: Simulation): DeviceInspector => {
  const simulateOutage = simulatedOutages('device');
  return {
    inspect: ({ call, eventId }) => {
      if (!knownEvent.test(eventId)) return TE.left(notFound);
      return pipe(
        TE.Do,
        TE.bindW('scenario', () => scenarioFor(simulation, 'device', call)),
        TE.bindW('up', ({ scenario }) => simulateOutage(call, scenario.device.unavailable)),
        TE.map(
          ({
            scenario: {
              device: { unavailable: _, ...signals },
            },
          }) => factsOf(signals, call, simulation.clock.now()),
        ),
      );
    },
  };
};
