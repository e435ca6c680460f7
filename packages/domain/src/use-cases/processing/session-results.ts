import type { LivenessSessionEvidence } from '../../evidence/evidence.ts';
import { mediaTypeOf } from '../../evidence/media-type.ts';
import type { NotFound, Unavailable } from '../../kernel/errors.ts';
import { E, pipe, type TaskEither, TE } from '../../kernel/fp.ts';
import { deterministicId, sha256Hex } from '../../kernel/hash.ts';
import type { FileId } from '../../kernel/ids.ts';
import type { LivenessProvider, LivenessResult } from '../../ports/providers/liveness-provider.ts';
import type { FileStore } from '../../ports/stores/file-store.ts';
import type { Command, NewEvidence } from '../../profile/commands.ts';
import { unreadSessions } from '../../profile/open-session.ts';
import type { Profile } from '../../profile/profile.ts';
import {
  asService,
  type ChangeDeps,
  type Changed,
  type ChangeError,
  changeProfile,
  isoNow,
  type Snapshot,
} from '../access/change-profile.ts';
import { actorOf } from '../access/flow-token.ts';
import { noRequestFiles, type RequestFiles } from './request-files.ts';

export type SessionDeps = ChangeDeps & { readonly files: FileStore; readonly liveness: LivenessProvider };

/** A liveness session and the profile in which it was opened, as it was loaded. */
export type SessionSnapshot = Snapshot & { readonly session: LivenessSessionEvidence };

type Running = Extract<LivenessResult, { status: 'created' | 'in_progress' }>;
type Ended = Exclude<LivenessResult, Running>;

/** A session at its provider: it still runs, or it has ended and its result is recorded. */
export type FetchedSession =
  | { readonly state: 'running'; readonly status: Running['status'] }
  | { readonly state: 'ended'; readonly changed: Changed; readonly files: RequestFiles };

/** The provider deletes sessions after a while; a session that it no longer knows has expired. */
const askProvider = (
  deps: SessionDeps,
  { profile, session }: SessionSnapshot,
): TaskEither<Unavailable, LivenessResult> =>
  TE.orElse((error: NotFound | Unavailable) =>
    error._tag === 'NotFound' ? TE.right<Unavailable, LivenessResult>({ status: 'expired' }) : TE.left(error),
  )(deps.liveness.read({ call: { profileId: profile.id, attempt: session.attempt }, sessionId: session.sessionId }));

/** The evidence of a result, and its reference image, which need not be downloaded again in this request. */
type StoredResult = { readonly evidence: readonly NewEvidence[]; readonly files: RequestFiles };

/** The id of a session's reference image, which follows from the session. */
const referenceId = (sessionId: string): FileId => deterministicId(`reference/${sessionId}`);

/**
 * Stores the reference image before anything else, because the provider deletes it within minutes.
 */
const storeReference = (
  deps: SessionDeps,
  { profile, session }: SessionSnapshot,
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
  const id = referenceId(session.sessionId);
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
  ({ files }: SessionDeps, { profile }: SessionSnapshot, evidence: readonly NewEvidence[]) =>
  (error: ChangeError): TaskEither<ChangeError, Changed> => {
    const rejected = TE.left<ChangeError, Changed>(error);
    const image = evidence.find((item) => item.kind === 'file');
    if (error._tag !== 'InvalidTransition' || image?.kind !== 'file') return rejected;
    return pipe(
      files.remove(profile.id, image.file.id),
      TE.flatMap(() => rejected),
      TE.orElse(() => rejected),
    );
  };

const removeFile = ({ files }: SessionDeps, profile: Profile, id: FileId): TaskEither<never, void> =>
  TE.orElse(() => TE.right<never, void>(undefined))(files.remove(profile.id, id));

const namesFile = ({ evidence }: Profile, id: FileId): boolean =>
  evidence.some((item) => item.kind === 'file' && item.file.id === id);

/**
 * Removes the reference image when the version that was written does not name it: consent may have been withdrawn, or
 * the profile canceled, while the provider was asked. An image that cannot be removed now is unreachable all the same,
 * and goes with the profile.
 */
const dropUnnamedReference = (
  deps: SessionDeps,
  { evidence, files }: StoredResult,
  changed: Changed,
): TaskEither<ChangeError, FetchedSession> => {
  const image = evidence.find((item) => item.kind === 'file');
  if (image?.kind !== 'file' || namesFile(changed.profile, image.file.id))
    return TE.right({ state: 'ended', changed, files });
  return TE.map((): FetchedSession => ({ state: 'ended', changed, files: noRequestFiles }))(
    removeFile(deps, changed.profile, image.file.id),
  );
};

/**
 * Removes the reference images of sessions that no evidence names: a process that ended between storing the image and
 * recording the result left it. It is called when consent is withdrawn, because such a session is not read again then.
 */
export const removeUnnamedReferences = (deps: SessionDeps, profile: Profile): TaskEither<never, void> => {
  const ids = profile.evidence.flatMap((item) =>
    item.kind === 'liveness_session' ? [referenceId(item.sessionId)] : [],
  );
  const unnamed = ids.filter((id) => !namesFile(profile, id));
  return async () => {
    await Promise.all(unnamed.map((id) => removeFile(deps, profile, id)()));
    return TE.right<never, void>(undefined)();
  };
};

const recordResult = (
  deps: SessionDeps,
  found: SessionSnapshot,
  stored: StoredResult,
): TaskEither<ChangeError, FetchedSession> => {
  const { attempt, sessionId } = found.session;
  const command: Command = {
    id: `result:${sessionId}`,
    actor: actorOf(null),
    action: { type: 'observe', forAttempt: attempt, evidence: stored.evidence },
  };
  return pipe(
    changeProfile(deps, {
      caller: null,
      id: found.profile.id,
      purpose: 'write',
      snapshot: asService(found),
      plan: () => E.right([command]),
    }),
    TE.orElse(dropReference(deps, found, stored.evidence)),
    TE.flatMap((changed) => dropUnnamedReference(deps, stored, changed)),
  );
};

/** A session that its provider still calls running after its end will not end any more. */
const isRunning = (result: LivenessResult, { session }: SessionSnapshot, now: string): result is Running =>
  (result.status === 'created' || result.status === 'in_progress') && now < session.expiresAt;

const asEnded = (result: LivenessResult): Ended => {
  if (result.status === 'succeeded') return result;
  return { status: result.status === 'failed' ? 'failed' : 'expired' };
};

/** Asks the provider for a session, and records its result if it has ended. Recording it twice has one effect. */
export const fetchSession = (deps: SessionDeps, found: SessionSnapshot): TaskEither<ChangeError, FetchedSession> =>
  pipe(
    askProvider(deps, found),
    TE.flatMap((result): TaskEither<ChangeError, FetchedSession> => {
      if (isRunning(result, found, isoNow(deps.clock))) return TE.right({ state: 'running', status: result.status });
      return TE.flatMap((stored: StoredResult) => recordResult(deps, found, stored))(
        storeReference(deps, found, asEnded(result)),
      );
    }),
  );

/** After how many milliseconds a session that still ran is read again. */
export const sessionRetryMs = 3_000;

/**
 * A profile after its unread sessions were asked for, those that still run, and the images that came with the results.
 */
export type FetchedSessions = {
  readonly snapshot: Snapshot;
  readonly running: readonly LivenessSessionEvidence[];
  readonly files: RequestFiles;
};

/**
 * Reads the sessions that nobody has read, one after another, and records the results. A session whose person saw a
 * failure and never asked for the result counts like any other. Without an answer of the provider nothing is known
 * about it, so that the outage is reported.
 */
export const fetchUnreadSessions =
  (
    deps: SessionDeps,
    snapshot: Snapshot,
    isWanted: (session: LivenessSessionEvidence) => boolean = () => true,
  ): TaskEither<ChangeError, FetchedSessions> =>
  async () => {
    let present = snapshot;
    let files = noRequestFiles;
    const running: LivenessSessionEvidence[] = [];
    for (const session of unreadSessions(snapshot.profile).filter(isWanted)) {
      const fetched = await fetchSession(deps, { ...present, session })();
      if (E.isLeft(fetched)) return fetched;
      if (fetched.right.state === 'running') running.push(session);
      else {
        present = { ...fetched.right.changed, caller: snapshot.caller };
        files = new Map([...files, ...fetched.right.files]);
      }
    }
    return E.right({ snapshot: present, running, files });
  };

/** The same, where nobody waits for the answer: an outage of the provider is answered, and what is there goes on. */
export const readUnreadSessions = (
  deps: SessionDeps,
  snapshot: Snapshot,
): TaskEither<ChangeError, FetchedSessions & { readonly outage: Unavailable | null }> =>
  pipe(
    fetchUnreadSessions(deps, snapshot),
    TE.map((fetched) => ({ ...fetched, outage: null })),
    TE.orElse((error: ChangeError) =>
      error._tag === 'Unavailable' && error.service === 'liveness'
        ? TE.right({ snapshot, running: [], files: noRequestFiles, outage: error })
        : TE.left(error),
    ),
  );
