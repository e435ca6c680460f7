import { isAskedAgain } from '../../decision/outages.ts';
import type { Unavailable } from '../../errors.ts';
import type { FaceMatchEvidence, Observation } from '../../evidence/evidence.ts';
import { inForce } from '../../evidence/in-force.ts';
import { E, type Either, pipe, type TaskEither, TE } from '../../fp.ts';
import type { ProfileId } from '../../ids.ts';
import { idFrom } from '../../ledger/digest.ts';
import type { Command, NewEvidence } from '../../profile/commands.ts';
import type { Profile } from '../../profile/profile.ts';
import { caseFile } from '../../profile/requirements.ts';
import { actorOf } from '../flow/flow-access.ts';
import { type Changed, type ChangeError, type ChangeNeeds, changeProfile, type Loaded } from './change-profile.ts';
import type { InProcess } from './in-process.ts';
import { joined } from './in-turn.ts';
import { isToLookUp, type LookUpNeeds, lookUp, newestShown } from './look-up.ts';
import { type FailedObservation, isOurs, type ObserveNeeds, observeAll } from './observe.ts';

export type DriveNeeds = ChangeNeeds & ObserveNeeds & LookUpNeeds & InProcess;

/** A call that somebody made just now and that got no answer. `found` is left in the cases of `asFailedObservation`. */
export type InVain = { readonly observation: Observation; readonly found: Either<Unavailable, FailedObservation> };

/**
 * A profile as far as it was processed. `skippedCalls` are the calls that we did not send, which do not count as
 * attempts.
 */
export type Driven = Changed & { readonly unasked: readonly Unavailable[] };

/**
 * Processes a submitted profile: calls the providers for what is missing, then judges. Any instance may do it at any
 * time. What the caller has just called for in vain (`failedCalls`) is not called for again now.
 */
export type DriveProfile = (id: ProfileId, inVain?: readonly InVain[]) => TaskEither<ChangeError, Driven>;

/** The observations that are missing and may still be called for. */
const pending = ({ policy, profile }: Loaded): readonly Observation[] => {
  const { consent, device, deviceEvent, faceMatch, failures, front, reading, result } = inForce(caseFile(profile));
  const comparable = consent?.item.granted === true && front !== null && result?.item.referenceFileId != null;
  const wanted: Readonly<Record<Observation, boolean>> = {
    document_reading: front !== null && reading === null,
    face_match: comparable && faceMatch === null,
    device: deviceEvent !== null && device === null && policy.checks.device !== undefined,
  };
  const mayAskAgain = (name: Observation): boolean =>
    failures[name].length < policy.providerTries && failures[name].every(({ item }) => isAskedAgain(item.reason));
  const names: readonly Observation[] = ['document_reading', 'face_match', 'device'];
  return names.filter((name) => wanted[name] && mayAskAgain(name));
};

/** The command for one observation. Two instances that make the observation at the same time record it once. */
const commandFor = (loaded: Loaded, evidence: NewEvidence): Command => {
  const { attempt, evidence: before } = loaded.profile;
  return {
    id: idFrom(`${evidence.kind}/${attempt.number}/${subjectOf(evidence, before.length)}`),
    actor: actorOf(null),
    action: { type: 'observe', forAttempt: attempt.number, evidence: [evidence] },
  };
};

const faceSubject = ({
  documentFileId,
  referenceFileId,
}: Pick<FaceMatchEvidence, 'documentFileId' | 'referenceFileId'>) => `${documentFileId}/${referenceFileId}`;

/**
 * What an observation is about. An observation that may have another result the next time is named after the evidence
 * that was there before.
 */
const subjectOf = (evidence: NewEvidence, before: number): string => {
  if (evidence.kind === 'document_reading') return evidence.id;
  if (evidence.kind === 'face_match') return faceSubject(evidence);
  if (evidence.kind === 'provider_failure') return `${evidence.observation}/${before}`;
  return evidence.kind === 'device' ? evidence.eventId : `${before}`;
};

/**
 * Judges in one write with the duplicates that were looked up for it. It does not judge when more evidence was supplied
 * meanwhile: whoever processes that judges it too.
 */
const judge = (
  needs: DriveNeeds,
  loaded: Loaded,
  lookedUp: readonly NewEvidence[],
): TaskEither<ChangeError, Changed> => {
  const { attempt, evidence, id } = loaded.profile;
  const command: Command = {
    id: idFrom(`judge/${attempt.number}/${evidence.length}`),
    actor: actorOf(null),
    action: { type: 'complete_checks' },
  };
  const commands = [...lookedUp.map((one) => commandFor(loaded, one)), command];
  return changeProfile(needs, {
    caller: null,
    id,
    purpose: 'write',
    plan: ({ profile }) =>
      E.right(profile.status === 'processing' && newestShown(profile) === newestShown(loaded.profile) ? commands : []),
  });
};

/** Records all observations in one write. An outage of our own store among them is reported after that. */
const record = (
  needs: DriveNeeds,
  loaded: Changed,
  found: readonly Either<Unavailable, NewEvidence>[],
): TaskEither<ChangeError, Driven> => {
  const commands = found.flatMap((one) => (E.isRight(one) ? [commandFor(loaded, one.right)] : []));
  const errors = found.flatMap((one) => (E.isLeft(one) ? [one.left] : []));
  const ours = errors.find(isOurs);
  return pipe(
    changeProfile(needs, { caller: null, id: loaded.profile.id, purpose: 'write', plan: () => E.right(commands) }),
    TE.flatMap((changed) => (ours ? TE.left<ChangeError, Driven>(ours) : TE.right({ ...changed, unasked: errors }))),
  );
};

/** Checks for duplicates and judges, once nothing is missing. An outage of our own index is reported. */
const judgeWhenDone = (needs: DriveNeeds, driven: Driven): TaskEither<ChangeError, Driven> => {
  if (driven.profile.status !== 'processing' || pending(driven).length > 0) return TE.right(driven);
  const lookedUp: TaskEither<ChangeError, readonly NewEvidence[]> = isToLookUp(driven)
    ? TE.map((found: NewEvidence) => [found])(lookUp(needs, driven))
    : TE.right([]);
  return pipe(
    lookedUp,
    TE.flatMap((found) => judge(needs, driven, found)),
    TE.map((judged) => ({ ...judged, unasked: [] })),
  );
};

/** Calls once for everything that is missing; then it judges, unless some of it has to be called for again later. */
const goOn = (needs: DriveNeeds, loaded: Changed, inVain: readonly InVain[]): TaskEither<ChangeError, Driven> => {
  if (loaded.profile.status !== 'processing' || loaded.profile.redaction) return TE.right({ ...loaded, unasked: [] });
  const wanted = pending(loaded);
  if (wanted.length === 0) return judgeWhenDone(needs, { ...loaded, unasked: [] });
  const known = inVain.filter(({ observation }) => wanted.includes(observation));
  const missing = wanted.filter((name) => known.every(({ observation }) => observation !== name));
  return pipe(
    observeAll(needs, loaded, missing),
    TE.map((found) => [...found, ...known.map((one) => one.found)]),
    TE.flatMap((found): TaskEither<ChangeError, Driven> => record(needs, loaded, found)),
    TE.flatMap((driven) => judgeWhenDone(needs, driven)),
  );
};

/** The longest time after which a provider that could not be called is tried once more. */
const longestSeconds = 60;

/** How many failures the provider with the most failures has for this profile. */
const failuresIn = (profile: Profile): number =>
  Math.max(...Object.values(inForce(caseFile(profile)).failures).map(({ length }) => length));

/**
 * Schedules another attempt for a profile whose provider could not be called, at the time when it may be available,
 * plus one second for each failure. The profile that comes first finds out whether the provider is back, and should
 * have attempts left for that.
 */
const putOff = (needs: DriveNeeds, driven: Driven): Driven => {
  const { profile, unasked } = driven;
  if (profile.status !== 'processing' || unasked.length === 0) needs.putOff.forget(profile.id);
  else {
    const seconds = Math.max(1, ...unasked.map(({ retryAfterSeconds }) => retryAfterSeconds)) + failuresIn(profile);
    needs.putOff.until(profile.id, needs.clock.now() + 1000 * Math.min(seconds, longestSeconds));
  }
  return driven;
};

export const driveProfile = (needs: DriveNeeds): DriveProfile => {
  const together = joined<ChangeError, Driven>();
  return (id, inVain = []) =>
    together(
      id,
      pipe(
        changeProfile(needs, { caller: null, id, purpose: 'read', plan: () => E.right([]) }),
        TE.flatMap((changed) => goOn(needs, changed, inVain)),
        TE.map((driven) => putOff(needs, driven)),
      ),
    );
};

/** Processes the profile when a change has submitted it; any other profile is answered as it is. */
export const driveWhenSubmitted = (
  drive: DriveProfile,
  changed: Changed,
  inVain: readonly InVain[] = [],
): TaskEither<ChangeError, Changed> =>
  changed.profile.status === 'processing' ? drive(changed.profile.id, inVain) : TE.right(changed);
