import type { LivenessSessionEvidence } from '../../evidence/evidence.ts';
import { mediaTypeOf } from '../../evidence/media-type.ts';
import type { Unavailable } from '../../kernel/errors.ts';
import { E, pipe, type TaskEither, TE } from '../../kernel/fp.ts';
import { deterministicId, sha256Hex } from '../../kernel/hash.ts';
import type { FileId } from '../../kernel/ids.ts';
import type { LivenessProvider, LivenessResult } from '../../ports/providers/liveness-provider.ts';
import type { FileStore } from '../../ports/stores/file-store.ts';
import { executeAll } from '../../profile/changes/execute.ts';
import { withoutFace } from '../../profile/changes/observation.ts';
import type { Command, NewEvidence } from '../../profile/commands.ts';
import { unreadSessions } from '../../profile/open-session.ts';
import type { Profile } from '../../profile/profile.ts';
import {
  asService,
  type ChangeDeps,
  type Changed,
  type ChangeError,
  type CommandPlan,
  changeProfile,
  isoNow,
  type Loaded,
  type Snapshot,
} from '../access/change-profile.ts';
import { actorOf } from '../access/flow-token.ts';
import { keptAnswer } from './kept-answer.ts';
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
  { profile, request, session }: SessionSnapshot,
): TaskEither<Unavailable, LivenessResult> => {
  const call = { profileId: profile.id, attempt: session.attempt, ...(request && { request }) };
  return pipe(
    deps.liveness.read({ call, sessionId: session.sessionId }),
    TE.orElse((error) =>
      error._tag === 'NotFound' ? TE.right<Unavailable, LivenessResult>({ status: 'expired' }) : TE.left(error),
    ),
  );
};

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
    ...(ended.status === 'succeeded' && ended.live !== undefined && { live: ended.live }),
    challenge: ended.status === 'succeeded' ? ended.challenge : null,
    referenceFileId,
  });
  const kept = keptAnswer('liveness', result(null));
  if (E.isLeft(kept)) return TE.left(kept.left);
  if (!image) return TE.right({ evidence: [kept.right], files: noRequestFiles });
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

const namesFile = ({ evidence }: Profile, id: FileId): boolean =>
  evidence.some((item) => item.kind === 'file' && item.file.id === id);

/**
 * Removes the reference images of sessions that no evidence names: a process that ended between storing the image and
 * recording the result left it. All are tried, and one that could not be removed is reported.
 */
export const removeUnnamed =
  (
    { files }: SessionDeps,
    profile: Profile,
    sessions: readonly LivenessSessionEvidence[],
  ): TaskEither<Unavailable, void> =>
  async () => {
    const unnamed = sessions.map(({ sessionId }) => referenceId(sessionId)).filter((id) => !namesFile(profile, id));
    const removed = await Promise.all(unnamed.map((id) => files.remove(profile.id, id)()));
    return removed.find(E.isLeft) ?? E.right(undefined);
  };

const ignoringFailure = (task: TaskEither<Unavailable, void>): TaskEither<never, void> =>
  pipe(
    task,
    TE.orElse(() => TE.right(undefined)),
  );

/**
 * Removes such images of all sessions. It is called when consent is withdrawn, because the sessions are not read again
 * then. An image that cannot be removed now is removed when they are closed.
 */
export const removeUnnamedReferences = (deps: SessionDeps, profile: Profile): TaskEither<never, void> =>
  ignoringFailure(
    removeUnnamed(
      deps,
      profile,
      profile.evidence.filter((item) => item.kind === 'liveness_session'),
    ),
  );

/** The command that records the end of a session. A session has one end: the first that is recorded. */
export const resultCommand = (
  { attempt, sessionId }: LivenessSessionEvidence,
  evidence: readonly NewEvidence[],
): Command => ({
  id: `result:${sessionId}`,
  actor: actorOf(null),
  action: { type: 'observe', forAttempt: attempt, evidence },
});

/** Whether the profile would name the image once the command is applied. A rejection of the command says so itself. */
const wouldName = ({ policy, profile }: Loaded, command: Command, id: FileId, now: string): boolean => {
  const applied = executeAll(policy, profile, [command], now);
  return E.isLeft(applied) || namesFile(applied.right.profile, id);
};

/**
 * Records the result. The profile may not take the picture any more: consent may have been withdrawn, or the profile
 * canceled, while the provider was asked. Then it is removed first, and only then the result is recorded without it:
 * a process that ends in between leaves a session without a result, which is read or closed later. A result without a
 * picture is recorded first, because another process may be about to name one.
 */
const recordResult = (
  deps: SessionDeps,
  found: SessionSnapshot,
  { evidence, files }: StoredResult,
): TaskEither<ChangeError, FetchedSession> => {
  const { id } = found.profile;
  const record = (plan: CommandPlan): TaskEither<ChangeError, Changed> =>
    changeProfile(deps, { caller: null, id, purpose: 'write', snapshot: asService(found), plan });
  const image = evidence.find((item) => item.kind === 'file')?.file.id;
  const command = resultCommand(found.session, evidence);
  const plan: CommandPlan = (present) =>
    E.right(image === undefined || wouldName(present, command, image, isoNow(deps.clock)) ? [command] : []);
  const withoutPicture = resultCommand(found.session, withoutFace(evidence));
  const recordWithoutPicture = (unnamed: FileId): TaskEither<ChangeError, FetchedSession> =>
    pipe(
      deps.files.remove(id, unnamed),
      TE.flatMap(() => record(() => E.right([withoutPicture]))),
      TE.map((changed): FetchedSession => ({ state: 'ended', changed, files: noRequestFiles })),
    );
  const removeEarlier = ({ profile }: Changed): TaskEither<never, unknown> =>
    image === undefined ? ignoringFailure(removeUnnamed(deps, profile, [found.session])) : TE.right(undefined);
  return pipe(
    record(plan),
    TE.orElse(dropReference(deps, found, evidence)),
    TE.tap(removeEarlier),
    TE.flatMap((changed) =>
      image === undefined || namesFile(changed.profile, image)
        ? TE.right({ state: 'ended', changed, files })
        : recordWithoutPicture(image),
    ),
  );
};

/** A session that its provider still calls running after its end will not end any more. */
const isRunning = (result: LivenessResult, { session }: SessionSnapshot, now: string): result is Running =>
  (result.status === 'created' || result.status === 'in_progress') && now < session.expiresAt;

const asEnded = (result: LivenessResult): Ended => {
  if (result.status === 'succeeded') return result;
  return { status: result.status === 'failed' ? 'failed' : 'expired' };
};

const recordEnd = (deps: SessionDeps, found: SessionSnapshot, ended: Ended): TaskEither<ChangeError, FetchedSession> =>
  pipe(
    storeReference(deps, found, ended),
    TE.flatMap((stored) => recordResult(deps, found, stored)),
  );

/** Asks the provider for a session, and records its result if it has ended. Recording it twice has one effect. */
export const fetchSession = (deps: SessionDeps, found: SessionSnapshot): TaskEither<ChangeError, FetchedSession> =>
  pipe(
    askProvider(deps, found),
    TE.flatMap((result) => {
      if (isRunning(result, found, isoNow(deps.clock))) return TE.right({ state: 'running', status: result.status });
      return recordEnd(deps, found, asEnded(result));
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
    TE.orElse((error) =>
      error._tag === 'Unavailable' && error.service === 'liveness'
        ? TE.right({ snapshot, running: [], files: noRequestFiles, outage: error })
        : TE.left(error),
    ),
  );
