import { isRetriedByProcessing } from '../../checks/outages.ts';
import { currentEvidence } from '../../evidence/current-evidence.ts';
import { type Observation, observations } from '../../evidence/evidence.ts';
import { singleFlight } from '../../kernel/concurrency/single-flight.ts';
import { type Invalid, isOfStore, type Unavailable } from '../../kernel/errors.ts';
import { E, type Either, pipe, type TaskEither, TE } from '../../kernel/fp.ts';
import type { ProfileId } from '../../kernel/ids.ts';
import { runsCheck } from '../../policy/paths.ts';
import { monotonicNow } from '../../ports/clock.ts';
import { executeAll, type Rejection } from '../../profile/changes/execute.ts';
import { lacksConsent } from '../../profile/changes/upload-rules.ts';
import type { Command, NewEvidence } from '../../profile/commands.ts';
import type { FinalizedChange } from '../../profile/draft.ts';
import { unreadSessions } from '../../profile/open-session.ts';
import type { Profile } from '../../profile/profile.ts';
import { decisionInput, hasConsent } from '../../profile/requirements.ts';
import {
  asService,
  type ChangeDeps,
  type Changed,
  type ChangeError,
  changeProfile,
  isoNow,
  isStoredAsIs,
  type Loaded,
  type Snapshot,
} from '../access/change-profile.ts';
import { processingPorts, useCase } from '../access/use-case.ts';
import {
  checkDuplicates,
  type DuplicateDeps,
  needsDuplicateCheck,
  newestFingerprintedIndex,
} from './check-duplicates.ts';
import { retryDelayMs } from './deferred-retries.ts';
import type { InProcessState } from './in-process-state.ts';
import { type FailedObservation, type ObserveDeps, observeAll } from './observe.ts';
import { commandFor, decisionCommands } from './processing-commands.ts';
import { noRequestFiles, type RequestFiles } from './request-files.ts';
import { readUnreadSessions, type SessionDeps, sessionRetryMs } from './session-results.ts';

export type ProcessingDeps = ChangeDeps & ObserveDeps & DuplicateDeps & SessionDeps & InProcessState;

/** A call that somebody made just now and that got no answer. `found` is left in the cases of `asFailedObservation`. */
export type FailedCall = { readonly observation: Observation; readonly found: Either<Unavailable, FailedObservation> };

/**
 * A profile as far as it was processed. `skippedCalls` are the calls that do not count as attempts: those that we did
 * not send, and those for unread liveness sessions. Nothing is judged while a session runs.
 */
export type ProcessingResult = Changed & {
  readonly skippedCalls: readonly Unavailable[];
  readonly isSessionRunning?: true;
};

/** The caller's state: the profile as it has just written it, and files that came with the request. */
export type ProcessingStart = { readonly snapshot: Snapshot; readonly files: RequestFiles };

/**
 * Processes a submitted profile: calls the providers for what is missing, then judges. Any instance may do it at any
 * time. A call that has just failed for the caller (`failedCalls`) is not made again now.
 */
export type ProcessVerification = (
  id: ProfileId,
  failedCalls?: readonly FailedCall[],
  start?: ProcessingStart | null,
) => TaskEither<Invalid | ChangeError, ProcessingResult>;

/** The observations that are missing and may still be called for. Without consent no picture is sent to a provider. */
const pendingObservations = ({ liveness }: ProcessingDeps, { policy, profile }: Loaded): readonly Observation[] => {
  const { back, backFaceMatch, device, deviceEvent, faceMatch, failures, front, reading, result } = currentEvidence(
    decisionInput(profile),
  );
  const comparable = hasConsent(profile) && front !== null && result?.value.referenceFileId != null;
  const wanted: Readonly<Record<Observation, boolean>> = {
    document_reading: front !== null && reading === null && !lacksConsent(policy, profile),
    liveness: liveness.isAbsent === true && runsCheck(policy, 'liveness') && result === null,
    face_match: comparable && faceMatch === null,
    back_face_match: comparable && back !== null && backFaceMatch === null,
    device: deviceEvent !== null && device === null && runsCheck(policy, 'device'),
  };
  const mayAskAgain = (name: Observation): boolean =>
    failures[name].length < policy.providerTries &&
    failures[name].every(({ value: item }) => isRetriedByProcessing(item.reason));
  return observations.filter((name) => wanted[name] && mayAskAgain(name));
};

/**
 * Judges in one write with the duplicates that were looked up for it. It does not judge when more evidence was supplied
 * meanwhile: the processing of that judges it too.
 */
const decideProfile = (
  deps: ProcessingDeps,
  loaded: Snapshot,
  duplicates: readonly NewEvidence[],
): TaskEither<ChangeError, Changed> => {
  const commands = decisionCommands(loaded, duplicates);
  const judged = newestFingerprintedIndex(loaded.profile);
  return changeProfile(deps, {
    caller: null,
    id: loaded.profile.id,
    purpose: 'write',
    snapshot: loaded,
    plan: ({ profile }) =>
      E.right(profile.status === 'processing' && newestFingerprintedIndex(profile) === judged ? commands : []),
  });
};

/** Whether nothing is missing any more for a decision. */
const isReadyToDecide = (deps: ProcessingDeps, loaded: Loaded): boolean =>
  loaded.profile.status === 'processing' &&
  unreadSessions(loaded.profile).length === 0 &&
  pendingObservations(deps, loaded).length === 0;

/** The duplicates that were looked up for what a profile had shown so far: up to the evidence at `newestIndex`. */
type CheckedDuplicates = { readonly found: NewEvidence; readonly newestIndex: number };

/** The findings for a profile: an answer of each provider, and duplicates if they were looked up meanwhile. */
type Findings = {
  readonly observations: readonly Either<Unavailable, NewEvidence>[];
  readonly duplicates: CheckedDuplicates | null;
};

/**
 * The commands that record observations, and in the same write judge the profile when all that it takes is there: an
 * observation is paid for, so it is written before anything else is asked for.
 */
const recordingCommands = (
  deps: ProcessingDeps,
  { policy, profile }: Loaded,
  commands: readonly Command[],
  duplicates: CheckedDuplicates | null,
): Either<Rejection, readonly Command[]> => {
  // Observations never make a check for duplicates superfluous.
  if (duplicates === null && needsDuplicateCheck({ policy, profile })) return E.right(commands);
  return pipe(
    executeAll(policy, profile, commands, isoNow(deps.clock)),
    E.map(({ profile: next }: FinalizedChange) => {
      const observed = { policy, profile: next };
      if (!isReadyToDecide(deps, observed) || !isStoredAsIs(profile, next)) return commands;
      if (!needsDuplicateCheck(observed)) return [...commands, ...decisionCommands(observed, [])];
      return duplicates?.newestIndex === newestFingerprintedIndex(next)
        ? [...commands, ...decisionCommands(observed, [duplicates.found])]
        : commands;
    }),
  );
};

/** Records all observations in one write. An outage of our own store among them is reported after that. */
const recordObservations = (
  deps: ProcessingDeps,
  loaded: Snapshot,
  { duplicates, observations: found }: Findings,
): TaskEither<ChangeError, ProcessingResult> => {
  const commands = found.flatMap((one) => (E.isRight(one) ? [commandFor(loaded, one.right)] : []));
  const errors = found.flatMap((one) => (E.isLeft(one) ? [one.left] : []));
  const ours = errors.find(isOfStore);
  return pipe(
    changeProfile(deps, {
      caller: null,
      id: loaded.profile.id,
      purpose: 'write',
      snapshot: loaded,
      plan: (present) => recordingCommands(deps, present, commands, duplicates),
    }),
    TE.flatMap((changed) =>
      ours
        ? TE.left<ChangeError, ProcessingResult>(ours)
        : TE.right<ChangeError, ProcessingResult>({
            ...changed,
            skippedCalls: changed.profile.status === 'processing' ? errors : [],
          }),
    ),
  );
};

/** Checks for duplicates and judges, once nothing is missing. An outage of our own index is reported. */
const decideWhenDone = (
  deps: ProcessingDeps,
  processed: ProcessingResult,
): TaskEither<ChangeError, ProcessingResult> => {
  if (!isReadyToDecide(deps, processed)) return TE.right(processed);
  const duplicates: TaskEither<ChangeError, readonly NewEvidence[]> = needsDuplicateCheck(processed)
    ? pipe(
        checkDuplicates(deps, processed),
        TE.map((found: NewEvidence) => [found]),
      )
    : TE.right([]);
  return pipe(
    duplicates,
    TE.flatMap((found) => decideProfile(deps, processed, found)),
    TE.map((judged): ProcessingResult => ({ ...judged, skippedCalls: [] })),
  );
};

const isFaceMatch = (name: Observation): boolean => name === 'face_match' || name === 'back_face_match';

/**
 * Looks up duplicates while the faces are compared, if nothing else is missing: the comparison adds nothing that others
 * could have in common. A lookup that fails now is repeated when the comparison is written.
 */
const checkDuplicatesMeanwhile = (
  deps: ProcessingDeps,
  loaded: Loaded,
  wanted: readonly Observation[],
): TaskEither<never, CheckedDuplicates | null> => {
  if (!needsDuplicateCheck(loaded) || wanted.some((name) => !isFaceMatch(name))) return TE.right(null);
  const newestIndex = newestFingerprintedIndex(loaded.profile);
  return pipe(
    checkDuplicates(deps, loaded),
    TE.map((found): CheckedDuplicates | null => ({ found, newestIndex })),
    TE.orElse(() => TE.right<never, CheckedDuplicates | null>(null)),
  );
};

/** Calls once for everything that is missing; then it judges, unless some of it has to be called for again later. */
const continueProcessing = (
  deps: ProcessingDeps,
  loaded: Changed,
  failedCalls: readonly FailedCall[],
  files: RequestFiles,
): TaskEither<ChangeError, ProcessingResult> => {
  if (loaded.profile.status !== 'processing' || loaded.profile.redaction)
    return TE.right({ ...loaded, skippedCalls: [] });
  const wanted = pendingObservations(deps, loaded);
  if (wanted.length === 0) return decideWhenDone(deps, { ...loaded, skippedCalls: [] });
  const known = failedCalls.filter(({ observation }) => wanted.includes(observation));
  const missing = wanted.filter((name) => known.every(({ observation }) => observation !== name));
  return pipe(
    TE.Do,
    TE.apSW('found', observeAll(deps, loaded, missing, files)),
    TE.apSW('duplicates', checkDuplicatesMeanwhile(deps, loaded, wanted)),
    TE.map(({ found, duplicates }) => ({ observations: [...found, ...known.map((one) => one.found)], duplicates })),
    TE.flatMap((findings): TaskEither<ChangeError, ProcessingResult> => recordObservations(deps, loaded, findings)),
    TE.flatMap((processed) => decideWhenDone(deps, processed)),
  );
};

/**
 * Reads the liveness sessions that nobody has read, and only then continues: a session that failed counts also when
 * nobody asked for its result. While one of them runs, or its provider gives no answer, nothing is judged.
 */
const readSessionsFirst = (
  deps: ProcessingDeps,
  loaded: Changed,
  failedCalls: readonly FailedCall[],
  files: RequestFiles,
): TaskEither<ChangeError, ProcessingResult> => {
  const { redaction, status } = loaded.profile;
  if (status !== 'processing' || redaction) return continueProcessing(deps, loaded, failedCalls, files);
  return pipe(
    TE.Do,
    TE.bindW('read', () => readUnreadSessions(deps, loaded)),
    TE.bindW('processed', ({ read: { files: fetched, snapshot } }) =>
      continueProcessing(deps, { ...loaded, ...snapshot }, failedCalls, new Map([...files, ...fetched])),
    ),
    TE.map(({ processed, read: { outage, running } }): ProcessingResult => {
      const skippedCalls = outage ? [...processed.skippedCalls, outage] : processed.skippedCalls;
      return { ...processed, skippedCalls, ...(running.length > 0 && { isSessionRunning: true }) };
    }),
  );
};

/** How many failures the provider with the most failures has for this profile. */
const maxFailures = (profile: Profile): number =>
  Math.max(...Object.values(currentEvidence(decisionInput(profile)).failures).map(({ length }) => length));

/**
 * Schedules another attempt for a profile whose provider could not be called, when it may be available, plus a second
 * for each failure: the first one finds out whether the provider is back, and should have attempts left for that.
 */
const deferRetry = ({ clock, deferredRetries }: ProcessingDeps, processed: ProcessingResult): ProcessingResult => {
  const { isSessionRunning = false, profile, skippedCalls } = processed;
  if (isSessionRunning) deferredRetries.defer(profile.id, monotonicNow(clock) + sessionRetryMs);
  else if (profile.status !== 'processing' || skippedCalls.length === 0) deferredRetries.forget(profile.id);
  else deferredRetries.defer(profile.id, monotonicNow(clock) + retryDelayMs(skippedCalls, maxFailures(profile)));
  return processed;
};

export const processVerification = useCase(
  'processVerification',
  processingPorts,
  (deps: ProcessingDeps): ProcessVerification => {
    const inFlight = singleFlight<ChangeError, ProcessingResult>();
    return (id, failedCalls = [], start = null) =>
      inFlight(
        id,
        pipe(
          changeProfile(deps, {
            caller: null,
            id,
            purpose: 'read',
            snapshot: start && asService(start.snapshot),
            plan: () => E.right([]),
          }),
          TE.flatMap((changed) => readSessionsFirst(deps, changed, failedCalls, start?.files ?? noRequestFiles)),
          TE.map((processed) => deferRetry(deps, processed)),
        ),
      );
  },
);

/** Processes the profile when a change has submitted it; any other profile is answered as it is. */
export const processWhenSubmitted = (
  process: ProcessVerification,
  changed: Changed,
  failedCalls: readonly FailedCall[] = [],
  files: RequestFiles = noRequestFiles,
): TaskEither<ChangeError, Changed> =>
  changed.profile.status === 'processing'
    ? process(changed.profile.id, failedCalls, { snapshot: changed, files })
    : TE.right(changed);
