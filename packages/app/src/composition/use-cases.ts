import {
  type AuthorizeProfile,
  analyzeDocument,
  appendVerificationEvent,
  authorizeProfile,
  type BarcodeReader,
  type ChangeDeps,
  type ClientRegistry,
  type Clock,
  type Components,
  type CredentialsIssuer,
  checkHealth,
  createProfile,
  type DeviceEventClaims,
  type DeviceInspector,
  type DocumentReader,
  type DuplicateIndex,
  type Eraser,
  eraseProfile,
  type FaceComparer,
  type FileStore,
  getProfile,
  type HealthProbe,
  type IdempotencyStore,
  type IdGenerator,
  issueBrowserCredentials,
  issueToken,
  type LedgerReader,
  type LivenessProvider,
  listProfiles,
  type MediaNormalizer,
  newInProcessState,
  openLivenessSession,
  type PolicyStore,
  type ProcessingDeps,
  type ProcessVerification,
  type ProfileStore,
  type PublicSettings,
  postStatusEvent,
  processVerification,
  readFile,
  readHistory,
  readLivenessResult,
  readSettings,
  renewFlowToken,
  type SettingsStore,
  sweepDue,
  type TokenService,
  updateProfile,
  withIdempotencyKey,
} from '@portcullis/domain';
import { explainDecision } from '@portcullis/explain';
import type { Services } from '@portcullis/http';
import { ContainerModule } from 'inversify';
import { every } from '../adapters/every.ts';
import type { Config } from '../config/config.ts';
import {
  type AccessServices,
  type EvidenceServices,
  type InfoServices,
  type LinkServices,
  type LivenessServices,
  type RecordServices,
  Tokens,
} from './tokens.ts';

/**
 * What several use cases share. There is one `processVerification`, since it merges concurrent calls for one profile.
 */
const sharedBindings = new ContainerModule(({ bind }) => {
  bind(Tokens.changeDeps)
    .toResolvedValue(
      (profiles: ProfileStore, policies: PolicyStore, clock: Clock): ChangeDeps => ({ profiles, policies, clock }),
      [Tokens.profiles, Tokens.policies, Tokens.clock],
    )
    .inSingletonScope();
  bind(Tokens.processingDeps)
    .toResolvedValue(
      (
        change: ChangeDeps,
        files: FileStore,
        barcodes: BarcodeReader,
        reader: DocumentReader,
        faces: FaceComparer,
        devices: DeviceInspector,
        deviceEvents: DeviceEventClaims,
        duplicateIndex: DuplicateIndex,
      ): ProcessingDeps => ({
        ...change,
        ...newInProcessState(),
        files,
        barcodes,
        reader,
        faces,
        devices,
        deviceEvents,
        duplicateIndex,
      }),
      [
        Tokens.changeDeps,
        Tokens.files,
        Tokens.barcodes,
        Tokens.documentReader,
        Tokens.faces,
        Tokens.devices,
        Tokens.deviceEventClaims,
        Tokens.duplicateIndex,
      ],
    )
    .inSingletonScope();
  bind(Tokens.processVerification).toResolvedValue(processVerification, [Tokens.processingDeps]).inSingletonScope();
  bind(Tokens.authorizeProfile).toResolvedValue(authorizeProfile, [Tokens.changeDeps]).inSingletonScope();
  bind(Tokens.sweep)
    .toResolvedValue(
      (needs: ProcessingDeps, process: ProcessVerification, eraser: Eraser) =>
        sweepDue({ ...needs, processVerification: process, eraser }),
      [Tokens.processingDeps, Tokens.processVerification, Tokens.eraser],
    )
    .inSingletonScope();
});

/** Authentication and authorization, and the information that clients need before they start. */
const accessBindings = new ContainerModule(({ bind }) => {
  bind(Tokens.accessServices)
    .toResolvedValue(
      (
        clients: ClientRegistry,
        tokens: TokenService,
        authorize: AuthorizeProfile,
        keys: IdempotencyStore,
        ids: IdGenerator,
        clock: Clock,
      ) => ({
        verifyToken: tokens.verify,
        issueToken: issueToken({ clients, tokens }),
        authorizeProfile: authorize,
        withIdempotencyKey: withIdempotencyKey({ keys, ids, clock, every }),
      }),
      [Tokens.clients, Tokens.tokens, Tokens.authorizeProfile, Tokens.idempotencyKeys, Tokens.ids, Tokens.clock],
    )
    .inSingletonScope();
  bind(Tokens.infoServices)
    .toResolvedValue(
      (
        change: ChangeDeps,
        probe: HealthProbe,
        components: Components,
        settings: SettingsStore,
        published: PublicSettings,
      ) => ({
        checkHealth: checkHealth({ probe, components }),
        readSettings: readSettings({ ...change, settings, publicSettings: published }),
      }),
      [Tokens.changeDeps, Tokens.healthProbe, Tokens.components, Tokens.settings, Tokens.publicSettings],
    )
    .inSingletonScope();
});

/** The use cases of a partner: profiles, their links, their histories and files. */
const recordBindings = new ContainerModule(({ bind }) => {
  bind(Tokens.linkServices)
    .toResolvedValue(
      (
        change: ChangeDeps,
        ids: IdGenerator,
        tokens: TokenService,
        { web }: Config,
        { scenarios, languages }: PublicSettings,
      ) => {
        const needs = { ...change, ids, tokens, clientUrl: web.clientUrl };
        const named = scenarios?.map(({ name }) => name) ?? null;
        return {
          createProfile: createProfile({ ...needs, scenarios: named, defaultLanguage: languages[0] ?? 'en' }),
          renewFlowToken: renewFlowToken(needs),
        };
      },
      [Tokens.changeDeps, Tokens.ids, Tokens.tokens, Tokens.config, Tokens.publicSettings],
    )
    .inSingletonScope();
  bind(Tokens.recordServices)
    .toResolvedValue(
      (change: ChangeDeps, ids: IdGenerator, ledgerReader: LedgerReader, files: FileStore) => ({
        explainDecision: explainDecision({ ...change, ledgerReader }),
        eraseProfile: eraseProfile({ ...change, ids }),
        getProfile: getProfile(change),
        listProfiles: listProfiles(change),
        readHistory: readHistory({ ...change, ledgerReader }),
        readFile: readFile({ ...change, files }),
        postStatusEvent: postStatusEvent({ ...change, ids, ledgerReader }),
        appendVerificationEvent: appendVerificationEvent({ ...change, ids, ledgerReader }),
      }),
      [Tokens.changeDeps, Tokens.ids, Tokens.ledgerReader, Tokens.files],
    )
    .inSingletonScope();
});

/** The use cases of a person: evidence comes in, checks and a decision come out. */
const verificationBindings = new ContainerModule(({ bind }) => {
  bind(Tokens.evidenceServices)
    .toResolvedValue(
      (
        needs: ProcessingDeps,
        process: ProcessVerification,
        authorize: AuthorizeProfile,
        ids: IdGenerator,
        media: MediaNormalizer,
        { consentVersions }: PublicSettings,
      ) => ({
        updateProfile: updateProfile({
          ...needs,
          processVerification: process,
          authorizeProfile: authorize,
          ids,
          media,
          consentVersions,
        }),
        analyzeDocument: analyzeDocument({
          ...needs,
          processVerification: process,
          authorizeProfile: authorize,
          ids,
          media,
        }),
      }),
      [
        Tokens.processingDeps,
        Tokens.processVerification,
        Tokens.authorizeProfile,
        Tokens.ids,
        Tokens.media,
        Tokens.publicSettings,
      ],
    )
    .inSingletonScope();
  bind(Tokens.livenessServices)
    .toResolvedValue(
      (
        needs: ProcessingDeps,
        process: ProcessVerification,
        authorize: AuthorizeProfile,
        ids: IdGenerator,
        liveness: LivenessProvider,
        credentials: CredentialsIssuer,
      ) => ({
        openLivenessSession: openLivenessSession({ ...needs, authorizeProfile: authorize, liveness, ids }),
        readLivenessResult: readLivenessResult({ ...needs, liveness, processVerification: process }),
        issueBrowserCredentials: issueBrowserCredentials({ ...needs, authorizeProfile: authorize, credentials, ids }),
      }),
      [
        Tokens.processingDeps,
        Tokens.processVerification,
        Tokens.authorizeProfile,
        Tokens.ids,
        Tokens.liveness,
        Tokens.credentials,
      ],
    )
    .inSingletonScope();
});

const serviceBindings = new ContainerModule(({ bind }) => {
  bind(Tokens.services)
    .toResolvedValue(
      (
        a: AccessServices,
        f: InfoServices,
        l: LinkServices,
        r: RecordServices,
        e: EvidenceServices,
        p: LivenessServices,
      ): Services => ({
        ...a,
        ...f,
        ...l,
        ...r,
        ...e,
        ...p,
      }),
      [
        Tokens.accessServices,
        Tokens.infoServices,
        Tokens.linkServices,
        Tokens.recordServices,
        Tokens.evidenceServices,
        Tokens.livenessServices,
      ],
    )
    .inSingletonScope();
});

/** Use cases are plain functions of their ports: the domain does not know the container. */
export const useCases = [
  sharedBindings,
  accessBindings,
  recordBindings,
  verificationBindings,
  serviceBindings,
] as const;
