import type { SharedRateLimiter } from '@portcullis/adapter-limits';
import type { LocalBarcodeReader, LocalReader } from '@portcullis/adapter-local-reader';
import type { Simulation } from '@portcullis/adapter-memory';
import type { OpenidStaffProvider } from '@portcullis/adapter-openid';
import type { OwnedWebhookSender } from '@portcullis/adapter-webhooks';
import type {
  AccessLog,
  BarcodeReader,
  ClientRegistry,
  Clock,
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
  ProfileStore,
  SettingsStore,
  TaskEither,
  TokenService,
  Unavailable,
} from '@portcullis/domain';
import type {
  ClientStore,
  EntryFinder,
  EventFeed,
  FeedNumbers,
  FeedPosition,
  LedgerLog,
  ListStore,
  PasswordHasher,
  PolicyDrafts,
  ReviewClaims,
  ReviewQueue,
  StaffDirectory,
  StaffSessions,
  TokenStateStore,
  UsageCounters,
  WebhookDeliveries,
  WebhookEndpoints,
  WorkCounts,
  WorkLeases,
} from '@portcullis/domain/ports';
import type { Components, KeptLease, KnownClients, PublicSettings, RevocationList } from '@portcullis/domain/use-cases';
import type { ServiceIdentifier } from 'inversify';
import type { Broadcast } from '../adapters/broadcast.ts';
import type { RunningFeedWatch } from '../adapters/feed-watch.ts';
import type { FileObjects } from '../adapters/file-objects.ts';
import type { RecordDatabase } from '../adapters/open-record-database.ts';
import type { Config } from '../config/config.ts';
import type { RunningAccessRecorder } from '../telemetry/access-recorder.ts';
import type { ClockWatch } from '../telemetry/clock-watch.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { VendorReport } from '../telemetry/readiness.ts';
import type { StorageUsage } from './storage-usage.ts';
import type { UseCases } from './use-cases.ts';
import type { Vendors } from './vendors.ts';

const token = <T>(name: string): ServiceIdentifier<T> => Symbol.for(`portcullis/${name}`);

/** Closes what an adapter keeps open (a worker, a socket), after its last use. */
export type Close = () => Promise<void>;

/** Typed injection tokens: binding a token to a value of another type does not compile. */
export const Tokens = {
  config: token<Config>('config'),
  logger: token<Logger>('logger'),
  metrics: token<Metrics>('metrics'),
  /** The base of verification URLs and the port of the API, once it listens. */
  linkBase: token<{ url: string; port: number }>('linkBase'),

  /** The clock of this machine, as it goes. */
  machineClock: token<Clock>('machineClock'),
  /** Compares the clock of this machine with others. */
  clockWatch: token<ClockWatch>('clockWatch'),
  /** The clock of this machine, which is trusted as far as others confirm it. */
  clock: token<Clock>('clock'),
  ids: token<IdGenerator>('ids'),
  /** The record database: every store, its schema and its keys. */
  records: token<RecordDatabase>('records'),
  /** The object store of files; `null` where their bytes are in the record database. */
  fileObjects: token<FileObjects | null>('fileObjects'),
  profiles: token<ProfileStore>('profiles'),
  files: token<FileStore>('files'),
  ledgerReader: token<LedgerReader & EntryFinder>('ledgerReader'),
  ledgerLog: token<LedgerLog>('ledgerLog'),
  eventFeed: token<EventFeed>('eventFeed'),
  feedNumbers: token<FeedNumbers>('feedNumbers'),
  /** Tells that this instance has stored events, which have no place in a feed yet. */
  storedEvents: token<Broadcast<void>>('storedEvents'),
  /** Tells how far the feeds have come that this instance has moved. */
  movedFeeds: token<Broadcast<FeedPosition>>('movedFeeds'),
  /** Watches the feeds for the requests that wait. */
  feedWatch: token<RunningFeedWatch>('feedWatch'),
  idempotencyKeys: token<IdempotencyStore>('idempotencyKeys'),
  deviceEventClaims: token<DeviceEventClaims>('deviceEventClaims'),
  eraser: token<Eraser>('eraser'),
  settings: token<SettingsStore>('settings'),
  accessLog: token<AccessLog>('accessLog'),
  accessRecorder: token<RunningAccessRecorder>('accessRecorder'),
  webhookEndpoints: token<WebhookEndpoints>('webhookEndpoints'),
  webhookDeliveries: token<WebhookDeliveries>('webhookDeliveries'),
  workLeases: token<WorkLeases>('workLeases'),
  /** The lease on what is due by time. */
  sweepLease: token<KeptLease>('sweepLease'),
  duplicateIndex: token<DuplicateIndex>('duplicateIndex'),
  signingSeed: token<TaskEither<Unavailable, Uint8Array>>('signingSeed'),
  reviewClaims: token<ReviewClaims>('reviewClaims'),
  reviewQueue: token<ReviewQueue>('reviewQueue'),
  usageCounters: token<UsageCounters>('usageCounters'),
  workCounts: token<WorkCounts>('workCounts'),
  storageUsage: token<StorageUsage>('storageUsage'),
  healthProbe: token<HealthProbe>('healthProbe'),
  policyRepository: token<PolicyRepository>('policyRepository'),
  /** The built-in policies, and those of the repository. */
  policies: token<PolicyStore>('policies'),
  media: token<MediaNormalizer>('media'),
  tokens: token<TokenService>('tokens'),
  clients: token<ClientRegistry>('clients'),
  tokenStates: token<TokenStateStore>('tokenStates'),
  passwords: token<PasswordHasher>('passwords'),
  staffDirectory: token<StaffDirectory>('staffDirectory'),
  clientStore: token<ClientStore>('clientStore'),
  listStore: token<ListStore>('listStore'),
  policyDrafts: token<PolicyDrafts>('policyDrafts'),
  /** The clients of the store, in memory. */
  knownClients: token<KnownClients>('knownClients'),
  staffSessions: token<StaffSessions>('staffSessions'),
  /** `null` where staff have their accounts here. */
  staffProvider: token<OpenidStaffProvider | null>('staffProvider'),
  /** The revoked tokens, in memory. */
  revocations: token<RevocationList>('revocations'),
  rateLimiter: token<SharedRateLimiter>('rateLimiter'),
  liveness: token<LivenessProvider>('liveness'),
  faces: token<FaceComparer>('faces'),
  documentReader: token<DocumentReader>('documentReader'),
  localReader: token<LocalReader>('localReader'),
  barcodes: token<BarcodeReader>('barcodes'),
  lazyBarcodeReader: token<LocalBarcodeReader>('lazyBarcodeReader'),
  /** Bound in the sandbox only. */
  simulation: token<Simulation>('simulation'),
  devices: token<DeviceInspector>('devices'),
  credentials: token<CredentialsIssuer>('credentials'),
  webhookSender: token<OwnedWebhookSender>('webhookSender'),

  /** Bound in production only. */
  vendors: token<Vendors>('vendors'),

  /** The provider names of `GET /`. */
  components: token<Components>('components'),
  /** The provider states of `/readyz`. */
  vendorReport: token<() => VendorReport>('vendorReport'),
  /** The origin to which the page of a person streams a liveness check; `null` where it does not. */
  livenessStream: token<string | null>('livenessStream'),
  publicSettings: token<PublicSettings>('publicSettings'),
  close: token<Close>('close'),

  useCases: token<UseCases>('useCases'),
};
