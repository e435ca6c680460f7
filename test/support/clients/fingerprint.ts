import { fingerprintDevices, fingerprintOrigin } from '@portcullis/adapter-fingerprint';
import type { Clock, DeviceInspector } from '@portcullis/domain';
import type { VendorLimits } from '@portcullis/vendor-client';
import { simulatorKeys } from '@portcullis/vendor-simulator';
import type { FingerprintAccount } from '#adapters/fingerprint/account';
import { fakeClock } from '../clock/fake-clock.ts';
import { aVendorClient } from './vendor-clients.ts';

type Changes = Partial<VendorLimits> & { readonly secretKey?: string };

/** A workspace at a stub of Fingerprint at `url`, with one attempt a call. */
export const fingerprintAt = (url: string, { secretKey, ...over }: Changes = {}): FingerprintAccount => ({
  secretKey: secretKey ?? simulatorKeys.fingerprintKey,
  region: 'eu',
  endpoint: url,
  vendorClient: aVendorClient(fingerprintOrigin('eu', url), { maxBytes: 1_000_000, maxAttempts: 1, ...over }).way,
});

type InspectorChanges = Changes & {
  readonly clock?: Clock;
  readonly origins?: readonly string[];
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
};

/** Opens the inspector of the workspace. Its pages are those of the simulator, and its pauses end at once. */
export const inspectorAt = (url: string, changes: InspectorChanges = {}): DeviceInspector => {
  const { clock = fakeClock(), origins = ['http://127.0.0.1/start'], pause = async () => undefined, ...over } = changes;
  return fingerprintDevices({ ...fingerprintAt(url, over), origins, clock, delay: pause });
};

/** The profile and attempt for which the events of the tests are requested. */
export const deviceCall = { profileId: 'abc000000000001', attempt: 1 } as const;
