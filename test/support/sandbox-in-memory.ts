import {
  emptyReading,
  memoryBarcodeReader,
  memoryDeviceEventRegister,
  memoryDocumentReader,
  memoryEraser,
  memoryFileStore,
  memoryMediaNormalizer,
  memoryProfileStore,
  memoryRecords,
  memorySightingRegister,
  memoryTokenService,
  type Simulation,
  scenarioNames,
  simulatedDevices,
  simulatedFaces,
  simulatedLiveness,
} from '@portcullis/adapter-memory';
import {
  builtInPolicies,
  createProfile,
  driveProfile,
  guardProfile,
  inProcess,
  type MachineCaller,
  openLivenessSession,
  type ProfileId,
  pipe,
  readLivenessResult,
  sweepDue,
  TE,
  updateProfile,
} from '@portcullis/domain';
import { countingIds } from './counting-ids.ts';
import { movingClock } from './moving-clock.ts';

/** A partner's server that may do everything. */
export const partner: MachineCaller = {
  kind: 'machine',
  clientId: 'shop',
  tenant: { partnerId: 'acme', teamId: null },
  scopes: ['profiles:read', 'profiles:write'],
};

/** The use cases over memory stores and simulated providers; the document reader sees these lines on every image. */
export const sandboxInMemory = (mrzLines: readonly string[]) => {
  const clock = movingClock();
  const ids = countingIds();
  const records = memoryRecords();
  const profiles = memoryProfileStore(records);
  const scenarioOf = (id: ProfileId) =>
    pipe(
      profiles.getAny(id),
      TE.map(({ scenario }) => scenario),
    );
  const simulation: Simulation = { clock, ids, scenarioOf, region: 'eu-west-1' };
  const reading = { ...emptyReading, documentType: 'passport', mrzLines, signals: [] } as const;
  const stores = {
    profiles,
    policies: builtInPolicies({ livenessThreshold: 75, specimens: true }),
    clock,
    ids,
    files: memoryFileStore(records),
    media: memoryMediaNormalizer(),
  };
  const providers = {
    barcodes: memoryBarcodeReader(),
    reader: memoryDocumentReader({ otherwise: reading }),
    faces: simulatedFaces(simulation),
    devices: simulatedDevices(simulation),
    deviceEvents: memoryDeviceEventRegister(records),
    sightings: memorySightingRegister(records, ids),
    liveness: simulatedLiveness(simulation),
    tokens: memoryTokenService({ machineTtlSeconds: 3600, flowTtlSeconds: 3600, clock, ids }),
  };
  const needs = { ...stores, ...providers, ...inProcess(), guard: guardProfile(stores) };
  const drive = driveProfile(needs);
  return {
    clock,
    records,
    create: createProfile({
      ...needs,
      clientUrl: 'https://verify.example',
      defaultLanguage: 'en',
      scenarios: scenarioNames,
    }),
    update: updateProfile({ ...needs, drive, consentVersions: ['1'] }),
    openSession: openLivenessSession(needs),
    readResult: readLivenessResult({ ...needs, drive }),
    sweep: sweepDue({ ...needs, drive, eraser: memoryEraser(records) }),
  };
};
