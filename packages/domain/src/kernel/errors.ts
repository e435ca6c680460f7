import type { DecodeFault } from './codec.ts';
import type { DraftError } from './draft-errors.ts';
import type { ProfileId } from './ids.ts';
import { causeOfKind, type OutageCause, type UnavailableKind } from './outage-cause.ts';
import type { ReviewError } from './review-errors.ts';
import type { StaffPermission } from './staff-permissions.ts';
import type { Status } from './status.ts';

export { type UnavailableKind, unavailableKinds } from './outage-cause.ts';

/** The external services, as the core names them. `clock` is this machine's own, as far as others confirm it. */
export type ExternalService =
  | 'database'
  | 'files'
  | 'liveness'
  | 'faces'
  | 'document_reader'
  | 'device'
  | 'browser_credentials'
  | 'tokens'
  | 'staff_identity'
  | 'clock';

/** An external service could not answer. `cause` is for the log, never for a client. */
export type Unavailable = {
  readonly _tag: 'Unavailable';
  readonly service: ExternalService;
  readonly kind: UnavailableKind;
  readonly cause: unknown;
  readonly retryAfterSeconds: number;
  /**
   * We did not send the call, so it says nothing about the service: it does not count as an attempt, and it cost
   * nothing.
   */
  readonly notSent?: true;
  /** The cause in a word for operators, where it is known. `kind` says what that means for the caller. */
  readonly outageCause?: OutageCause;
  /** The profile whose record does not open, where it is one. */
  readonly profileId?: ProfileId;
};
/** Nothing of that name exists, or nothing that this caller may know of. The caller cannot tell the two apart. */
export type NotFound = { readonly _tag: 'NotFound' };
/** The input is well formed and still not acceptable; `faults` say where and why. */
export type Invalid = { readonly _tag: 'Invalid'; readonly faults: readonly DecodeFault[] };
/**
 * The transition is not in the table. The error has the event that was requested, the profile's status, and the events
 * that would be allowed.
 */
export type InvalidTransition = {
  readonly _tag: 'InvalidTransition';
  readonly event: string;
  readonly status: Status;
  readonly allowed: readonly string[];
  /** The names of what has to be supplied first, where the status alone would allow it. */
  readonly missing?: readonly string[];
};
/** Another writer was faster, three times. */
export type VersionConflict = { readonly _tag: 'VersionConflict' };
/** A legal hold keeps the profile from being erased. */
export type LegalHoldStands = { readonly _tag: 'LegalHoldStands' };
/** The version that the caller expected is not the profile's version. */
export type PreconditionFailed = { readonly _tag: 'PreconditionFailed' };
/**
 * A picture was supplied, or a biometric step requested, before the person has consented. `status` is there when the
 * person has refused consent and it cannot be given now, because the checks or a reviewer are at work.
 */
export type ConsentRequired = { readonly _tag: 'ConsentRequired'; readonly status?: Status };
/**
 * A reviewer may not approve: these biometric checks have not passed, and the policy names none of them as one that a
 * reviewer may override. `allowed` are the events that are still possible.
 */
export type BiometricsNotPassed = {
  readonly _tag: 'BiometricsNotPassed';
  readonly checks: readonly string[];
  readonly allowed: readonly string[];
};
/** The flow that this token was issued for has ended, or has a newer link. */
export type FlowEnded = { readonly _tag: 'FlowEnded'; readonly status: Status };
/**
 * The feed no longer has what follows a cursor, or never had it. `cursor` is the first one that is left: the events
 * behind it are there.
 */
export type EventsGone = { readonly _tag: 'EventsGone'; readonly cursor: string };
/** The bytes are not one of the accepted types, or do not decode as the type that they claim to be. */
export type UnsupportedMedia = { readonly _tag: 'UnsupportedMedia'; readonly part: string; readonly message: string };
/** What was recorded for a liveness session is not taken: its provider takes none, or the session had its one. */
export type CaptureRefused = { readonly _tag: 'CaptureRefused'; readonly why: 'not_supported' | 'submitted' };
/** The upload has more bytes, pixels or files than are accepted. */
export type TooLarge = { readonly _tag: 'TooLarge'; readonly part: string; readonly message: string };
/**
 * The limits that a request can meet, in words for operators: it is answered with 429. They stand in the log and in the
 * metrics, and `docs/operations.md` says of each what it counts. The list is closed.
 */
export const limitNames = [
  'client',
  'flow',
  'staff',
  'address',
  'page',
  'sign_in',
  'token_address',
  'token_client',
  'token_guesses',
  'password_queue',
  'bytes_in_flight',
  'image_queue',
  'images_of_profile',
  'image_bytes',
  'document_analyses',
  'analysis_in_progress',
  'device_inspections',
  'liveness_sessions',
  'browser_credentials',
  'provider_budget',
  'event_waiters',
  'back_tests',
  'evidence_packs',
  'name_searches',
] as const;
export type LimitName = (typeof limitNames)[number];
/** A limit on how often something may be done for one profile was reached. */
export type LimitReached = {
  readonly _tag: 'LimitReached';
  readonly limit: LimitName;
  readonly retryAfterSeconds: number;
  readonly message: string;
};
/** The images of a profile have as many pixels together as are decoded for one profile in an hour. */
export type ImageBudgetExceeded = {
  readonly _tag: 'ImageBudgetExceeded';
  readonly retryAfterSeconds: number;
  readonly message: string;
};
/**
 * The profile has been changed as often as it may be, by its partner and its person; `endsAt` says when the profile
 * itself ends (ISO 8601), and is `null` where it does not end by time.
 */
export type ChangeLimitReached = {
  readonly _tag: 'ChangeLimitReached';
  readonly changes: number;
  readonly endsAt: string | null;
};
/** The files of the profile, or of all profiles of its partner, would take more bytes than they may. */
export type StorageFull = {
  readonly _tag: 'StorageFull';
  readonly of: 'profile' | 'tenant';
  readonly limitBytes: number;
};
/**
 * Why a token is refused that was signed with the secret of this service: it lives for more than
 * a day; its client is not configured any more; it was revoked.
 */
export type TokenRefusal = 'lifetime' | 'client' | 'revoked';
/** The partner has as many webhook endpoints as it may have. */
export type EndpointLimitReached = { readonly _tag: 'EndpointLimitReached'; readonly limit: number };
/** The token is not valid. A caller learns no more than this, and `why` only of a token with a valid signature. */
export type InvalidToken = { readonly _tag: 'InvalidToken'; readonly expired: boolean; readonly why?: TokenRefusal };
/** No such client exists, or it did not prove who it is. The caller cannot tell the two apart. */
export type InvalidClient = { readonly _tag: 'InvalidClient' };
/** The client asked for a scope that it does not have. */
export type InvalidScope = { readonly _tag: 'InvalidScope' };
/** The token is valid, but does not have the scope that this request needs. */
export type InsufficientScope = { readonly _tag: 'InsufficientScope'; readonly scope: string };
/** No such member of staff exists, or they did not prove who they are. The caller cannot tell the two apart. */
export type InvalidCredentials = { readonly _tag: 'InvalidCredentials' };
/** The session is unknown, was ended, or has expired. The caller cannot tell these apart. */
export type NoSession = { readonly _tag: 'NoSession' };
/** No role of the member of staff has the permission that this needs. */
export type InsufficientPermission = {
  readonly _tag: 'InsufficientPermission';
  readonly permission: StaffPermission;
  /** They have it, but for a team alone. */
  readonly of?: 'partner';
};
/** A row that must be unique exists already: another create for this key was faster. */
export type AlreadyExists = { readonly _tag: 'AlreadyExists' };

/** Every reason for which the core can reject something. */
export type DomainError =
  | Unavailable
  | NotFound
  | Invalid
  | InvalidTransition
  | VersionConflict
  | LegalHoldStands
  | PreconditionFailed
  | ConsentRequired
  | BiometricsNotPassed
  | FlowEnded
  | EventsGone
  | UnsupportedMedia
  | CaptureRefused
  | TooLarge
  | LimitReached
  | ImageBudgetExceeded
  | ChangeLimitReached
  | StorageFull
  | EndpointLimitReached
  | InvalidToken
  | InvalidClient
  | InvalidScope
  | InsufficientScope
  | InvalidCredentials
  | NoSession
  | InsufficientPermission
  | ReviewError
  | DraftError
  | AlreadyExists;

export const unavailable = (
  service: ExternalService,
  cause: unknown,
  kind: UnavailableKind = 'unavailable',
  retryAfterSeconds = 5,
): Unavailable => ({ _tag: 'Unavailable', service, kind, cause, retryAfterSeconds });
/** How long a provider is left alone when waiting does not help, because an operator has to act. */
const operatorRetryAfterSeconds = 3600;
/** An outage of a provider. Where an operator has to act first it may be tried again in an hour. */
export const providerOutage = (service: ExternalService, cause: unknown, kind: UnavailableKind): Unavailable =>
  unavailable(service, cause, kind, kind === 'not_configured' ? operatorRetryAfterSeconds : undefined);
/** No provider of this is configured, by choice: nothing is called, now or later. */
export const noProvider = (service: ExternalService): Unavailable =>
  unavailable(service, new Error('no provider is configured'), 'no_provider', operatorRetryAfterSeconds);
/** Says what was found. */
export const withOutageCause = (failure: Unavailable, outageCause: OutageCause): Unavailable => ({
  ...failure,
  outageCause,
});
/** A record that does not open, or contradicts itself: the others are there, and to ask again does not help. */
export const damagedRecord = (cause: unknown, service: ExternalService = 'database'): Unavailable =>
  withOutageCause(unavailable(service, cause, 'invalid_response'), 'record_damaged');
/** What is asked of one record contradicts what is stored, and is refused: the others are there. */
export const contradictedRecord = (cause: unknown, service: ExternalService = 'database'): Unavailable =>
  withOutageCause(unavailable(service, cause, 'rejected'), 'record_contradicted');
/** Whether it is a store of our own that has no answer, and no provider. */
export const isOfStore = ({ service }: { readonly service: string }): boolean =>
  service === 'database' || service === 'files';
/** Whether it is one record that does not open, and not the whole database. */
export const isOfOneRecord = ({ outageCause }: Unavailable): boolean =>
  outageCause === 'record_damaged' || outageCause === 'unknown_key';
/** Whether a failure of a store is about one record: it does not open, or what is asked of it contradicts it. */
export const concernsOneRecord = (failure: Unavailable): boolean =>
  isOfOneRecord(failure) || failure.outageCause === 'record_contradicted';
/** Whether an unknown value is such an outage. */
export const isUnavailable = (value: unknown): value is Unavailable =>
  typeof value === 'object' && value !== null && Reflect.get(value, '_tag') === 'Unavailable';
/** The word that the outage carries, or the one for its kind. */
export const outageCauseOf = ({ kind, outageCause }: Unavailable): OutageCause => outageCause ?? causeOfKind[kind];
/** Whether a call to a provider failed before it was sent. */
export const wasNotSent = (error: NotFound | Unavailable): boolean =>
  error._tag === 'Unavailable' && error.notSent === true;
export const notFound: NotFound = { _tag: 'NotFound' };
export const invalid = (faults: readonly DecodeFault[]): Invalid => ({ _tag: 'Invalid', faults });
export const invalidTransition = (event: string, status: Status, allowed: readonly string[]): InvalidTransition => ({
  _tag: 'InvalidTransition',
  event,
  status,
  allowed,
});
export const versionConflict: VersionConflict = { _tag: 'VersionConflict' };
export const legalHoldStands: LegalHoldStands = { _tag: 'LegalHoldStands' };
export const preconditionFailed: PreconditionFailed = { _tag: 'PreconditionFailed' };
export const consentRequired: ConsentRequired = { _tag: 'ConsentRequired' };
export const biometricsNotPassed = (checks: readonly string[], allowed: readonly string[]): BiometricsNotPassed => ({
  _tag: 'BiometricsNotPassed',
  checks,
  allowed,
});
export const flowEnded = (status: Status): FlowEnded => ({ _tag: 'FlowEnded', status });
export const eventsGone = (cursor: string): EventsGone => ({ _tag: 'EventsGone', cursor });
export const unsupportedMedia = (part: string, message: string): UnsupportedMedia => ({
  _tag: 'UnsupportedMedia',
  part,
  message,
});
export const captureRefused = (why: CaptureRefused['why']): CaptureRefused => ({ _tag: 'CaptureRefused', why });
export const tooLarge = (part: string, message: string): TooLarge => ({ _tag: 'TooLarge', part, message });
export const limitReached = (limit: LimitName, message: string, retryAfterSeconds: number): LimitReached => ({
  _tag: 'LimitReached',
  limit,
  message,
  retryAfterSeconds,
});
export const imageBudgetExceeded = (message: string, retryAfterSeconds: number): ImageBudgetExceeded => ({
  _tag: 'ImageBudgetExceeded',
  message,
  retryAfterSeconds,
});
export const changeLimitReached = (changes: number, endsAt: string | null): ChangeLimitReached => ({
  _tag: 'ChangeLimitReached',
  changes,
  endsAt,
});
export const storageFull = (of: StorageFull['of'], limitBytes: number): StorageFull => ({
  _tag: 'StorageFull',
  of,
  limitBytes,
});
export const endpointLimitReached = (limit: number): EndpointLimitReached => ({
  _tag: 'EndpointLimitReached',
  limit,
});
export const invalidToken: InvalidToken = { _tag: 'InvalidToken', expired: false };
export const tokenExpired: InvalidToken = { _tag: 'InvalidToken', expired: true };
export const refusedToken = (why: TokenRefusal): InvalidToken => ({ _tag: 'InvalidToken', expired: false, why });
export const invalidClient: InvalidClient = { _tag: 'InvalidClient' };
export const invalidScope: InvalidScope = { _tag: 'InvalidScope' };
export const insufficientScope = (scope: string): InsufficientScope => ({ _tag: 'InsufficientScope', scope });
export const invalidCredentials: InvalidCredentials = { _tag: 'InvalidCredentials' };
export const noSession: NoSession = { _tag: 'NoSession' };
export const insufficientPermission = (permission: StaffPermission, of?: 'partner'): InsufficientPermission => ({
  _tag: 'InsufficientPermission',
  permission,
  ...(of !== undefined && { of }),
});
export const alreadyExists: AlreadyExists = { _tag: 'AlreadyExists' };
