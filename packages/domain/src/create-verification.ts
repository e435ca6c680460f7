import { defaultConsentTexts } from './policy/messages/consent-texts.ts';
import { applicantLanguages } from './policy/messages/messages.ts';
import { type Clock, type ClockInput, clockOf } from './ports/clock.ts';
import type { IdGenerator } from './ports/id-generator.ts';
import type { BarcodeReader } from './ports/providers/barcode-reader.ts';
import type { CredentialsIssuer } from './ports/providers/credentials-issuer.ts';
import type { DeviceInspector } from './ports/providers/device-inspector.ts';
import type { DocumentReader } from './ports/providers/document-reader.ts';
import type { FaceComparer } from './ports/providers/face-comparer.ts';
import type { LivenessProvider } from './ports/providers/liveness-provider.ts';
import type { MediaNormalizer } from './ports/providers/media-normalizer.ts';
import type { AccessLog } from './ports/stores/access-log.ts';
import type { ClientRegistry } from './ports/stores/client-registry.ts';
import type { DeviceEventClaims } from './ports/stores/device-event-claims.ts';
import type { DuplicateIndex } from './ports/stores/duplicate-index.ts';
import type { Eraser } from './ports/stores/eraser.ts';
import type { FileStore } from './ports/stores/file-store.ts';
import type { IdempotencyStore } from './ports/stores/idempotency-store.ts';
import type { HistoryReader, LedgerReader } from './ports/stores/ledger-reader.ts';
import type { PolicyStore } from './ports/stores/policy-store.ts';
import type { ProfileStore } from './ports/stores/profile-store.ts';
import type { SettingsStore } from './ports/stores/settings-store.ts';
import type { TokenStateStore } from './ports/stores/token-state-store.ts';
import type { TokenService } from './ports/token-service.ts';
import { isBaseUrl } from './serialization/redirect-url.ts';
import { authorizeProfile } from './use-cases/access/authorize-profile.ts';
import { lackingMethods, portMethods, portNames } from './use-cases/access/port-methods.ts';
import { withPorts } from './use-cases/access/use-case.ts';
import { type ScheduleInterval, withIdempotencyKey } from './use-cases/access/with-idempotency-key.ts';
import { analyzeDocument } from './use-cases/documents/analyze-document.ts';
import { readFile } from './use-cases/documents/read-file.ts';
import type { StorageLimits } from './use-cases/documents/storage-limits.ts';
import { issueBrowserCredentials } from './use-cases/liveness/issue-browser-credentials.ts';
import { openLivenessSession } from './use-cases/liveness/open-liveness-session.ts';
import { readLivenessResult } from './use-cases/liveness/read-liveness-result.ts';
import { submitLivenessCapture } from './use-cases/liveness/submit-liveness-capture.ts';
import { type InProcessState, newInProcessState } from './use-cases/processing/in-process-state.ts';
import { processVerification } from './use-cases/processing/process-verification.ts';
import { sweepDue } from './use-cases/processing/sweep-due.ts';
import { appendVerificationEvent } from './use-cases/profiles/append-verification-event.ts';
import { createProfile } from './use-cases/profiles/create-profile.ts';
import { eraseProfile } from './use-cases/profiles/erase-profile.ts';
import { getProfile } from './use-cases/profiles/get-profile.ts';
import { listProfiles } from './use-cases/profiles/list-profiles.ts';
import { postStatusEvent } from './use-cases/profiles/post-status-event.ts';
import { readAccessLog } from './use-cases/profiles/read-access-log.ts';
import { readHistory } from './use-cases/profiles/read-history.ts';
import { type PublicSettings, readSettings } from './use-cases/profiles/read-settings.ts';
import { takeBackErasure } from './use-cases/profiles/take-back-erasure.ts';
import { updateProfile } from './use-cases/profiles/update-profile.ts';
import { createHandoff, redeemHandoff } from './use-cases/tokens/hand-over.ts';
import { issueToken } from './use-cases/tokens/issue-token.ts';
import type { KnownClients } from './use-cases/tokens/known-clients.ts';
import { renewFlowToken } from './use-cases/tokens/renew-flow-token.ts';
import { type RevocationList, revocationList } from './use-cases/tokens/revocation-list.ts';
import { revokeToken } from './use-cases/tokens/revoke-token.ts';
import { type UnregisteredClients, verifyToken } from './use-cases/tokens/verify-token.ts';

/** The ports of the verification of people. */
export type VerificationPorts = {
  readonly clock: ClockInput;
  readonly ids: IdGenerator;
  readonly policies: PolicyStore;
  readonly media: MediaNormalizer;
  readonly barcodes: BarcodeReader;
  readonly reader: DocumentReader;
  readonly liveness: LivenessProvider;
  readonly faces: FaceComparer;
  readonly devices: DeviceInspector;
  readonly credentials: CredentialsIssuer;
  readonly tokens: TokenService;
  readonly clients: ClientRegistry;
  readonly every: ScheduleInterval;
  readonly profiles: ProfileStore;
  readonly files: FileStore;
  readonly ledgerReader: LedgerReader & HistoryReader;
  readonly duplicateIndex: DuplicateIndex;
  readonly deviceEventClaims: DeviceEventClaims;
  readonly eraser: Eraser;
  readonly accessLog: AccessLog;
  readonly settings: SettingsStore;
  readonly idempotencyKeys: IdempotencyStore;
  readonly tokenStates: TokenStateStore;
  /** The revoked tokens in memory, for a program that refreshes them; otherwise they are read once. */
  readonly revocations?: RevocationList;
  /** The clients of a store in memory; without it all clients are those of `clients`. */
  readonly knownClients?: KnownClients;
} & Partial<InProcessState>;

type Ports = VerificationPorts & { readonly clock: Clock };

/** The settings of the verification of people. */
export type VerificationOptions = {
  /**
   * The base of verification URLs, without a trailing slash. A function answers it for a service that is its own base,
   * and knows its port only once it listens.
   */
  readonly clientUrl: string | (() => string);
  /** What clients may see of the configuration. The first language is that of a profile which names none. */
  readonly settings?: Partial<PublicSettings>;
  readonly storage?: StorageLimits;
  /** `refuse` where it is absent. */
  readonly unregisteredClients?: UnregisteredClients;
  /** Whether this instance is the one that sweeps. Without it, it is the only instance. */
  readonly isSweeping?: () => boolean;
};

/**
 * The use cases of the verification of people, by their names. They are written out, and compared by the compiler: an
 * inferred declaration would name a library that those who import this package need not have.
 */
export type Verification = {
  readonly authorizeProfile: ReturnType<typeof authorizeProfile>;
  readonly processVerification: ReturnType<typeof processVerification>;
  readonly createProfile: ReturnType<typeof createProfile>;
  readonly getProfile: ReturnType<typeof getProfile>;
  readonly listProfiles: ReturnType<typeof listProfiles>;
  readonly updateProfile: ReturnType<typeof updateProfile>;
  readonly eraseProfile: ReturnType<typeof eraseProfile>;
  readonly takeBackErasure: ReturnType<typeof takeBackErasure>;
  readonly analyzeDocument: ReturnType<typeof analyzeDocument>;
  readonly readFile: ReturnType<typeof readFile>;
  readonly openLivenessSession: ReturnType<typeof openLivenessSession>;
  readonly readLivenessResult: ReturnType<typeof readLivenessResult>;
  readonly issueBrowserCredentials: ReturnType<typeof issueBrowserCredentials>;
  readonly submitLivenessCapture: ReturnType<typeof submitLivenessCapture>;
  readonly postStatusEvent: ReturnType<typeof postStatusEvent>;
  readonly appendVerificationEvent: ReturnType<typeof appendVerificationEvent>;
  readonly readHistory: ReturnType<typeof readHistory>;
  readonly readAccessLog: ReturnType<typeof readAccessLog>;
  readonly readSettings: ReturnType<typeof readSettings>;
  readonly issueToken: ReturnType<typeof issueToken>;
  readonly verifyToken: ReturnType<typeof verifyToken>;
  readonly revokeToken: ReturnType<typeof revokeToken>;
  readonly renewFlowToken: ReturnType<typeof renewFlowToken>;
  readonly createHandoff: ReturnType<typeof createHandoff>;
  readonly redeemHandoff: ReturnType<typeof redeemHandoff>;
  readonly withIdempotencyKey: ReturnType<typeof withIdempotencyKey>;
  readonly sweep: ReturnType<typeof sweepDue>;
};

const defaultSettings: PublicSettings = {
  livenessRegion: 'none',
  fingerprintRegion: 'none',
  consentTexts: defaultConsentTexts,
  languages: applicantLanguages,
  scenarios: null,
};

/** The use cases that issue, verify and revoke tokens, links and codes. */
const tokenUseCases = (ports: Ports, options: VerificationOptions, { partnerOf }: PublicSettings) => {
  const { clientUrl, unregisteredClients = 'refuse' } = options;
  const revocations = ports.revocations ?? revocationList(ports);
  return {
    issueToken: issueToken(ports),
    verifyToken: verifyToken({ ...ports, revocations, unregisteredClients }),
    revokeToken: revokeToken({ ...ports, revocations }),
    renewFlowToken: renewFlowToken({ ...ports, clientUrl }),
    createHandoff: createHandoff(ports),
    redeemHandoff: redeemHandoff({ ...ports, ...(partnerOf && { partnerOf }) }),
    withIdempotencyKey: withIdempotencyKey({ ...ports, keys: ports.idempotencyKeys }),
  };
};

/** The use cases that change and read profiles without processing them. */
const recordUseCases = (ports: Ports, { clientUrl }: VerificationOptions, settings: PublicSettings) => {
  const scenarios = settings.scenarios?.map(({ name }) => name) ?? null;
  return {
    createProfile: createProfile({ ...ports, clientUrl, scenarios, defaultLanguage: settings.languages[0] ?? 'en' }),
    getProfile: getProfile(ports),
    listProfiles: listProfiles(ports),
    eraseProfile: eraseProfile(ports),
    takeBackErasure: takeBackErasure(ports),
    postStatusEvent: postStatusEvent(ports),
    appendVerificationEvent: appendVerificationEvent(ports),
    readHistory: readHistory(ports),
    readAccessLog: readAccessLog(ports),
    readFile: readFile(ports),
    readSettings: readSettings({ ...ports, publicSettings: settings }),
  };
};

/** The use cases that process what a person supplies, and what is due. They share the state of this process. */
const processingUseCases = (
  ports: Ports,
  { isSweeping, storage }: VerificationOptions,
  { consentTexts }: PublicSettings,
) => {
  const processing = { ...newInProcessState(), ...ports };
  // There is one `processVerification`, since it merges concurrent calls for one profile.
  const person = {
    ...processing,
    ...(storage && { storage }),
    authorizeProfile: authorizeProfile(ports),
    processVerification: processVerification(processing),
  };
  return {
    authorizeProfile: person.authorizeProfile,
    processVerification: person.processVerification,
    updateProfile: updateProfile({ ...person, consentTexts }),
    analyzeDocument: analyzeDocument(person),
    openLivenessSession: openLivenessSession(person),
    readLivenessResult: readLivenessResult(person),
    issueBrowserCredentials: issueBrowserCredentials(person),
    submitLivenessCapture: submitLivenessCapture(person),
    sweep: sweepDue({ ...person, ...(isSweeping && { isSweeping }) }),
  };
};

type Listed = typeof portMethods;
type Needed<Port> = { [Key in keyof Port]-?: undefined extends Port[Key] ? never : Key }[keyof Port];
type Left<Name extends keyof Listed> = Exclude<Needed<VerificationPorts[Name]>, Listed[Name][number]>;

/** The table of the methods of these ports must leave out none. */
portMethods satisfies { readonly [Name in keyof Listed]: [Left<Name>] extends [never] ? Listed[Name] : Left<Name> };

/** Whether links for people can begin with it; of a function only the answers can tell. */
const isLinkBase = (url: unknown): boolean => typeof url === 'function' || (typeof url === 'string' && isBaseUrl(url));

const linkBaseRule =
  'an address such as https://verify.example.org, without user, query, # and last slash; its host has a-z, 0-9, dots and hyphens, or is the xn-- form of another one';

/**
 * Makes every use case of the verification of people, from all ports at once. It names the ports that are missing, and
 * the methods that one lacks. Call it once in a program: the use cases share what waits and what runs in this process.
 */
export const createVerification = withPorts(
  'createVerification',
  ['clock', 'every', ...portNames],
  (given: VerificationPorts, options: VerificationOptions): Verification => {
    if (typeof options !== 'object' || options === null)
      throw new TypeError('createVerification is made without its options, such as { clientUrl }');
    const lacking = lackingMethods(given);
    if (lacking.length > 0) throw new TypeError(`createVerification is made without ${lacking.join(', ')}`);
    const ports = { ...given, clock: clockOf(given.clock) };
    if (!isLinkBase(options.clientUrl)) throw new TypeError(`createVerification needs as clientUrl ${linkBaseRule}`);
    const settings = { ...defaultSettings, ...options.settings };
    return {
      ...tokenUseCases(ports, options, settings),
      ...recordUseCases(ports, options, settings),
      ...processingUseCases(ports, options, settings),
    };
  },
  // A clock may be a function that answers the time.
  ['clock'],
);
