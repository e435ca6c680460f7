import {
  memoryBarcodeReader,
  memoryClientRegistry,
  memoryDocumentReader,
  memoryMediaNormalizer,
  memoryTokenService,
  type ScenarioName,
  scenarioList,
  scenarioNames,
  simulatedCredentials,
  simulatedDevices,
  simulatedFaces,
  simulatedLiveness,
} from '@portcullis/adapter-memory';
import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { holdProfile } from '@portcullis/backoffice';
import { acme } from '@portcullis/contracts/builders';
import {
  type BarcodeReader,
  builtInPolicies,
  type CredentialsIssuer,
  createVerification,
  type DeviceEventClaims,
  type DeviceInspector,
  type DocumentReader,
  type DocumentReading,
  type DuplicateIndex,
  type Eraser,
  type FaceComparer,
  type FileStore,
  type LedgerReader,
  type LivenessProvider,
  type MachinePrincipal,
  type MediaNormalizer,
  newInProcessState,
  type Policy,
  type PolicyStore,
  type Principal,
  type ProfileStore,
  pipe,
  TE,
} from '@portcullis/domain';
import {
  type ConsentText,
  defaultConsentTexts,
  type FlatPolicy,
  type PolicyWithPaths,
} from '@portcullis/domain/checks';
import { scopes } from '@portcullis/domain/kernel';
import { defaultStorageLimits, type StorageLimits } from '@portcullis/domain/use-cases';
import { explainDecision } from '@portcullis/explain';
import type { LivenessChallenge } from '#domain/kernel/liveness-challenges';
import { aReading } from '../builders/readings.ts';
import { fakeClock } from '../clock/fake-clock.ts';
import { memoryRecords, storesInMemory } from '../records/memory-records.ts';
import { mustSucceed } from '../run.ts';

/** The differences from the standard service in memory. */
export type ServiceChanges = {
  readonly scenario?: ScenarioName;
  readonly reading?: Partial<DocumentReading>;
  readonly policy?: Partial<FlatPolicy>;
  /** The paths of every policy, in place of its steps and checks. */
  readonly paths?: Pick<PolicyWithPaths, 'always' | 'paths'> | undefined;
  readonly seed?: string;
  readonly consentTexts?: readonly ConsentText[];
  readonly barcodes?: BarcodeReader;
  readonly media?: MediaNormalizer;
  readonly reader?: (reader: DocumentReader) => DocumentReader;
  readonly profiles?: (store: ProfileStore) => ProfileStore;
  readonly files?: (store: FileStore) => FileStore;
  readonly faces?: (faces: FaceComparer) => FaceComparer;
  readonly devices?: (devices: DeviceInspector) => DeviceInspector;
  readonly liveness?: (liveness: LivenessProvider) => LivenessProvider;
  readonly duplicateIndex?: (register: DuplicateIndex) => DuplicateIndex;
  readonly ledgerReader?: (ledgerReader: LedgerReader) => LedgerReader;
  readonly deviceEventClaims?: (register: DeviceEventClaims) => DeviceEventClaims;
  readonly eraser?: (eraser: Eraser) => Eraser;
  readonly credentials?: (issuer: CredentialsIssuer) => CredentialsIssuer;
  readonly storage?: Partial<StorageLimits>;
};

export const partner: MachinePrincipal = { kind: 'machine', clientId: 'acme-server', tenant: acme, scopes };

/** The built-in policies, each with the same differences. */
const policiesWith = (over: Partial<FlatPolicy>, paths: ServiceChanges['paths']): PolicyStore => {
  const store = builtInPolicies({ livenessThreshold: 75, specimens: true });
  const differ = TE.map((policy: Policy): Policy => {
    if (policy.paths !== undefined) return policy;
    const changed: FlatPolicy = { ...policy, ...over, id: policy.id, version: policy.version };
    if (!paths) return changed;
    const { checks: _, optionalSteps: __, steps: ___, ...common } = changed;
    return { ...common, ...paths };
  });
  return {
    latest: (id, chooser) => pipe(store.latest(id, chooser), differ),
    get: (ref) => pipe(store.get(ref), differ),
  };
};

/** Counts the calls of a reader. */
const countingReader = (reader: DocumentReader) => {
  const count = { calls: 0 };
  const read: DocumentReader['read'] = (input) => async () => {
    count.calls += 1;
    return reader.read(input)();
  };
  return { reader: { read }, count };
};

/** Makes every use case over stores in memory and simulated providers. */
export const aService = (changes: ServiceChanges = {}, records = memoryRecords(), clock = fakeClock()) => {
  const { files = same, policy = {}, profiles: stored = same, reader = same, reading, scenario, seed } = changes;
  const {
    credentials = same,
    deviceEventClaims = same,
    devices = same,
    eraser = same,
    faces = same,
    ledgerReader = same,
    liveness = same,
    duplicateIndex = same,
  } = changes;
  const ids = sequentialIds(seed);
  const stores = storesInMemory(records, ids);
  const profiles = stored(stores.profiles);
  const scenarioOf = (id: string) =>
    pipe(
      profiles.getAny(id),
      TE.map((profile) => profile.scenario),
    );
  const simulation = { clock, ids, scenarioOf, region: 'eu-west-1' };
  const { count, reader: asked } = countingReader(reader(memoryDocumentReader({ otherwise: aReading(reading) })));
  const tokens = memoryTokenService({ machineTtlSeconds: 3600, flowTtlSeconds: 86_400 * 30, clock, ids });
  const { accessLog, idempotencyKeys, settings, tokenStates } = stores;
  const parts = {
    accessLog,
    idempotencyKeys,
    settings,
    tokenStates,
    clients: memoryClientRegistry([]),
    every: () => ({ stop: () => undefined }),
    profiles,
    policies: policiesWith(policy, changes.paths),
    clock,
    ids,
    tokens,
    clientUrl: 'https://verify.example',
    defaultLanguage: 'en',
    scenarios: scenarioNames,
    consentTexts: changes.consentTexts ?? defaultConsentTexts,
    files: files(stores.files),
    media: changes.media ?? memoryMediaNormalizer(),
    storage: { ...defaultStorageLimits, ...changes.storage },
    barcodes: changes.barcodes ?? memoryBarcodeReader(),
    reader: asked,
    faces: faces(simulatedFaces(simulation)),
    devices: devices(simulatedDevices(simulation)),
    deviceEventClaims: deviceEventClaims(stores.deviceEventClaims),
    ledgerReader: { ...stores.ledgerReader, ...ledgerReader(stores.ledgerReader) },
    eraser: eraser(stores.eraser),
    duplicateIndex: duplicateIndex(stores.duplicateIndex),
    liveness: liveness(simulatedLiveness(simulation)),
    credentials: credentials(simulatedCredentials(simulation)),
  };
  const needs = { ...parts, ...newInProcessState() };
  const made = createVerification(needs, { ...needs, settings: { ...needs, scenarios: scenarioList } });
  const { authorizeProfile, processVerification, sweep, takeBackErasure } = made;
  return {
    ...needs,
    authorizeProfile,
    processVerification,
    records,
    readerCalls: count,
    scenario: scenario ?? null,
    create: made.createProfile,
    get: made.getProfile,
    update: made.updateProfile,
    openSession: made.openLivenessSession,
    readResult: made.readLivenessResult,
    analyze: made.analyzeDocument,
    issueCredentials: made.issueBrowserCredentials,
    submitCapture: made.submitLivenessCapture,
    post: made.postStatusEvent,
    append: made.appendVerificationEvent,
    renewLink: made.renewFlowToken,
    erase: made.eraseProfile,
    takeBackErasure,
    hold: holdProfile(needs),
    explain: explainDecision(needs),
    history: made.readHistory,
    read: made.readFile,
    sweep,
  };
};

const same = <T>(value: T): T => value;

export type Service = ReturnType<typeof aService>;
type CreateInput = Parameters<Service['create']>[0];

/** Creates a profile as the partner. */
export const create = (service: Service, over: Partial<CreateInput> = {}) =>
  service.create({
    caller: partner,
    reference: 'customer-1',
    policyId: null,
    claimed: {},
    language: null,
    metadata: {},
    redirectUrl: null,
    forceNew: false,
    scenario: service.scenario,
    ...over,
  });

/** A person in their flow: the profile, and the caller that their browser is. */
export type Person = { readonly service: Service; readonly id: string; readonly caller: Principal };

/** Creates a profile and follows its link, which has the flow token. */
export const aPerson = async (
  service: Service,
  over: Partial<CreateInput> = {},
): Promise<Person & { readonly token: string }> => {
  const { link, view } = await mustSucceed(create(service, over));
  const token = link?.token ?? '';
  const { principal: caller } = await mustSucceed(service.tokens.verify(token));
  return { service, id: view.profile.id, caller, token };
};

/** The actions of a person, one at a time. */
export const personActions = ({ service, id, caller }: Person) => ({
  patch: (patch: Partial<Parameters<Service['update']>[0]['patch']>) =>
    service.update({ caller, id, expectedVersion: null, patch: { files: [], ...patch } }),
  consent: (granted = true) =>
    service.update({
      caller,
      id,
      expectedVersion: null,
      patch: { files: [], consent: { textVersion: '1', locale: 'en', granted } },
    }),
  open: (challenge: LivenessChallenge = 'movement_and_light') =>
    service.openSession({ caller, profileId: id, challenge }),
  analyze: (bytes: Uint8Array, back: Uint8Array | null = null) =>
    service.analyze({ caller, profileId: id, front: { bytes }, back: back && { bytes: back }, hints: {} }),
  credentials: () => service.issueCredentials({ caller, profileId: id }),
  look: () => service.get({ caller, id }),
});

/** Creates a profile, follows its link, and consents: from then on pictures are taken. */
export const aConsentingPerson = async (...given: Parameters<typeof aPerson>) => {
  const person = await aPerson(...given);
  await mustSucceed(personActions(person).consent());
  return person;
};

/** Opens a session, lets the simulated person perform it, and reads its result. */
export const completeLiveness = async (person: Person) => {
  const { sessionId } = await mustSucceed(personActions(person).open());
  return mustSucceed(person.service.readResult({ caller: person.caller, sessionId }));
};

/** Answers the stored profile. */
export const stored = (service: Service, id: string) => mustSucceed(service.profiles.getAny(id));

/** A person who has consented, with their actions. */
export const consentingPerson = async (changes: ServiceChanges = {}) => {
  const person = await aConsentingPerson(aService(changes));
  return { person, service: person.service, ...personActions(person) };
};

/** Answers the kinds of a person's evidence, in its order. */
export const evidenceKindsOf = async ({ id, service }: Person) =>
  (await stored(service, id)).evidence.map(({ kind }) => kind);

/** Answers the whole ledger of the profile. */
export const ledgerOf = (service: Service, id: string) =>
  mustSucceed(service.ledgerReader.entries(id, { afterSeq: 0, limit: 1000 }));

/** Has the partner cancel the profile. */
export const cancelProfile = (service: Service, id: string) =>
  mustSucceed(
    service.post({
      caller: partner,
      id,
      event: 'canceled',
      reason: null,
      note: null,
      steps: null,
      expectedVersion: null,
    }),
  );
