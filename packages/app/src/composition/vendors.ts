import { randomInt } from 'node:crypto';
import { anthropicOrigins, anthropicReader, type Capabilities } from '@portcullis/adapter-anthropic';
import {
  awsClients,
  awsDiagnosis,
  awsIdentity,
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
import { type CallRecord, type OwnedWayOut, type WayOut, wayOut } from '@portcullis/outgoing';
import type { Config } from '../config.ts';
import type { VendorReport } from '../readiness.ts';
import { outgoingLimits, type Provider } from './outgoing-limits.ts';
import { newStandings, type Standings } from './standing.ts';

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
  readonly time: { readonly way: WayOut; readonly address: string };
  /** Aborts all calls that are still in flight. */
  readonly close: () => Promise<void>;
};

type Needs = {
  readonly clock: Clock;
  readonly fitter: ImageFitter;
  readonly observe: (record: CallRecord) => void;
};

/** A random number from 0 up to 1, in steps that are fine enough for the jitter of a pause. */
const chance = (): number => randomInt(1_000_000) / 1_000_000;

/** One client for each vendor: all calls to the vendor share its circuit, its queue and its retry budget. */
const waysOut =
  ({ vendors }: Config, { observe }: Needs) =>
  (provider: Provider, origins: readonly string[]): OwnedWayOut => {
    const limits = outgoingLimits[provider];
    const deadlineMs = vendors.deadlineMs ?? limits.deadlineMs;
    return wayOut({ provider, origins, limits: { ...limits, deadlineMs }, random: chance, observe });
  };

const aws = (config: Config, { clock, fitter }: Needs, way: ReturnType<typeof waysOut>) => {
  const { region, accessKeyId, secretAccessKey, livenessRoleArn: roleArn } = config.cloud;
  const endpoint = config.vendors.cloudEndpoint;
  const origins = awsOrigins(region, endpoint);
  const rekognition = way('rekognition', origins.rekognition);
  const sts = way('sts', origins.sts);
  const clients = awsClients({ region, accessKeyId, secretAccessKey, endpoint, rekognition, sts });
  return {
    liveness: rekognitionLiveness(clients, clock),
    faces: rekognitionFaces(clients, fitter),
    credentials: stsCredentials(clients, { roleArn }),
    identity: awsIdentity(clients, { roleArn }),
    diagnosis: awsDiagnosis(clients, { roleArn }),
    time: { way: sts, address: origins.sts[0] ?? '' },
    rekognition,
    sts,
  };
};

const anthropic = ({ ai, vendors }: Config, { clock, fitter }: Needs, way: ReturnType<typeof waysOut>) => {
  const endpoint = vendors.aiEndpoint;
  const out = way('anthropic', anthropicOrigins(endpoint));
  return { ...anthropicReader({ ...ai, endpoint, way: out, fitter, clock }), way: out };
};

const fingerprint = (config: Config, { clock }: Needs, way: ReturnType<typeof waysOut>) => {
  const { secretKey, region } = config.fingerprint;
  const endpoint = config.vendors.fingerprintEndpoint;
  const out = way('fingerprint', [fingerprintOrigin(region, endpoint)]);
  const account = { secretKey, region, endpoint, way: out };
  const origins = [config.web.clientUrl, ...config.web.allowedOrigins];
  return {
    devices: fingerprintDevices({ ...account, origins, clock }),
    diagnosis: fingerprintDiagnosis(account),
    way: out,
  };
};

const readerState: { readonly [Status in Capabilities['status']]: VendorReport[string] } = {
  fit: 'ok',
  unfit: 'failing',
  unknown: 'unknown',
};

const freshForMs = 300_000;

type Question = { readonly provider: Provider; readonly diagnosis: Diagnosis };

/** Runs the cheapest probes in the background, at most every five minutes. */
const nowAndThen = (questions: readonly Question[], { fail }: Standings, clock: Clock): (() => void) => {
  let askedAt = Number.NEGATIVE_INFINITY;
  const ask = async ({ provider, diagnosis }: Question): Promise<void> => {
    const findings = await diagnosis()();
    if (E.isRight(findings) && findings.right.some(({ verdict }) => verdict === 'wrong')) fail(provider);
  };
  return () => {
    if (clock.now() - askedAt < freshForMs) return;
    askedAt = clock.now();
    for (const question of questions) void ask(question);
  };
};

/** The vendors of production, each behind its one client. This makes no call yet. */
export const vendorsOf = (config: Config, needs: Needs): Vendors => {
  const standings = newStandings();
  const observe = (record: CallRecord): void => {
    standings.note(record);
    needs.observe(record);
  };
  const way = waysOut(config, { ...needs, observe });
  const cloud = aws(config, needs, way);
  const model = anthropic(config, needs, way);
  const device = fingerprint(config, needs, way);
  // A service that reads documents only locally never calls the model, not even to probe it.
  const asksModel = config.documentReader !== 'local';
  const modelStanding = (): VendorReport[string] => {
    const { status } = model.capabilities();
    return standings.of('anthropic') === 'failing' ? 'failing' : readerState[status];
  };
  const cheap: readonly Question[] = [
    { provider: 'sts', diagnosis: cloud.identity },
    { provider: 'fingerprint', diagnosis: device.diagnosis },
  ];
  const ask = nowAndThen(cheap, standings, needs.clock);
  const report = (): VendorReport => {
    ask();
    const keys = standings.of('sts');
    const faces = standings.of('rekognition');
    return {
      // Both use the same keys: if STS rejects them, Rekognition does too.
      liveness: faces === 'unknown' && keys === 'failing' ? 'failing' : faces,
      cloud_credentials: keys,
      ...(asksModel && { document_ai: modelStanding() }),
      fingerprint: standings.of('fingerprint'),
    };
  };
  return {
    ...cloud,
    reader: model.reader,
    devices: device.devices,
    report,
    diagnoses: [cloud.diagnosis, ...(asksModel ? [model.diagnosis] : []), device.diagnosis],
    close: async () => {
      await Promise.all([cloud.rekognition, cloud.sts, model.way, device.way].map((out) => out.close()));
    },
  };
};
