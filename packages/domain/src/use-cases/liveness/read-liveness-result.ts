import { livenessReasons } from '../../checks/liveness.ts';
import { currentEvidence } from '../../evidence/current-evidence.ts';
import type { LivenessResultEvidence, LivenessSessionEvidence } from '../../evidence/evidence.ts';
import { mediaTypeOf } from '../../evidence/media-type.ts';
import { singleFlight } from '../../kernel/concurrency/single-flight.ts';
import { consentRequired, type DomainError, type NotFound, notFound, type Unavailable } from '../../kernel/errors.ts';
import { E, type Either, pipe, type TaskEither, TE } from '../../kernel/fp.ts';
import { deterministicId, sha256Hex } from '../../kernel/hash.ts';
import type { FileId } from '../../kernel/ids.ts';
import { mayChangeProfiles, type Principal } from '../../kernel/principal.ts';
import type { Status } from '../../kernel/status.ts';
import type { ReasonCode } from '../../policy/reasons/reasons.ts';
import type { LivenessProvider, LivenessResult } from '../../ports/providers/liveness-provider.ts';
import type { Command, NewEvidence } from '../../profile/commands.ts';
import type { Profile } from '../../profile/profile.ts';
import { decisionInput } from '../../profile/requirements.ts';
import {
  asService,
  type Changed,
  type ChangeError,
  changeProfile,
  isoNow,
  type Loaded,
  policyOf,
  type Snapshot,
  snapshotAt,
} from '../access/change-profile.ts';
import { actorOf, checkFlowToken } from '../access/flow-token.ts';
import { profileOfSession } from '../access/records.ts';
import {
  type ProcessingDeps,
  type ProcessVerification,
  processWhenSubmitted,
} from '../processing/process-verification.ts';
import { noRequestFiles, type RequestFiles } from '../processing/request-files.ts';

/** `live` is `null` while the session runs. `confidence` and `threshold` are 0 to 100 and never for a browser. */
export type LivenessResultView = {
  readonly session_id: string;
  readonly status: 'created' | 'in_progress' | 'succeeded' | 'failed' | 'expired';
  readonly live: boolean | null;
  readonly confidence: number | null;
  readonly threshold: number;
  readonly reference_image_file_id: FileId | null;
  readonly profile_status: Status;
  /** The person's language, for the applicant messages. */
  readonly language: string;
  readonly reasons: readonly ReasonCode[];
};

/**
 * Reads a session's result from the provider once, stores it with the reference image, and applies it; afterwards it is
 * answered from the store. A caller who may change nothing is answered from the store alone: until there is a result,
 * the session is `created`.
 */
export type ReadLivenessResult = (input: {
  readonly caller: Principal;
  readonly sessionId: string;
}) => TaskEither<DomainError, LivenessResultView>;

type Deps = ProcessingDeps & { readonly liveness: LivenessProvider; readonly processVerification: ProcessVerification };
type Input = Parameters<ReadLivenessResult>[0];
type Found = Snapshot & { readonly session: LivenessSessionEvidence };
type Running = Extract<LivenessResult, { status: 'created' | 'in_progress' }>;
type Ended = Exclude<LivenessResult, Running>;

const withSession = (loaded: Snapshot, caller: Principal, sessionId: string): Either<DomainError, Found> => {
  const use = checkFlowToken(caller, loaded.profile, 'read');
  if (E.isLeft(use)) return use;
  const session = loaded.profile.evidence.find(
    (item) => item.kind === 'liveness_session' && item.sessionId === sessionId,
  );
  return session?.kind === 'liveness_session' ? E.right({ ...loaded, session }) : E.left(notFound);
};

const find = (deps: Deps, { caller, sessionId }: Input): TaskEither<DomainError, Found> =>
  pipe(
    TE.Do,
    TE.bindW('stored', () => profileOfSession(deps, caller, sessionId)),
    TE.bindW('policy', ({ stored }) => policyOf(deps, stored)),
    TE.map((loaded) => snapshotAt(isoNow(deps.clock), { ...loaded, caller, loadedAt: deps.clock.now() })),
    TE.flatMap((loaded) => TE.fromEither(withSession(loaded, caller, sessionId))),
  );

const resultOf = (profile: Profile, sessionId: string): LivenessResultEvidence | null => {
  const result = profile.evidence.find((item) => item.kind === 'liveness_result' && item.sessionId === sessionId);
  return result?.kind === 'liveness_result' ? result : null;
};

const reasonsOf = (result: LivenessResultEvidence, { liveness }: Loaded['policy']): readonly ReasonCode[] => {
  if (result.status === 'expired') return ['liveness_session_expired'];
  if (result.status === 'failed') return ['liveness_session_failed'];
  if (result.referenceFileId === null) return ['liveness_no_reference_image'];
  return result.confidence === null ? ['liveness_low_score'] : livenessReasons(result.confidence, liveness);
};

const endedView = ({ policy, profile }: Loaded, result: LivenessResultEvidence): LivenessResultView => {
  const reasons = reasonsOf(result, policy);
  return {
    session_id: result.sessionId,
    status: result.status,
    live: reasons.length === 0,
    confidence: result.confidence,
    threshold: policy.liveness.pass,
    reference_image_file_id: result.referenceFileId,
    profile_status: profile.status,
    language: profile.language,
    reasons,
  };
};

const runningView = ({ policy, profile, session }: Found, status: 'created' | 'in_progress'): LivenessResultView => ({
  session_id: session.sessionId,
  status,
  live: null,
  confidence: null,
  threshold: policy.liveness.pass,
  reference_image_file_id: null,
  profile_status: profile.status,
  language: profile.language,
  reasons: [],
});

/** The provider deletes sessions after a while; a session that it no longer knows has expired. */
const askProvider = (deps: Deps, { profile, session }: Found): TaskEither<Unavailable, LivenessResult> =>
  TE.orElse((error: NotFound | Unavailable) =>
    error._tag === 'NotFound' ? TE.right<Unavailable, LivenessResult>({ status: 'expired' }) : TE.left(error),
  )(deps.liveness.read({ call: { profileId: profile.id, attempt: session.attempt }, sessionId: session.sessionId }));

/** The evidence of a result, and its reference image, which need not be downloaded again in this request. */
type StoredResult = { readonly evidence: readonly NewEvidence[]; readonly files: RequestFiles };

/**
 * Stores the reference image before anything else, because the provider deletes it within minutes. Its id follows from
 * the session.
 */
const storeReference = (
  deps: Deps,
  { profile, session }: Found,
  ended: Ended,
): TaskEither<Unavailable, StoredResult> => {
  const image = ended.status === 'succeeded' ? ended.referenceImage : null;
  const result = (referenceFileId: FileId | null): NewEvidence => ({
    kind: 'liveness_result',
    sessionId: session.sessionId,
    status: ended.status,
    confidence: ended.status === 'succeeded' ? ended.confidence : null,
    referenceFileId,
  });
  if (!image) return TE.right({ evidence: [result(null)], files: noRequestFiles });
  const id = deterministicId(`reference/${session.sessionId}`);
  const contentType = mediaTypeOf(image) ?? 'application/octet-stream';
  const file = { id, profileId: profile.id, kind: 'liveness_reference' as const, contentType };
  const sha256 = sha256Hex(image);
  return pipe(
    deps.files.put({ ...file, bytes: image, sha256 }),
    TE.map((stored) => ({
      evidence: [{ kind: 'file' as const, file: stored }, result(id)],
      files: stored.sha256 === sha256 ? new Map([[id, { contentType, bytes: image }]]) : noRequestFiles,
    })),
  );
};

/**
 * A profile that is being erased accepts no more results, so the image is removed. After an outage nobody knows whether
 * the result was written, so the image stays.
 */
const dropReference =
  ({ files }: Deps, { profile }: Found, evidence: readonly NewEvidence[]) =>
  (error: ChangeError): TaskEither<DomainError, Changed> => {
    const rejected = TE.left<DomainError, Changed>(error);
    const image = evidence.find((item) => item.kind === 'file');
    if (error._tag !== 'InvalidTransition' || image?.kind !== 'file') return rejected;
    return pipe(
      files.remove(profile.id, image.file.id),
      TE.flatMap(() => rejected),
      TE.orElse(() => rejected),
    );
  };

const applyResult = (deps: Deps, found: Found, { evidence, files }: StoredResult): TaskEither<DomainError, Changed> => {
  const { attempt, sessionId } = found.session;
  const command: Command = {
    id: `result:${sessionId}`,
    actor: actorOf(null),
    action: { type: 'observe', forAttempt: attempt, evidence },
  };
  return pipe(
    changeProfile(deps, {
      caller: null,
      id: found.profile.id,
      purpose: 'write',
      snapshot: asService(found),
      plan: () => E.right([command]),
    }),
    TE.orElse(dropReference(deps, found, evidence)),
    TE.flatMap((changed) => processWhenSubmitted(deps.processVerification, changed, [], files)),
  );
};

/** A session that its provider still calls running after its end will not end any more. */
const isRunning = (result: LivenessResult, { session }: Found, now: string): result is Running =>
  (result.status === 'created' || result.status === 'in_progress') && now < session.expiresAt;

const asEnded = (result: LivenessResult): Ended => {
  if (result.status === 'succeeded') return result;
  return { status: result.status === 'failed' ? 'failed' : 'expired' };
};

const storeAndApply = (deps: Deps, found: Found, ended: Ended): TaskEither<DomainError, LivenessResultView> =>
  pipe(
    storeReference(deps, found, ended),
    TE.flatMap((stored): TaskEither<DomainError, Changed> => applyResult(deps, found, stored)),
    TE.flatMap((changed) => TE.fromEither(storedView(changed, found.session.sessionId))),
  );

/**
 * When a person has withdrawn consent, their face is not processed any more: the provider is not called, and no image
 * is stored.
 */
const hasConsent = ({ profile }: Found): boolean =>
  currentEvidence(decisionInput(profile)).consent?.value.granted === true;

const readNow = (deps: Deps, found: Found): TaskEither<DomainError, LivenessResultView> =>
  hasConsent(found) ? readFromProvider(deps, found) : TE.left(consentRequired);

const readFromProvider = (deps: Deps, found: Found): TaskEither<DomainError, LivenessResultView> =>
  TE.flatMap(
    (result: LivenessResult): TaskEither<DomainError, LivenessResultView> =>
      isRunning(result, found, isoNow(deps.clock))
        ? TE.right(runningView(found, result.status))
        : storeAndApply(deps, found, asEnded(result)),
  )(askProvider(deps, found));

const storedView = (loaded: Loaded, sessionId: string): Either<DomainError, LivenessResultView> => {
  const result = resultOf(loaded.profile, sessionId);
  return result ? E.right(endedView(loaded, result)) : E.left(notFound);
};

export const readLivenessResult = (deps: Deps): ReadLivenessResult => {
  const inFlight = singleFlight<DomainError, LivenessResultView>();
  return (input) =>
    pipe(
      find(deps, input),
      TE.flatMap((found) =>
        resultOf(found.profile, input.sessionId)
          ? TE.fromEither(storedView(found, input.sessionId))
          : mayChangeProfiles(input.caller)
            ? inFlight(input.sessionId, readNow(deps, found))
            : TE.right(runningView(found, 'created')),
      ),
    );
};
