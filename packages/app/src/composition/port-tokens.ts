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
} from '@portcullis/domain/ports';
import type { Components, KeptLease, KnownClients, PublicSettings, RevocationList } from '@portcullis/domain/use-cases';
import type { ServiceIdentifier } from 'inversify';
import type { RunningFeedWatch } from '../adapters/feed-watch.ts';

/** A token of what has this type: binding it to a value of another type does not compile. */
export const token = <T>(name: string): ServiceIdentifier<T> => Symbol.for(`portcullis/${name}`);

/** The tokens of what the use cases are made of, each under the name by which a use case asks for it. */
export const portTokens = {
  /** The clock of this machine, which is trusted as far as others confirm it. */
  clock: token<Clock>('clock'),
  ids: token<IdGenerator>('ids'),
  profiles: token<ProfileStore>('profiles'),
  files: token<FileStore>('files'),
  ledgerReader: token<LedgerReader & EntryFinder>('ledgerReader'),
  ledgerLog: token<LedgerLog>('ledgerLog'),
  eventFeed: token<EventFeed>('eventFeed'),
  /** Watches the feeds for the requests that wait. */
  feedWatch: token<RunningFeedWatch>('feedWatch'),
  idempotencyKeys: token<IdempotencyStore>('idempotencyKeys'),
  deviceEventClaims: token<DeviceEventClaims>('deviceEventClaims'),
  eraser: token<Eraser>('eraser'),
  settings: token<SettingsStore>('settings'),
  accessLog: token<AccessLog>('accessLog'),
  webhookEndpoints: token<WebhookEndpoints>('webhookEndpoints'),
  webhookDeliveries: token<WebhookDeliveries>('webhookDeliveries'),
  /** The lease on what is due by time. */
  sweepLease: token<KeptLease>('sweepLease'),
  duplicateIndex: token<DuplicateIndex>('duplicateIndex'),
  signingSeed: token<TaskEither<Unavailable, Uint8Array>>('signingSeed'),
  reviewClaims: token<ReviewClaims>('reviewClaims'),
  reviewQueue: token<ReviewQueue>('reviewQueue'),
  usageCounters: token<UsageCounters>('usageCounters'),
  workCounts: token<WorkCounts>('workCounts'),
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
  liveness: token<LivenessProvider>('liveness'),
  faces: token<FaceComparer>('faces'),
  documentReader: token<DocumentReader>('documentReader'),
  barcodes: token<BarcodeReader>('barcodes'),
  devices: token<DeviceInspector>('devices'),
  credentials: token<CredentialsIssuer>('credentials'),
  webhookSender: token<OwnedWebhookSender>('webhookSender'),
  /** The provider names of `GET /`. */
  components: token<Components>('components'),
  publicSettings: token<PublicSettings>('publicSettings'),
};

/** What the tokens stand for, by their names. */
export type BoundPorts = {
  readonly [Name in keyof typeof portTokens]: (typeof portTokens)[Name] extends ServiceIdentifier<infer Port>
    ? Port
    : never;
};
