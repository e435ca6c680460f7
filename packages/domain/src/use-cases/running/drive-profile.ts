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

/** What somebody asked for just now and got no answer to; left as in `noAnswer`. */
export type InVain = { readonly observation: Observation; readonly found: Either<Unavailable, FailedObservation> };

/** A profile as far as it was driven; `unasked`: the calls that we did not let out, which count as no tries. */
export type Driven = Changed & { readonly unasked: readonly Unavailable[] };

/**
 * Drives a profile that is being processed: asks the providers for what is missing, then judges. Any instance may do it
 * at any time. What the caller has asked for `inVain` is not asked for again now.
 */
export type DriveProfile = (id: ProfileId, inVain?: readonly InVain[]) => TaskEither<ChangeError, Driven>;

/** What is missing and may still be asked for. */
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

/** One observation, once: two instances that make it at the same time record it once. */
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

/** What an observation is of. One that may come to something else the next time is named after what was there before. */
const subjectOf = (evidence: NewEvidence, before: number): string => {
  if (evidence.kind === 'document_reading') return evidence.id;
  if (evidence.kind === 'face_match') return faceSubject(evidence);
  if (evidence.kind === 'provider_failure') return `${evidence.observation}/${before}`;
  return evidence.kind === 'device' ? evidence.eventId : `${before}`;
};

/** Judges in one write with what was looked up for it; not when more was shown meanwhile, by whoever judges that too. */
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

/** Keeps what was observed, all of it in one write; an outage of our own store beside it is told after that. */
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

/** Looks up what was seen before and judges, once nothing is missing. That our own register is out is told. */
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

/** Asks once for everything that is missing; then judges, unless some of it has to be asked for again later. */
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

/** Longest time after which a provider that could not be asked is tried once more. */
const longestSeconds = 60;

/** How often the provider of a profile has failed that failed most. */
const failuresIn = (profile: Profile): number =>
  Math.max(...Object.values(inForce(caseFile(profile)).failures).map(({ length }) => length));

/**
 * Comes back by itself to a profile whose provider could not be asked, when the way to it may be free: a second later for
 * each failure. Whoever comes first finds out whether the provider is back, and should have tries left for that.
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

/** Drives the profile on when a change has submitted it; anything else is answered as it is. */
export const driveWhenSubmitted = (
  drive: DriveProfile,
  changed: Changed,
  inVain: readonly InVain[] = [],
): TaskEither<ChangeError, Changed> =>
  changed.profile.status === 'processing' ? drive(changed.profile.id, inVain) : TE.right(changed);
