import type { SharedRateLimiter } from '@portcullis/adapter-limits';
import type { Simulation } from '@portcullis/adapter-memory';
import type { PocketbaseClient, Sealing } from '@portcullis/adapter-pocketbase';
import type {
  BarcodeReader,
  ChangeNeeds,
  ClientRegistry,
  Clock,
  Components,
  CredentialsIssuer,
  DeviceEventRegister,
  DeviceInspector,
  DocumentReader,
  DriveNeeds,
  DriveProfile,
  Eraser,
  FaceComparer,
  FileStore,
  GuardProfile,
  HealthProbe,
  Histories,
  IdempotencyStore,
  Ids,
  LivenessProvider,
  MediaNormalizer,
  PolicyRegister,
  PolicyStore,
  ProfileStore,
  PublicSettings,
  SettingsStore,
  SightingRegister,
  SweepDue,
  TokenService,
} from '@portcullis/domain';
import type { Services } from '@portcullis/http';
import type { ServiceIdentifier } from 'inversify';
import type { LazyBarcodeReader } from './adapters/lazy-barcode-reader.ts';
import type { LazyReader } from './adapters/lazy-local-reader.ts';
import type { Vendors } from './composition/vendors.ts';
import type { Config } from './config.ts';
import type { Logger } from './logger.ts';
import type { Metrics } from './metrics.ts';
import type { VendorReport } from './readiness.ts';

const token = <T>(name: string): ServiceIdentifier<T> => Symbol.for(`portcullis/${name}`);

/** Closes what an adapter keeps open (a worker, a socket), after its last use. */
export type Close = () => Promise<void>;

/** The use cases in groups with the same dependencies. */
export type Access = Pick<Services, 'verifyToken' | 'issueToken' | 'guardProfile' | 'runOnce'>;
export type Facts = Pick<Services, 'checkHealth' | 'readSettings'>;
export type Links = Pick<Services, 'createProfile' | 'renewFlowToken'>;
export type Evidence = Pick<Services, 'updateProfile' | 'analyzeDocument'>;
export type Presence = Pick<Services, 'openLivenessSession' | 'readLivenessResult' | 'issueBrowserCredentials'>;
export type Records = Omit<Services, keyof Access | keyof Facts | keyof Links | keyof Evidence | keyof Presence>;

/** Typed injection tokens: binding a token to a value of another type does not compile. */
export const Tokens = {
  config: token<Config>('config'),
  logger: token<Logger>('logger'),
  metrics: token<Metrics>('metrics'),

  clock: token<Clock>('clock'),
  ids: token<Ids>('ids'),
  database: token<PocketbaseClient>('database'),
  /** Encrypts and decrypts personal data at rest; one for all stores. */
  sealing: token<Sealing>('sealing'),
  profiles: token<ProfileStore>('profiles'),
  files: token<FileStore>('files'),
  histories: token<Histories>('histories'),
  keys: token<IdempotencyStore>('keys'),
  deviceEvents: token<DeviceEventRegister>('deviceEvents'),
  eraser: token<Eraser>('eraser'),
  settings: token<SettingsStore>('settings'),
  sightings: token<SightingRegister>('sightings'),
  probe: token<HealthProbe>('probe'),
  policyRegister: token<PolicyRegister>('policyRegister'),
  /** The built-in policies, and those of the repository. */
  policies: token<PolicyStore>('policies'),
  media: token<MediaNormalizer>('media'),
  tokens: token<TokenService>('tokens'),
  clients: token<ClientRegistry>('clients'),
  counts: token<SharedRateLimiter>('counts'),
  liveness: token<LivenessProvider>('liveness'),
  faces: token<FaceComparer>('faces'),
  reader: token<DocumentReader>('reader'),
  localReader: token<LazyReader>('localReader'),
  barcodes: token<BarcodeReader>('barcodes'),
  barcodeReader: token<LazyBarcodeReader>('barcodeReader'),
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
  published: token<PublicSettings>('published'),
  close: token<Close>('close'),

  changeNeeds: token<ChangeNeeds>('changeNeeds'),
  driveNeeds: token<DriveNeeds>('driveNeeds'),
  drive: token<DriveProfile>('drive'),
  guard: token<GuardProfile>('guard'),
  sweep: token<SweepDue>('sweep'),

  access: token<Access>('access'),
  facts: token<Facts>('facts'),
  links: token<Links>('links'),
  records: token<Records>('records'),
  evidence: token<Evidence>('evidence'),
  presence: token<Presence>('presence'),
  services: token<Services>('services'),
};
