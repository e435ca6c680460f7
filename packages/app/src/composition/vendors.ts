import { anthropicOrigins, anthropicReader, type Capabilities } from '@portcullis/adapter-anthropic';
import {
  awsClients,
  awsDiagnosis,
  awsIdentity,
  awsLivenessStream,
  awsOrigins,
  rekognitionFaces,
  rekognitionLiveness,
  stsCredentials,
} from '@portcullis/adapter-aws';
import { fingerprintDevices, fingerprintDiagnosis, fingerprintOrigin } from '@portcullis/adapter-fingerprint';
import {
  type Clock,
  type CredentialsIssuer,
  type DeviceInspector,
  type Diagnosis,
  type DocumentReader,
  E,
  type FaceComparer,
  type ImageFitter,
  type LivenessProvider,
} from '@portcullis/domain';
import { monotonicNow } from '@portcullis/domain/ports';
import type { Components } from '@portcullis/domain/use-cases';
import type { CallRecord, VendorClient } from '@portcullis/vendor-client';
import type { Config } from '../config/config.ts';
import type { VendorReport } from '../telemetry/readiness.ts';
import { createProviderHealth, type ProviderHealth } from './provider-health.ts';
import { type VendorClientDeps, vendorClients } from './vendor-clients.ts';
import type { VendorName } from './vendor-limits.ts';

/** The ports that vendors implement, and what an operator can know about the vendors. */
export type Vendors = {
  readonly liveness: LivenessProvider;
  readonly faces: FaceComparer;
  readonly reader: DocumentReader;
  readonly devices: DeviceInspector;
  readonly credentials: CredentialsIssuer;
  /** Returns the known states without waiting, and starts background probes for unknown ones. */
  readonly report: () => VendorReport;
  readonly diagnoses: readonly Diagnosis[];
  /** An address whose responses have a `Date`, and the client to call it with. */
  readonly time: { readonly vendorClient: VendorClient; readonly address: string };
  /** Aborts all calls that are still in flight. */
  readonly close: () => Promise<void>;
};

type VendorDeps = VendorClientDeps & { readonly clock: Clock; readonly fitter: ImageFitter };

const aws = (config: Config, { clock, fitter }: VendorDeps, vendorClient: ReturnType<typeof vendorClients>) => {
  const { region, accessKeyId, secretAccessKey, livenessRoleArn: roleArn } = config.cloud;
  const endpoint = config.vendors.cloudEndpoint;
  const origins = awsOrigins(region, endpoint);
  const rekognition = vendorClient('rekognition', origins.rekognition);
  const sts = vendorClient('sts', origins.sts);
  const clients = awsClients({
    region,
    accessKeyId,
    secretAccessKey,
    endpoint,
    rekognition,
    sts,
  });
  return {
    liveness: rekognitionLiveness(clients, clock),
    faces: rekognitionFaces(clients, fitter),
    credentials: stsCredentials(clients, { roleArn }),
    identity: awsIdentity(clients, { roleArn }),
    diagnosis: awsDiagnosis(clients, { roleArn }),
    time: { vendorClient: sts, address: origins.sts[0] ?? '' },
    rekognition,
    sts,
  };
};

type LivenessVendor = {
  readonly names: Pick<Components, 'liveness' | 'cloud_credentials'>;
  readonly adapters: (cloud: ReturnType<typeof aws>) => Pick<Vendors, 'liveness' | 'credentials'>;
  /** The origin to which its component on the page streams, in a region. */
  readonly stream: (region: string) => string;
};

/** The providers of liveness sessions, by the values of `LIVENESS_PROVIDER`. */
const livenessVendors: { readonly [Choice in Config['livenessProvider']]: LivenessVendor } = {
  aws: {
    names: { liveness: 'aws-rekognition', cloud_credentials: 'aws-sts' },
    adapters: ({ liveness, credentials }) => ({ liveness, credentials }),
    stream: awsLivenessStream,
  },
};

/** The origin to which the page of a person streams a liveness check. */
export const livenessStream = ({ cloud, livenessProvider }: Config): string =>
  livenessVendors[livenessProvider].stream(cloud.region);

/** The names of the liveness provider in `GET /`. */
export const livenessNames = ({ livenessProvider }: Config): LivenessVendor['names'] =>
  livenessVendors[livenessProvider].names;

const anthropic = (
  { ai, vendors }: Config,
  { clock, fitter }: VendorDeps,
  vendorClient: ReturnType<typeof vendorClients>,
) => {
  const endpoint = vendors.aiEndpoint;
  const client = vendorClient('anthropic', anthropicOrigins(endpoint));
  return { ...anthropicReader({ ...ai, endpoint, vendorClient: client, fitter, clock }), vendorClient: client };
};

const fingerprint = (config: Config, { clock }: VendorDeps, vendorClient: ReturnType<typeof vendorClients>) => {
  const { secretKey, region } = config.fingerprint;
  const endpoint = config.vendors.fingerprintEndpoint;
  const client = vendorClient('fingerprint', [fingerprintOrigin(region, endpoint)]);
  const account = { secretKey, region, endpoint, vendorClient: client };
  const origins = [config.web.clientUrl, ...config.web.allowedOrigins];
  return {
    devices: fingerprintDevices({ ...account, origins, clock }),
    diagnosis: fingerprintDiagnosis(account),
    vendorClient: client,
  };
};

const stateByCapability: { readonly [Status in Capabilities['status']]: VendorReport[string] } = {
  fit: 'ok',
  unsuitable: 'failing',
  unknown: 'unknown',
};

const probeIntervalMs = 300_000;

type Probe = { readonly provider: VendorName; readonly diagnosis: Diagnosis };

/** Runs the cheapest probes in the background, at most every five minutes. */
const backgroundProbes = (probes: readonly Probe[], { markFailing }: ProviderHealth, clock: Clock): (() => void) => {
  let lastProbeAt = Number.NEGATIVE_INFINITY;
  const runProbe = async ({ provider, diagnosis }: Probe): Promise<void> => {
    const findings = await diagnosis()();
    if (E.isRight(findings) && findings.right.some(({ verdict }) => verdict === 'wrong')) markFailing(provider);
  };
  return () => {
    const now = monotonicNow(clock);
    if (now - lastProbeAt < probeIntervalMs) return;
    lastProbeAt = now;
    for (const probe of probes) void runProbe(probe);
  };
};

/** The vendors of production, each behind its one client. This makes no call yet. */
export const createVendors = (config: Config, deps: VendorDeps): Vendors => {
  const health = createProviderHealth();
  const observe = (record: CallRecord): void => {
    health.record(record);
    deps.observe(record);
  };
  const clientFor = vendorClients(config, { ...deps, observe });
  const cloud = aws(config, deps, clientFor);
  const model = anthropic(config, deps, clientFor);
  const device = fingerprint(config, deps, clientFor);
  // A service that reads documents only locally never calls the model, not even to probe it.
  const usesModel = config.documentReader !== 'local';
  const modelState = (): VendorReport[string] => {
    const { status } = model.capabilities();
    return health.stateOf('anthropic') === 'failing' ? 'failing' : stateByCapability[status];
  };
  const probes: readonly Probe[] = [
    { provider: 'sts', diagnosis: cloud.identity },
    { provider: 'fingerprint', diagnosis: device.diagnosis },
  ];
  const probeInBackground = backgroundProbes(probes, health, deps.clock);
  const report = (): VendorReport => {
    probeInBackground();
    const keys = health.stateOf('sts');
    const faces = health.stateOf('rekognition');
    return {
      // Both use the same keys: if STS rejects them, Rekognition does too.
      liveness: faces === 'unknown' && keys === 'failing' ? 'failing' : faces,
      cloud_credentials: keys,
      ...(usesModel && { document_ai: modelState() }),
      fingerprint: health.stateOf('fingerprint'),
    };
  };
  return {
    ...livenessVendors[config.livenessProvider].adapters(cloud),
    faces: cloud.faces,
    time: cloud.time,
    reader: model.reader,
    devices: device.devices,
    report,
    diagnoses: [cloud.diagnosis, ...(usesModel ? [model.diagnosis] : []), device.diagnosis],
    close: async () => {
      await Promise.all(
        [cloud.rekognition, cloud.sts, model.vendorClient, device.vendorClient].map((client) => client.close()),
      );
    },
  };
};
