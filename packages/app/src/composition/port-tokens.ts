import type { OpenidStaffProvider } from '@portcullis/adapter-openid';
import type { OwnedWebhookSender } from '@portcullis/adapter-webhooks';
import type { Components } from '@portcullis/backoffice';
import type * as backofficePorts from '@portcullis/backoffice/ports';
import type { TaskEither, Unavailable } from '@portcullis/domain';
import type * as ports from '@portcullis/domain/ports';
import type { KnownClients, PublicSettings, RevocationList } from '@portcullis/domain/use-cases';
import type { KeptLease } from '@portcullis/events';
import type * as eventPorts from '@portcullis/events/ports';
import type { ServiceIdentifier } from 'inversify';
import type { RunningFeedWatch } from '../adapters/feed-watch.ts';

/** A token of what has this type: binding it to a value of another type does not compile. */
export const token = <T>(name: string): ServiceIdentifier<T> => Symbol.for(`portcullis/${name}`);

/** The tokens of what the use cases are made of, each under the name by which a use case asks for it. */
export const portTokens = {
  /** The clock of this machine, which is trusted as far as others confirm it. */
  clock: token<ports.Clock>('clock'),
  ids: token<ports.IdGenerator>('ids'),
  profiles: token<ports.ProfileStore>('profiles'),
  files: token<ports.FileStore>('files'),
  ledgerReader: token<ports.LedgerReader & ports.EntryFinder & ports.HistoryReader>('ledgerReader'),
  ledgerLog: token<eventPorts.LedgerLog>('ledgerLog'),
  eventFeed: token<eventPorts.EventFeed>('eventFeed'),
  /** Watches the feeds for the requests that wait. */
  feedWatch: token<RunningFeedWatch>('feedWatch'),
  idempotencyKeys: token<ports.IdempotencyStore>('idempotencyKeys'),
  deviceEventClaims: token<ports.DeviceEventClaims>('deviceEventClaims'),
  eraser: token<ports.Eraser>('eraser'),
  settings: token<ports.SettingsStore>('settings'),
  accessLog: token<ports.AccessLog>('accessLog'),
  webhookEndpoints: token<eventPorts.WebhookEndpoints>('webhookEndpoints'),
  webhookDeliveries: token<eventPorts.WebhookDeliveries>('webhookDeliveries'),
  /** The lease on what is due by time. */
  sweepLease: token<KeptLease>('sweepLease'),
  duplicateIndex: token<ports.DuplicateIndex>('duplicateIndex'),
  signingSeed: token<TaskEither<Unavailable, Uint8Array>>('signingSeed'),
  reviewClaims: token<backofficePorts.ReviewClaims>('reviewClaims'),
  reviewQueue: token<backofficePorts.ReviewQueue>('reviewQueue'),
  usageCounters: token<ports.UsageCounters>('usageCounters'),
  workCounts: token<backofficePorts.WorkCounts>('workCounts'),
  healthProbe: token<backofficePorts.HealthProbe>('healthProbe'),
  policyRepository: token<ports.PolicyRepository>('policyRepository'),
  /** The built-in policies, and those of the repository. */
  policies: token<ports.PolicyStore>('policies'),
  media: token<ports.MediaNormalizer>('media'),
  tokens: token<ports.TokenService>('tokens'),
  clients: token<ports.ClientRegistry>('clients'),
  tokenStates: token<ports.TokenStateStore>('tokenStates'),
  passwords: token<backofficePorts.PasswordHasher>('passwords'),
  staffDirectory: token<backofficePorts.StaffDirectory>('staffDirectory'),
  clientStore: token<ports.ClientStore>('clientStore'),
  listStore: token<backofficePorts.ListStore>('listStore'),
  policyDrafts: token<backofficePorts.PolicyDrafts>('policyDrafts'),
  /** The clients of the store, in memory. */
  knownClients: token<KnownClients>('knownClients'),
  staffSessions: token<backofficePorts.StaffSessions>('staffSessions'),
  /** `null` where staff have their accounts here. */
  staffProvider: token<OpenidStaffProvider | null>('staffProvider'),
  /** The revoked tokens, in memory. */
  revocations: token<RevocationList>('revocations'),
  liveness: token<ports.LivenessProvider>('liveness'),
  faces: token<ports.FaceComparer>('faces'),
  documentReader: token<ports.DocumentReader>('documentReader'),
  barcodes: token<ports.BarcodeReader>('barcodes'),
  devices: token<ports.DeviceInspector>('devices'),
  credentials: token<ports.CredentialsIssuer>('credentials'),
  webhookSender: token<OwnedWebhookSender>('webhookSender'),
  /** The provider names of `GET /`. */
  components: token<Components>('components'),
  publicSettings: token<PublicSettings>('publicSettings'),
};

/** The ports behind the tokens, by their names. */
export type BoundPorts = {
  readonly [Name in keyof typeof portTokens]: (typeof portTokens)[Name] extends ServiceIdentifier<infer Port>
    ? Port
    : never;
};
