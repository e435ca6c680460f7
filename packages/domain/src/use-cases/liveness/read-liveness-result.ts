import { succeededReasons } from '../../checks/liveness.ts';
import { livenessThresholds } from '../../checks/shared/liveness-thresholds.ts';
import type { Evidence, LivenessResultEvidence } from '../../evidence/evidence.ts';
import { singleFlight } from '../../kernel/concurrency/single-flight.ts';
import { consentRequired, type DomainError, notFound } from '../../kernel/errors.ts';
import { E, type Either, pipe, type TaskEither, TE } from '../../kernel/fp.ts';
import type { FileId, ProfileId } from '../../kernel/ids.ts';
import { mayChangeProfiles, type Principal } from '../../kernel/principal.ts';
import type { Status } from '../../kernel/status.ts';
import type { LivenessThresholds } from '../../policy/policy.ts';
import type { ReasonCode } from '../../policy/reasons.ts';
import { withTrustedClock } from '../../ports/trusted-clock.ts';
import type { Profile } from '../../profile/profile.ts';
import { hasConsent } from '../../profile/requirements.ts';
import { isoNow, type Loaded, policyOf, type Snapshot, snapshotAt } from '../access/change-profile.ts';
import { checkFlowToken } from '../access/flow-token.ts';
import { profileOfSession } from '../access/records.ts';
import { processingPorts, useCase } from '../access/use-case.ts';
import {
  type ProcessingDeps,
  type ProcessVerification,
  processWhenSubmitted,
} from '../processing/process-verification.ts';
import { type FetchedSession, fetchSession, type SessionSnapshot } from '../processing/session-results.ts';

/** `live` is `null` while the session runs. `confidence` and `threshold` are 0 to 100 and never for a browser. */
export type LivenessResultView = {
  readonly sessionId: string;
  readonly profileId: ProfileId;
  readonly status: 'created' | 'in_progress' | 'succeeded' | 'failed' | 'expired';
  readonly live: boolean | null;
  readonly confidence: number | null;
  readonly threshold: number;
  readonly referenceImageFileId: FileId | null;
  readonly profileStatus: Status;
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

type Deps = ProcessingDeps & { readonly processVerification: ProcessVerification };
type Input = Parameters<ReadLivenessResult>[0];

const isSession =
  (sessionId: string) =>
  (item: Evidence): boolean =>
    item.kind === 'liveness_session' && item.sessionId === sessionId;

const withSession = (loaded: Snapshot, caller: Principal, sessionId: string): Either<DomainError, SessionSnapshot> => {
  const use = checkFlowToken(caller, loaded.profile, 'read');
  if (E.isLeft(use)) return use;
  const session = loaded.profile.evidence.find(isSession(sessionId));
  return session?.kind === 'liveness_session' ? E.right({ ...loaded, session }) : E.left(notFound);
};

const load = (deps: Deps, { caller, sessionId }: Input) =>
  pipe(
    TE.Do,
    TE.bindW('stored', () => profileOfSession(deps, caller, sessionId)),
    TE.bindW('policy', ({ stored }) => policyOf(deps, stored)),
  );

const find = (deps: Deps, { caller, sessionId }: Input): TaskEither<DomainError, SessionSnapshot> =>
  pipe(
    withTrustedClock(deps.clock, load(deps, { caller, sessionId })),
    TE.map((loaded) => snapshotAt(isoNow(deps.clock), { ...loaded, caller, loadedAt: deps.clock.now() })),
    TE.flatMap((loaded) => TE.fromEither(withSession(loaded, caller, sessionId))),
  );

const resultOf = (profile: Profile, sessionId: string): LivenessResultEvidence | null => {
  const result = profile.evidence.find((item) => item.kind === 'liveness_result' && item.sessionId === sessionId);
  return result?.kind === 'liveness_result' ? result : null;
};

const reasonsOf = (result: LivenessResultEvidence, thresholds: LivenessThresholds): readonly ReasonCode[] => {
  if (result.status === 'expired') return ['liveness_session_expired'];
  if (result.status === 'failed') return ['liveness_session_failed'];
  if (result.referenceFileId === null && !result.faceWithheld) return ['liveness_no_reference_image'];
  return succeededReasons(result, thresholds) ?? ['liveness_low_score'];
};

const endedView = ({ policy, profile }: Loaded, result: LivenessResultEvidence): LivenessResultView => {
  const session = profile.evidence.find(isSession(result.sessionId));
  const opened = session?.kind === 'liveness_session' ? (session.challenge ?? null) : null;
  const thresholds = livenessThresholds(policy, opened, result.challenge);
  const reasons = reasonsOf(result, thresholds);
  return {
    sessionId: result.sessionId,
    profileId: profile.id,
    status: result.status,
    live: reasons.length === 0,
    confidence: result.confidence,
    threshold: thresholds.pass,
    referenceImageFileId: result.referenceFileId,
    profileStatus: profile.status,
    language: profile.language,
    reasons,
  };
};

const runningView = (
  { policy, profile, session }: SessionSnapshot,
  status: 'created' | 'in_progress',
): LivenessResultView => ({
  sessionId: session.sessionId,
  profileId: profile.id,
  status,
  live: null,
  confidence: null,
  threshold: livenessThresholds(policy, session.challenge ?? null).pass,
  referenceImageFileId: null,
  profileStatus: profile.status,
  language: profile.language,
  reasons: [],
});

/**
 * When a person has withdrawn consent, their face is not processed any more: the provider is not called, and no image
 * is stored.
 */
const readNow = (deps: Deps, found: SessionSnapshot): TaskEither<DomainError, LivenessResultView> =>
  hasConsent(found.profile) ? readFromProvider(deps, found) : TE.left(consentRequired);

const readFromProvider = (deps: Deps, found: SessionSnapshot): TaskEither<DomainError, LivenessResultView> =>
  pipe(
    fetchSession(deps, found),
    TE.flatMap((fetched) =>
      fetched.state === 'running'
        ? TE.right(runningView(found, fetched.status))
        : viewProcessed(deps, fetched, found.session.sessionId),
    ),
  );

const viewProcessed = (
  deps: Deps,
  { changed, files }: Extract<FetchedSession, { readonly state: 'ended' }>,
  sessionId: string,
): TaskEither<DomainError, LivenessResultView> =>
  pipe(
    processWhenSubmitted(deps.processVerification, changed, [], files),
    TE.flatMap((loaded) => TE.fromEither(storedView(loaded, sessionId))),
  );

const storedView = (loaded: Loaded, sessionId: string): Either<DomainError, LivenessResultView> => {
  const result = resultOf(loaded.profile, sessionId);
  return result ? E.right(endedView(loaded, result)) : E.left(notFound);
};

export const readLivenessResult = useCase(
  'readLivenessResult',
  [...processingPorts, 'processVerification'],
  (deps: Deps): ReadLivenessResult => {
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
  },
);
