import { anthropicReader } from '@portcullis/adapter-anthropic';
import { awsClients, awsOrigins, rekognitionFaces, rekognitionLiveness, stsCredentials } from '@portcullis/adapter-aws';
import { fingerprintDevices, fingerprintOrigin } from '@portcullis/adapter-fingerprint';
import { sharpImageFitter } from '@portcullis/adapter-sharp';
import type { Clock } from '@portcullis/domain';
import { createVendorClient, type VendorClient, type VendorLimits } from '@portcullis/vendor-client';
import { simulatorKeys } from '@portcullis/vendor-simulator';
import type { ServiceChanges } from './memory-service.ts';

const region = 'eu-west-1';
const { accessKeyId, secretAccessKey, apiKey, fingerprintKey, model } = simulatorKeys;

/** The deadline of calls to a vendor that stalls at the moment. */
type StallOptions = { readonly deadlineMs: number; readonly isStalled: (provider: string) => boolean };

/** The options of the vendor clients that may differ. */
type VendorClientOptions = {
  readonly breaker?: VendorLimits['breaker'];
  readonly monotonic?: () => number;
  readonly stall?: StallOptions;
};

/** The circuit never opens, so that every call meets the fault itself. */
const neverOpens: VendorLimits['breaker'] = { failures: 1_000_000, openMs: 1000 };

/** Creates a vendor client as in production, except for its circuit. */
const newVendorClient = (
  provider: string,
  origins: readonly string[],
  deadlineMs: number,
  ways: VendorClientOptions,
): VendorClient =>
  createVendorClient({
    provider,
    origins,
    limits: {
      deadlineMs,
      maxBytes: 1_000_000,
      concurrency: 8,
      queue: 40,
      maxAttempts: 2,
      breaker: ways.breaker ?? neverOpens,
    },
    ...(ways.monotonic && { monotonic: ways.monotonic }),
    random: () => 0,
    observe: () => undefined,
  });

/**
 * A client that makes a call with a short deadline while the vendor stalls, and with the usual one otherwise: a call
 * that should succeed then does so on a busy machine, too.
 */
const withStall = (
  provider: string,
  usual: VendorClient,
  { stalled, isStalled }: { readonly stalled: VendorClient; readonly isStalled: StallOptions['isStalled'] },
): VendorClient => ({
  isOpen: usual.isOpen,
  call: (name, attempt) => () => (isStalled(provider) ? stalled : usual).call(name, attempt)(),
});

/** The real adapters, which call the simulator. */
export const realVendors = (
  endpoint: string,
  clock: Clock,
  deadlineMs: number,
  ways: VendorClientOptions = {},
): ServiceChanges => {
  const fitter = sharpImageFitter();
  const clientFor = (provider: string, origins: readonly string[]): VendorClient => {
    const usual = newVendorClient(provider, origins, deadlineMs, ways);
    if (ways.stall === undefined) return usual;
    const stalled = newVendorClient(provider, origins, ways.stall.deadlineMs, ways);
    return withStall(provider, usual, { stalled, isStalled: ways.stall.isStalled });
  };
  const origins = awsOrigins(region, endpoint);
  const rekognition = clientFor('rekognition', origins.rekognition);
  const sts = clientFor('sts', origins.sts);
  const clients = awsClients({
    region,
    accessKeyId,
    secretAccessKey,
    endpoint,
    rekognition,
    sts,
  });
  const account = {
    secretKey: fingerprintKey,
    region: 'eu',
    endpoint,
    vendorClient: clientFor('fingerprint', [fingerprintOrigin('eu', endpoint)]),
  } as const;
  const anthropic = {
    apiKey,
    model,
    endpoint,
    vendorClient: clientFor('anthropic', [endpoint]),
    fitter,
    clock,
  };
  return {
    liveness: () => rekognitionLiveness(clients, clock),
    faces: () => rekognitionFaces(clients, fitter),
    credentials: () => stsCredentials(clients, { roleArn: null }),
    reader: () => anthropicReader(anthropic).reader,
    devices: () => fingerprintDevices({ ...account, origins: ['http://127.0.0.1'], clock }),
  };
};
