import {
  emptyReading,
  memoryBarcodeReader,
  memoryDocumentReader,
  memoryMediaNormalizer,
  memoryTokenService,
  type Simulation,
  scenarioNames,
  simulatedDevices,
  simulatedFaces,
  simulatedLiveness,
} from '@portcullis/adapter-memory';
import {
  authorizeProfile,
  builtInPolicies,
  createProfile,
  type MachinePrincipal,
  newInProcessState,
  openLivenessSession,
  type ProfileId,
  pipe,
  processVerification,
  readLivenessResult,
  sweepDue,
  TE,
  updateProfile,
} from '@portcullis/domain';
import { defaultConsentTexts } from '@portcullis/domain/checks';
import { fakeClock } from '../clock/fake-clock.ts';
import { sequentialIds } from '../clock/sequential-ids.ts';
import { memoryRecords, storesInMemory } from '../records/memory-records.ts';

/** A partner's server that may do everything. */
export const partner: MachinePrincipal = {
  kind: 'machine',
  clientId: 'shop',
  tenant: { partnerId: 'acme', teamId: null },
  scopes: ['profiles:read', 'profiles:write'],
};

/** The use cases over memory stores and simulated providers; the document reader reads these lines on every image. */
export const sandboxInMemory = (mrzLines: readonly string[]) => {
  const clock = fakeClock();
  const ids = sequentialIds();
  const { deviceEventClaims, duplicateIndex, eraser, files, profiles } = storesInMemory(memoryRecords(), ids);
  const scenarioOf = (id: ProfileId) =>
    pipe(
      profiles.getAny(id),
      TE.map(({ scenario }) => scenario),
    );
  const simulation: Simulation = { clock, ids, scenarioOf, region: 'eu-west-1' };
  const sides = { front: { fields: {}, mrzLines, barcode: null }, back: null };
  const reading = { ...emptyReading, documentType: 'passport', mrzLines, signals: [], sides } as const;
  const stores = {
    profiles,
    policies: builtInPolicies({ livenessThreshold: 75, specimens: true }),
    clock,
    ids,
    files,
    media: memoryMediaNormalizer(),
  };
  const providers = {
    barcodes: memoryBarcodeReader(),
    reader: memoryDocumentReader({ otherwise: reading }),
    faces: simulatedFaces(simulation),
    devices: simulatedDevices(simulation),
    deviceEventClaims,
    duplicateIndex,
    liveness: simulatedLiveness(simulation),
    tokens: memoryTokenService({ machineTtlSeconds: 3600, flowTtlSeconds: 3600, clock, ids }),
  };
  const needs = { ...stores, ...providers, ...newInProcessState(), authorizeProfile: authorizeProfile(stores) };
  const process = processVerification(needs);
  return {
    clock,
    profiles,
    create: createProfile({
      ...needs,
      clientUrl: 'https://verify.example',
      defaultLanguage: 'en',
      scenarios: scenarioNames,
    }),
    update: updateProfile({ ...needs, processVerification: process, consentTexts: defaultConsentTexts }),
    openSession: openLivenessSession({ ...needs, processVerification: process }),
    readResult: readLivenessResult({ ...needs, processVerification: process }),
    sweep: sweepDue({ ...needs, processVerification: process, eraser }),
  };
};
