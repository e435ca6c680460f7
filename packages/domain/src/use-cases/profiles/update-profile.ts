import { type ClaimedInput, claimedOf } from '../../evidence/claimed-input.ts';
import type { DecodeFault } from '../../kernel/codec.ts';
import { type DomainError, invalid, preconditionFailed } from '../../kernel/errors.ts';
import { E, type Either, pipe, type TaskEither, TE } from '../../kernel/fp.ts';
import type { ProfileId } from '../../kernel/ids.ts';
import type { Principal } from '../../kernel/principal.ts';
import { type ConsentText, consentLanguage } from '../../policy/messages/consent-texts.ts';
import { executeAll } from '../../profile/changes/execute.ts';
import { uploadRejection } from '../../profile/changes/upload-rules.ts';
import type { Command, NewEvidence } from '../../profile/commands.ts';
import { partnerOnlySettings, type SettingsChange, settingsChange } from '../../profile/partner-settings.ts';
import type { ProfileView } from '../../profile/view.ts';
import { viewProfile } from '../../profile/view-profile.ts';
import type { AuthorizeProfile } from '../access/authorize-profile.ts';
import {
  decideOnSnapshot,
  type FromSnapshot,
  forUpload,
  isoNow,
  type Loaded,
  loadFor,
  type Snapshot,
} from '../access/change-profile.ts';
import { actorOf, openingCommand } from '../access/flow-token.ts';
import { findApplied, type IdempotentRequest, operationId } from '../access/operation.ts';
import { processingPorts, useCase } from '../access/use-case.ts';
import {
  requestFilesOf,
  type StoredUpload,
  storeUploads,
  type Upload,
  type UploadDeps,
} from '../documents/store-upload.ts';
import { type SuppliedUploads, supplyOnSnapshot, supplyUploads } from '../documents/supply-uploads.ts';
import {
  type ProcessingDeps,
  type ProcessVerification,
  processWhenSubmitted,
} from '../processing/process-verification.ts';
import { removeUnnamedReferences } from '../processing/session-results.ts';
import {
  countUnkept,
  type DeviceResult,
  failedInspections,
  type InspectionDeps,
  inspectionRefusal,
  inspectNamedEvent,
  namedEvent,
  noDevice,
  withInspections,
} from './inspect-event.ts';

export type ProfilePatch = SettingsChange & {
  readonly claimed?: ClaimedInput;
  readonly consent?: {
    readonly textVersion: string;
    readonly locale: string;
    readonly granted: boolean;
    /** The scope of a refusal that is of the face check alone. */
    readonly scope?: 'face';
  };
  readonly device?: { readonly eventId: string };
  /** The path of the policy that is chosen. */
  readonly path?: string;
  readonly files: readonly Upload[];
};

/**
 * Records what a person or a partner supplies, all of it or nothing. Supplying the last required step submits the
 * profile and runs its checks before the answer. `expectedVersion` is the caller's `If-Match`.
 */
export type UpdateProfile = (
  input: {
    readonly caller: Principal;
    readonly id: ProfileId;
    readonly expectedVersion?: number | null;
    readonly patch: ProfilePatch;
  } & FromSnapshot &
    IdempotentRequest,
) => TaskEither<DomainError, ProfileView>;

type BaseDeps = ProcessingDeps &
  UploadDeps & {
    readonly authorizeProfile: AuthorizeProfile;
    readonly processVerification: ProcessVerification;
    /** The texts that a person can have consented to. */
    readonly consentTexts: readonly ConsentText[];
  };
type Deps = BaseDeps & InspectionDeps;
type Input = Parameters<UpdateProfile>[0];

/** The person must not change what the partner claims about them. */
const flowTokenFaults = ({ caller, patch }: Input) => {
  const fields =
    caller.kind === 'flow'
      ? (['claimed', ...partnerOnlySettings] as const).filter((field) => patch[field] !== undefined)
      : [];
  return fields.map((field) => ({ pointer: `/${field}`, message: 'not for a flow token' }));
};

/**
 * Consent is to a particular text in a language: a text that was never shown cannot have consent. A refusal needs no
 * text.
 */
const consentTextFaults = ({ consentTexts }: Deps, { patch: { consent } }: Input): readonly DecodeFault[] => {
  if (!consent?.granted) return [];
  if (consent.scope) return [{ pointer: '/consent/scope', message: 'only a refusal or withdrawal has a scope' }];
  const text = consentTexts.find(({ version }) => version === consent.textVersion);
  if (!text) return [{ pointer: '/consent/text_version', message: 'no such consent text' }];
  const message = `this text exists in ${Object.keys(text.texts).join(', ')}`;
  return consentLanguage(text, consent.locale) === null ? [{ pointer: '/consent/locale', message }] : [];
};

/** Which steps are accepted depends on the path, so that it is chosen before anything of it is supplied. */
const choiceFaults = ({ patch: { consent, device, files, path } }: Input): readonly DecodeFault[] =>
  path !== undefined && (consent || device || files.length > 0)
    ? [{ pointer: '/path', message: 'is chosen in a request of its own' }]
    : [];

/** The same patch; a consent names the language of the text that was shown, and not another form of it (`en-GB`). */
const withShownLanguage = ({ consentTexts }: Deps, patch: ProfilePatch): ProfilePatch => {
  const { consent } = patch;
  const text = consentTexts.find(({ version }) => version === consent?.textVersion);
  if (!consent?.granted || !text) return patch;
  return { ...patch, consent: { ...consent, locale: consentLanguage(text, consent.locale) ?? consent.locale } };
};

/** The intent of a patch: a withdrawal of consent by itself is accepted also while the checks or a reviewer work. */
const intentOf = ({ consent, files, ...others }: ProfilePatch): 'supply' | 'upload' | 'withdraw' => {
  if (files.length > 0) return 'upload';
  return consent?.granted === false && Object.keys(others).length === 0 ? 'withdraw' : 'supply';
};

/**
 * Whether the caller may access the profile, and whether it accepts anything, is answered before the faults of the
 * patch.
 */
const rejectWith = (
  deps: Deps,
  { caller, id, patch }: Input,
  faults: readonly DecodeFault[],
): TaskEither<DomainError, never> =>
  pipe(
    deps.authorizeProfile({ caller, id, intent: intentOf(patch) }),
    TE.flatMap(() => TE.left(invalid(faults))),
  );

/** The consent as it is recorded; one that is given has no scope. */
const consentEvidence = ({ granted, scope, ...shown }: NonNullable<ProfilePatch['consent']>): NewEvidence => ({
  kind: 'consent',
  ...shown,
  ...(granted ? { granted } : { granted, ...(scope && { scope }) }),
});

const commandOf = (
  id: string,
  { caller, patch }: Input,
  stored: readonly StoredUpload[],
  device: DeviceResult,
): Command => {
  const { claimed, consent, path } = patch;
  const choices: readonly NewEvidence[] = path === undefined ? [] : [{ kind: 'path_chosen', path }];
  const consents: readonly NewEvidence[] = consent ? [consentEvidence(consent)] : [];
  return {
    id,
    actor: actorOf(caller),
    action: {
      type: 'supply',
      evidence: [...choices, ...consents, ...device.evidence, ...stored.flatMap(({ evidence }) => evidence)],
      ...(claimed && { claimed: claimedOf(claimed) }),
      ...settingsChange(patch),
    },
  };
};

const apply = (
  deps: Deps,
  input: Input,
  snapshot: Snapshot,
  stored: readonly StoredUpload[],
  device: DeviceResult,
): TaskEither<DomainError, SuppliedUploads> => {
  const commandId = operationId(deps.ids, input, 'command');
  const plan = (uploads: readonly StoredUpload[]): readonly Command[] => [
    commandOf(commandId, input, uploads, device),
    ...failedInspections(deps, device),
  ];
  return pipe(
    supplyUploads(deps, { ...input, purpose: 'write', snapshot, commandId, plan }, stored),
    TE.orElse(countUnkept<SuppliedUploads>(deps, snapshot.profile, device)),
  );
};

/**
 * Whether the profile would accept what costs nothing to check: the version that the caller expects, the kinds of the
 * files and the consent that they need, and a device event. This is checked before a file is stored or a provider is
 * called. The profile is open, so nothing has become due since it was stored.
 */
const checkAcceptable = (deps: Deps, input: Input, { policy, profile }: Snapshot): Either<DomainError, void> => {
  const { caller, expectedVersion = null, patch } = input;
  if (expectedVersion !== null && expectedVersion !== profile.version) return E.left(preconditionFailed);
  const kinds = patch.files.map(({ kind }) => kind);
  const refusal = uploadRejection(policy, profile, kinds, patch.consent ?? null);
  if (refusal) return E.left(refusal);
  if (!patch.device) return E.right(undefined);
  const named = { ...noDevice, evidence: namedEvent(profile, patch.device.eventId) };
  const commands = [...openingCommand(caller, profile), commandOf('', input, [], named)];
  const done = executeAll(policy, profile, commands, isoNow(deps.clock));
  if (E.isLeft(done)) return done;
  const limit = inspectionRefusal(deps, profile, patch.device.eventId);
  return limit ? E.left(limit) : E.right(undefined);
};

/** Finds the profile, if it would accept the patch as far as that is known before anything is stored. */
const findAccepting = (deps: Deps, input: Input, snapshot: Snapshot | null): TaskEither<DomainError, Snapshot> =>
  pipe(
    deps.authorizeProfile({ caller: input.caller, id: input.id, intent: intentOf(input.patch), snapshot }),
    TE.tap((loaded) => TE.fromEither(checkAcceptable(deps, input, loaded))),
  );

const viewOf = ({ clock }: Deps, { policy, profile }: Loaded): ProfileView =>
  viewProfile(policy, profile, isoNow(clock));

type Supplied = {
  readonly applied: SuppliedUploads;
  readonly device: DeviceResult;
};

const supply = (deps: Deps, input: Input): TaskEither<DomainError, Supplied> =>
  pipe(
    TE.Do,
    TE.bindW('found', () => decideOnSnapshot(input.snapshot, (snapshot) => findAccepting(deps, input, snapshot))),
    TE.bindW('stored', ({ found }) => storeUploads(deps, input, found.profile, input.patch.files)),
    TE.bindW('device', ({ found }) => inspectNamedEvent(deps, found, input.patch.device?.eventId)),
    TE.bindW('applied', ({ found, stored, device }) => apply(deps, input, found, stored, device)),
    TE.tap(({ applied: { changed } }) =>
      input.patch.consent?.granted === false ? removeUnnamedReferences(deps, changed.profile) : TE.right(undefined),
    ),
  );

const updateNow = (deps: Deps, input: Input): TaskEither<DomainError, ProfileView> =>
  pipe(
    input.patch.files.length > 0
      ? supplyOnSnapshot(input.snapshot, (snapshot) => supply(deps, { ...input, snapshot }))
      : supply(deps, input),
    // A person waits for a provider once in a request. The provider is not called a second time because the checks
    // begin in the same request.
    TE.flatMap(({ applied: { changed, uploads }, device }) =>
      processWhenSubmitted(deps.processVerification, changed, device.failedCalls, requestFilesOf(uploads)),
    ),
    TE.map((processed) => viewOf(deps, processed)),
  );

const processFurther = (deps: Deps, loaded: Snapshot): TaskEither<DomainError, ProfileView> =>
  pipe(
    processWhenSubmitted(deps.processVerification, { ...loaded, entries: [] }),
    TE.map((processed) => viewOf(deps, processed)),
  );

/** The writes of an earlier attempt stay, and the checks that it may have begun are continued. */
const update = (deps: Deps, input: Input): TaskEither<DomainError, ProfileView> =>
  input.operation?.isRetry
    ? pipe(
        loadFor(deps, input.caller, input.id, 'read'),
        TE.flatMap((loaded) =>
          findApplied(loaded.profile, operationId(deps.ids, input, 'command'))
            ? processFurther(deps, loaded)
            : updateNow(deps, { ...input, snapshot: loaded }),
        ),
      )
    : updateNow(deps, input);

export const updateProfile = useCase(
  'updateProfile',
  [...processingPorts, 'media', 'ids', 'authorizeProfile', 'processVerification', 'consentTexts'],
  (given: BaseDeps): UpdateProfile => {
    const deps = withInspections(given);
    return (input) => {
      const faults = [...flowTokenFaults(input), ...consentTextFaults(deps, input), ...choiceFaults(input)];
      if (faults.length > 0) return rejectWith(deps, input, faults);
      const shown = { ...input, patch: withShownLanguage(deps, input.patch) };
      const hasFiles = input.patch.files.length > 0;
      return update(deps, hasFiles ? { ...shown, snapshot: forUpload(deps, input.snapshot) } : shown);
    };
  },
);
