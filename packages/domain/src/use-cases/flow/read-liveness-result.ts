import type { Caller } from '../../access/caller.ts';
import { profileOfSession } from '../../access/records.ts';
import { livenessReasons } from '../../decision/person-checks.ts';
import type { ReasonCode } from '../../decision/reasons.ts';
import { consentRequired, type DomainError, type NotFound, notFound, type Unavailable } from '../../errors.ts';
import type { LivenessResultEvidence, LivenessSessionEvidence } from '../../evidence/evidence.ts';
import { inForce } from '../../evidence/in-force.ts';
import { mediaTypeOf } from '../../evidence/media-type.ts';
import { E, type Either, pipe, type TaskEither, TE } from '../../fp.ts';
import type { FileId } from '../../ids.ts';
import { idFrom, sha256Hex } from '../../ledger/digest.ts';
import type { LivenessProvider, LivenessResult } from '../../ports/providers/liveness-provider.ts';
import type { Command, NewEvidence } from '../../profile/commands.ts';
import { applyTime } from '../../profile/execute.ts';
import type { Profile, Status } from '../../profile/profile.ts';
import { caseFile } from '../../profile/requirements.ts';
import {
  type Changed,
  type ChangeError,
  changeProfile,
  type Loaded,
  nowOf,
  policyOf,
} from '../running/change-profile.ts';
import { type DriveNeeds, type DriveProfile, driveWhenSubmitted } from '../running/drive-profile.ts';
import { joined } from '../running/in-turn.ts';
import { actorOf, mayUse } from './flow-access.ts';

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
 * answered from the store.
 */
export type ReadLivenessResult = (input: {
  readonly caller: Caller;
  readonly sessionId: string;
}) => TaskEither<DomainError, LivenessResultView>;

type Needs = DriveNeeds & { readonly liveness: LivenessProvider; readonly drive: DriveProfile };
type Input = Parameters<ReadLivenessResult>[0];
type Found = Loaded & { readonly session: LivenessSessionEvidence };
type Running = Extract<LivenessResult, { status: 'created' | 'in_progress' }>;
type Ended = Exclude<LivenessResult, Running>;

const withSession = (loaded: Loaded, caller: Caller, sessionId: string): Either<DomainError, Found> => {
  const use = mayUse(caller, loaded.profile, 'read');
  if (E.isLeft(use)) return use;
  const session = loaded.profile.evidence.find(
    (item) => item.kind === 'liveness_session' && item.sessionId === sessionId,
  );
  return session?.kind === 'liveness_session' ? E.right({ ...loaded, session }) : E.left(notFound);
};

const find = (needs: Needs, { caller, sessionId }: Input): TaskEither<DomainError, Found> =>
  pipe(
    TE.Do,
    TE.bindW('profile', () => profileOfSession(needs, caller, sessionId)),
    TE.bindW('policy', ({ profile }) => policyOf(needs, profile)),
    TE.map(({ policy, profile }) => ({ policy, profile: applyTime(policy, profile, nowOf(needs.clock)).profile })),
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
const askProvider = (needs: Needs, { profile, session }: Found): TaskEither<Unavailable, LivenessResult> =>
  TE.orElse((error: NotFound | Unavailable) =>
    error._tag === 'NotFound' ? TE.right<Unavailable, LivenessResult>({ status: 'expired' }) : TE.left(error),
  )(needs.liveness.read({ call: { profileId: profile.id, attempt: session.attempt }, sessionId: session.sessionId }));

/**
 * Stores the reference image before anything else, because the provider deletes it within minutes. Its id follows from
 * the session.
 */
const keepReference = (
  needs: Needs,
  { profile, session }: Found,
  ended: Ended,
): TaskEither<Unavailable, readonly NewEvidence[]> => {
  const image = ended.status === 'succeeded' ? ended.referenceImage : null;
  const result = (referenceFileId: FileId | null): NewEvidence => ({
    kind: 'liveness_result',
    sessionId: session.sessionId,
    status: ended.status,
    confidence: ended.status === 'succeeded' ? ended.confidence : null,
    referenceFileId,
  });
  if (!image) return TE.right([result(null)]);
  const id = idFrom(`reference/${session.sessionId}`);
  const contentType = mediaTypeOf(image) ?? 'application/octet-stream';
  const file = { id, profileId: profile.id, kind: 'liveness_reference' as const, contentType };
  return pipe(
    needs.files.put({ ...file, bytes: image, sha256: sha256Hex(image) }),
    TE.map((stored) => [{ kind: 'file' as const, file: stored }, result(id)]),
  );
};

/**
 * A profile that is being erased accepts no more results, so the image is removed. After an outage nobody knows whether
 * the result was written, so the image stays.
 */
const withoutReference =
  ({ files }: Needs, { profile }: Found, evidence: readonly NewEvidence[]) =>
  (error: ChangeError): TaskEither<DomainError, Changed> => {
    const refused = TE.left<DomainError, Changed>(error);
    const image = evidence.find((item) => item.kind === 'file');
    if (error._tag !== 'InvalidTransition' || image?.kind !== 'file') return refused;
    return pipe(
      files.remove(profile.id, image.file.id),
      TE.flatMap(() => refused),
      TE.orElse(() => refused),
    );
  };

const applyResult = (
  needs: Needs,
  found: Found,
  evidence: readonly NewEvidence[],
): TaskEither<DomainError, Changed> => {
  const { attempt, sessionId } = found.session;
  const command: Command = {
    id: `result:${sessionId}`,
    actor: actorOf(null),
    action: { type: 'observe', forAttempt: attempt, evidence },
  };
  return pipe(
    changeProfile(needs, { caller: null, id: found.profile.id, purpose: 'write', plan: () => E.right([command]) }),
    TE.orElse(withoutReference(needs, found, evidence)),
    TE.flatMap((changed) => driveWhenSubmitted(needs.drive, changed)),
  );
};

/** A session that its provider still calls running after its end will not end any more. */
const isRunning = (result: LivenessResult, { session }: Found, now: string): result is Running =>
  (result.status === 'created' || result.status === 'in_progress') && now < session.expiresAt;

const asEnded = (result: LivenessResult): Ended => {
  if (result.status === 'succeeded') return result;
  return { status: result.status === 'failed' ? 'failed' : 'expired' };
};

const keepAndApply = (needs: Needs, found: Found, ended: Ended): TaskEither<DomainError, LivenessResultView> =>
  pipe(
    keepReference(needs, found, ended),
    TE.flatMap((evidence): TaskEither<DomainError, Changed> => applyResult(needs, found, evidence)),
    TE.flatMap((changed) => TE.fromEither(storedView(changed, found.session.sessionId))),
  );

/**
 * When a person has withdrawn consent, their face is not processed any more: the provider is not called, and no image
 * is stored.
 */
const consents = ({ profile }: Found): boolean => inForce(caseFile(profile)).consent?.item.granted === true;

const readNow = (needs: Needs, found: Found): TaskEither<DomainError, LivenessResultView> =>
  consents(found) ? readFromProvider(needs, found) : TE.left(consentRequired);

const readFromProvider = (needs: Needs, found: Found): TaskEither<DomainError, LivenessResultView> =>
  TE.flatMap(
    (result: LivenessResult): TaskEither<DomainError, LivenessResultView> =>
      isRunning(result, found, nowOf(needs.clock))
        ? TE.right(runningView(found, result.status))
        : keepAndApply(needs, found, asEnded(result)),
  )(askProvider(needs, found));

const storedView = (loaded: Loaded, sessionId: string): Either<DomainError, LivenessResultView> => {
  const result = resultOf(loaded.profile, sessionId);
  return result ? E.right(endedView(loaded, result)) : E.left(notFound);
};

export const readLivenessResult = (needs: Needs): ReadLivenessResult => {
  const together = joined<DomainError, LivenessResultView>();
  return (input) =>
    pipe(
      find(needs, input),
      TE.flatMap((found) =>
        resultOf(found.profile, input.sessionId)
          ? TE.fromEither(storedView(found, input.sessionId))
          : together(input.sessionId, readNow(needs, found)),
      ),
    );
};
