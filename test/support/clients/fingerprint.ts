import { type FingerprintAccount, fingerprintDevices, fingerprintOrigin } from '@portcullis/adapter-fingerprint';
import type { Clock, DeviceInspector } from '@portcullis/domain';
import { type Limits, wayOut } from '@portcullis/vendor-client';
import { simulatorKeys } from '@portcullis/vendor-simulator';
import { movingClock } from '../clock/fake-clock.ts';

const limits: Limits = {
  deadlineMs: 3000,
  maxBytes: 1_000_000,
  concurrency: 50,
  queue: 50,
  maxAttempts: 1,
  breaker: { failures: 1000, openMs: 1000 },
};

type Changes = Partial<Limits> & { readonly secretKey?: string };

/** A workspace at what plays Fingerprint at `url`, with one try a call. */
export const fingerprintAt = (url: string, { secretKey, ...over }: Changes = {}): FingerprintAccount => ({
  secretKey: secretKey ?? simulatorKeys.fingerprintKey,
  region: 'eu',
  endpoint: url,
  vendorClient: wayOut({
    provider: 'fingerprint',
    origins: [fingerprintOrigin('eu', url)],
    limits: { ...limits, ...over },
    random: () => 0,
    observe: () => undefined,
  }),
});

type InspectorChanges = Changes & {
  readonly clock?: Clock;
  readonly origins?: readonly string[];
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
};

/** The inspector of it. Pages of ours are those of the simulator; pauses are over at once. */
export const inspectorAt = (url: string, changes: InspectorChanges = {}): DeviceInspector => {
  const {
    clock = movingClock(),
    origins = ['http://127.0.0.1/start'],
    pause = async () => undefined,
    ...over
  } = changes;
  return fingerprintDevices({ ...fingerprintAt(url, over), origins, clock, delay: pause });
};

/** For whom the events of the tests are asked. */
export const deviceCall = { profileId: 'abc000000000001', attempt: 1 } as const;
