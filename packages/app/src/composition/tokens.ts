import type { SharedRateLimiter } from '@portcullis/adapter-limits';
import type { Simulation } from '@portcullis/adapter-memory';
import type { PocketbaseClient, RecordEncryption } from '@portcullis/adapter-pocketbase';
import type {
  AuthorizeProfile,
  BarcodeReader,
  ChangeDeps,
  ClientRegistry,
  Clock,
  Components,
  CredentialsIssuer,
  DeviceEventClaims,
  DeviceInspector,
  DocumentReader,
  DuplicateIndex,
  Eraser,
  FaceComparer,
  FileStore,
  HealthProbe,
  IdempotencyStore,
  IdGenerator,
  LedgerReader,
  LivenessProvider,
  MediaNormalizer,
  PolicyRepository,
  PolicyStore,
  ProcessingDeps,
  ProcessVerification,
  ProfileStore,
  PublicSettings,
  SettingsStore,
  SweepDue,
  TokenService,
} from '@portcullis/domain';
import type { Services } from '@portcullis/http';
import type { ServiceIdentifier } from 'inversify';
import type { LazyBarcodeReader } from '../adapters/lazy-barcode-reader.ts';
import type { LazyLocalReader } from '../adapters/lazy-local-reader.ts';
import type { Config } from '../config/config.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { VendorReport } from '../telemetry/readiness.ts';
import type { Vendors } from './vendors.ts';

const token = <T>(name: string): ServiceIdentifier<T> => Symbol.for(`portcullis/${name}`);

/** Closes what an adapter keeps open (a worker, a socket), after its last use. */
export type Close = () => Promise<void>;

/** The use cases in groups with the same dependencies. */
export type AccessServices = Pick<Services, 'verifyToken' | 'issueToken' | 'authorizeProfile' | 'withIdempotencyKey'>;
export type InfoServices = Pick<Services, 'checkHealth' | 'readSettings'>;
export type LinkServices = Pick<Services, 'createProfile' | 'renewFlowToken'>;
export type EvidenceServices = Pick<Services, 'updateProfile' | 'analyzeDocument'>;
export type LivenessServices = Pick<Services, 'openLivenessSession' | 'readLivenessResult' | 'issueBrowserCredentials'>;
export type RecordServices = Omit<
  Services,
  keyof AccessServices | keyof InfoServices | keyof LinkServices | keyof EvidenceServices | keyof LivenessServices
>;

/** Typed injection tokens: binding a token to a value of another type does not compile. */
export const Tokens = {
  config: token<Config>('config'),
  logger: token<Logger>('logger'),
  metrics: token<Metrics>('metrics'),

  clock: token<Clock>('clock'),
  ids: token<IdGenerator>('ids'),
  database: token<PocketbaseClient>('database'),
  /** Encrypts and decrypts personal data at rest; one for all stores. */
  encryption: token<RecordEncryption>('encryption'),
  profiles: token<ProfileStore>('profiles'),
  files: token<FileStore>('files'),
  ledgerReader: token<LedgerReader>('histories'),
  idempotencyKeys: token<IdempotencyStore>('keys'),
  deviceEventClaims: token<DeviceEventClaims>('deviceEvents'),
  eraser: token<Eraser>('eraser'),
  settings: token<SettingsStore>('settings'),
  duplicateIndex: token<DuplicateIndex>('sightings'),
  healthProbe: token<HealthProbe>('probe'),
  policyRepository: token<PolicyRepository>('policyRegister'),
  /** The built-in policies, and those of the repository. */
  policies: token<PolicyStore>('policies'),
  media: token<MediaNormalizer>('media'),
  tokens: token<TokenService>('tokens'),
  clients: token<ClientRegistry>('clients'),
  rateLimiter: token<SharedRateLimiter>('counts'),
  liveness: token<LivenessProvider>('liveness'),
  faces: token<FaceComparer>('faces'),
  documentReader: token<DocumentReader>('reader'),
  localReader: token<LazyLocalReader>('localReader'),
  barcodes: token<BarcodeReader>('barcodes'),
  lazyBarcodeReader: token<LazyBarcodeReader>('barcodeReader'),
  /** Bound in the sandbox only. */
  simulation: token<Simulation>('simulation'),
  devices: token<DeviceInspector>('devices'),
  credentials: token<CredentialsIssuer>('credentials'),

  /** Bound in production only. */
  vendors: token<Vendors>('vendors'),

  /** The provider names of `GET /`. */
  components: token<Components>('components'),
  /** The provider states of `/readyz`. */
  vendorReport: token<() => VendorReport>('vendorReport'),
  publicSettings: token<PublicSettings>('published'),
  close: token<Close>('close'),

  changeDeps: token<ChangeDeps>('changeNeeds'),
  processingDeps: token<ProcessingDeps>('driveNeeds'),
  processVerification: token<ProcessVerification>('drive'),
  authorizeProfile: token<AuthorizeProfile>('guard'),
  sweep: token<SweepDue>('sweep'),

  accessServices: token<AccessServices>('access'),
  infoServices: token<InfoServices>('facts'),
  linkServices: token<LinkServices>('links'),
  recordServices: token<RecordServices>('records'),
  evidenceServices: token<EvidenceServices>('evidence'),
  livenessServices: token<LivenessServices>('presence'),
  services: token<Services>('services'),
};
