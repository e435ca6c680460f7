import {
  analyzeDocument,
  appendVerificationEvent,
  type BarcodeReader,
  type ChangeNeeds,
  type ClientRegistry,
  type Clock,
  type Components,
  type CredentialsIssuer,
  checkHealth,
  createProfile,
  type DeviceEventRegister,
  type DeviceInspector,
  type DocumentReader,
  type DriveNeeds,
  type DriveProfile,
  driveProfile,
  type Eraser,
  eraseProfile,
  explainDecision,
  type FaceComparer,
  type FileStore,
  type GuardProfile,
  getProfile,
  guardProfile,
  type HealthProbe,
  type Histories,
  type IdempotencyStore,
  type Ids,
  inProcess,
  issueBrowserCredentials,
  issueToken,
  type LivenessProvider,
  listProfiles,
  type MediaNormalizer,
  openLivenessSession,
  type PolicyStore,
  type ProfileStore,
  type PublicSettings,
  postStatusEvent,
  readFile,
  readHistory,
  readLivenessResult,
  readSettings,
  renewFlowToken,
  runOnce,
  type SettingsStore,
  type SightingRegister,
  sweepDue,
  type TokenService,
  updateProfile,
} from '@portcullis/domain';
import type { Services } from '@portcullis/http';
import { ContainerModule } from 'inversify';
import { every } from '../adapters/every.ts';
import type { Config } from '../config.ts';
import { type Access, type Evidence, type Facts, type Links, type Presence, type Records, Tokens } from '../tokens.ts';

/**
 * What several use cases share. There is one `processVerification`, since it merges concurrent calls for one profile.
 */
const shared = new ContainerModule(({ bind }) => {
  bind(Tokens.changeNeeds)
    .toResolvedValue(
      (profiles: ProfileStore, policies: PolicyStore, clock: Clock): ChangeNeeds => ({ profiles, policies, clock }),
      [Tokens.profiles, Tokens.policies, Tokens.clock],
    )
    .inSingletonScope();
  bind(Tokens.driveNeeds)
    .toResolvedValue(
      (
        change: ChangeNeeds,
        files: FileStore,
        barcodes: BarcodeReader,
        reader: DocumentReader,
        faces: FaceComparer,
        devices: DeviceInspector,
        deviceEvents: DeviceEventRegister,
        sightings: SightingRegister,
      ): DriveNeeds => ({
        ...change,
        ...inProcess(),
        files,
        barcodes,
        reader,
        faces,
        devices,
        deviceEvents,
        sightings,
      }),
      [
        Tokens.changeNeeds,
        Tokens.files,
        Tokens.barcodes,
        Tokens.reader,
        Tokens.faces,
        Tokens.devices,
        Tokens.deviceEvents,
        Tokens.sightings,
      ],
    )
    .inSingletonScope();
  bind(Tokens.drive).toResolvedValue(driveProfile, [Tokens.driveNeeds]).inSingletonScope();
  bind(Tokens.guard).toResolvedValue(guardProfile, [Tokens.changeNeeds]).inSingletonScope();
  bind(Tokens.sweep)
    .toResolvedValue(
      (needs: DriveNeeds, drive: DriveProfile, eraser: Eraser) => sweepDue({ ...needs, drive, eraser }),
      [Tokens.driveNeeds, Tokens.drive, Tokens.eraser],
    )
    .inSingletonScope();
});

/** Authentication and authorization, and the information that clients need before they start. */
const access = new ContainerModule(({ bind }) => {
  bind(Tokens.access)
    .toResolvedValue(
      (
        clients: ClientRegistry,
        tokens: TokenService,
        guard: GuardProfile,
        keys: IdempotencyStore,
        ids: Ids,
        clock: Clock,
      ) => ({
        verifyToken: tokens.verify,
        issueToken: issueToken({ clients, tokens }),
        guardProfile: guard,
        runOnce: runOnce({ keys, ids, clock, every }),
      }),
      [Tokens.clients, Tokens.tokens, Tokens.guard, Tokens.keys, Tokens.ids, Tokens.clock],
    )
    .inSingletonScope();
  bind(Tokens.facts)
    .toResolvedValue(
      (
        change: ChangeNeeds,
        probe: HealthProbe,
        components: Components,
        settings: SettingsStore,
        published: PublicSettings,
      ) => ({
        checkHealth: checkHealth({ probe, components }),
        readSettings: readSettings({ ...change, settings, published }),
      }),
      [Tokens.changeNeeds, Tokens.probe, Tokens.components, Tokens.settings, Tokens.published],
    )
    .inSingletonScope();
});

/** The use cases of a partner: profiles, their links, their histories and files. */
const records = new ContainerModule(({ bind }) => {
  bind(Tokens.links)
    .toResolvedValue(
      (
        change: ChangeNeeds,
        ids: Ids,
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
      [Tokens.changeNeeds, Tokens.ids, Tokens.tokens, Tokens.config, Tokens.published],
    )
    .inSingletonScope();
  bind(Tokens.records)
    .toResolvedValue(
      (change: ChangeNeeds, ids: Ids, histories: Histories, files: FileStore) => ({
        explainDecision: explainDecision({ ...change, histories }),
        eraseProfile: eraseProfile({ ...change, ids }),
        getProfile: getProfile(change),
        listProfiles: listProfiles(change),
        readHistory: readHistory({ ...change, histories }),
        readFile: readFile({ ...change, files }),
        postStatusEvent: postStatusEvent({ ...change, ids, histories }),
        appendVerificationEvent: appendVerificationEvent({ ...change, ids, histories }),
      }),
      [Tokens.changeNeeds, Tokens.ids, Tokens.histories, Tokens.files],
    )
    .inSingletonScope();
});

/** The use cases of a person: evidence comes in, checks and a decision come out. */
const verification = new ContainerModule(({ bind }) => {
  bind(Tokens.evidence)
    .toResolvedValue(
      (
        needs: DriveNeeds,
        drive: DriveProfile,
        guard: GuardProfile,
        ids: Ids,
        media: MediaNormalizer,
        { consentVersions }: PublicSettings,
      ) => ({
        updateProfile: updateProfile({ ...needs, drive, guard, ids, media, consentVersions }),
        analyzeDocument: analyzeDocument({ ...needs, drive, guard, ids, media }),
      }),
      [Tokens.driveNeeds, Tokens.drive, Tokens.guard, Tokens.ids, Tokens.media, Tokens.published],
    )
    .inSingletonScope();
  bind(Tokens.presence)
    .toResolvedValue(
      (
        needs: DriveNeeds,
        drive: DriveProfile,
        guard: GuardProfile,
        ids: Ids,
        liveness: LivenessProvider,
        credentials: CredentialsIssuer,
      ) => ({
        openLivenessSession: openLivenessSession({ ...needs, guard, liveness, ids }),
        readLivenessResult: readLivenessResult({ ...needs, liveness, drive }),
        issueBrowserCredentials: issueBrowserCredentials({ ...needs, guard, credentials, ids }),
      }),
      [Tokens.driveNeeds, Tokens.drive, Tokens.guard, Tokens.ids, Tokens.liveness, Tokens.credentials],
    )
    .inSingletonScope();
});

const surface = new ContainerModule(({ bind }) => {
  bind(Tokens.services)
    .toResolvedValue(
      (a: Access, f: Facts, l: Links, r: Records, e: Evidence, p: Presence): Services => ({
        ...a,
        ...f,
        ...l,
        ...r,
        ...e,
        ...p,
      }),
      [Tokens.access, Tokens.facts, Tokens.links, Tokens.records, Tokens.evidence, Tokens.presence],
    )
    .inSingletonScope();
});

/** Use cases are plain functions of their ports: the domain does not know the container. */
export const useCases = [shared, access, records, verification, surface] as const;
