import { isAskedAgain } from '../../decision/outages.ts';
import type { Unavailable } from '../../errors.ts';
import type { FaceMatchEvidence, Observation } from '../../evidence/evidence.ts';
import { inForce } from '../../evidence/in-force.ts';
import { E, type Either, pipe, type TaskEither, TE } from '../../fp.ts';
import type { ProfileId } from '../../ids.ts';
import { idFrom } from '../../ledger/digest.ts';
import type { Command, NewEvidence } from '../../profile/commands.ts';
import { caseFile } from '../../profile/requirements.ts';
import { actorOf } from '../flow/flow-access.ts';
import { type Changed, type ChangeError, type ChangeNeeds, changeProfile, type Loaded } from './change-profile.ts';
import { joined } from './in-turn.ts';
import { type FailedObservation, type ObserveNeeds, observeAll } from './observe.ts';

export type DriveNeeds = ChangeNeeds & ObserveNeeds;

/**
 * Drives a profile that is being processed: asks the providers for what is missing, then judges. Any instance may do it
 * at any time. `inVain` is what the caller has asked for just now and got no answer to: that counts as a try of now.
 */
export type DriveProfile = (id: ProfileId, inVain?: readonly FailedObservation[]) => TaskEither<ChangeError, Changed>;

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
  const mark = evidence.kind === 'provider_failure' ? `${evidence.observation}/${before.length}` : subjectOf(evidence);
  return {
    id: idFrom(`${evidence.kind}/${attempt.number}/${mark}`),
    actor: actorOf(null),
    action: { type: 'observe', forAttempt: attempt.number, evidence: [evidence] },
  };
};

const faceSubject = ({
  documentFileId,
  referenceFileId,
}: Pick<FaceMatchEvidence, 'documentFileId' | 'referenceFileId'>) => `${documentFileId}/${referenceFileId}`;

const subjectOf = (evidence: NewEvidence): string => {
  if (evidence.kind === 'document_reading') return evidence.id;
  if (evidence.kind === 'face_match') return faceSubject(evidence);
  return evidence.kind === 'device' ? evidence.eventId : '';
};

const judge = (needs: DriveNeeds, loaded: Loaded): TaskEither<ChangeError, Changed> => {
  const { attempt, evidence, id } = loaded.profile;
  const command: Command = {
    id: idFrom(`judge/${attempt.number}/${evidence.length}`),
    actor: actorOf(null),
    action: { type: 'complete_checks' },
  };
  return changeProfile(needs, {
    caller: null,
    id,
    purpose: 'write',
    plan: ({ profile }) => E.right(profile.status === 'processing' ? [command] : []),
  });
};

/** Keeps what was observed, all of it in one write; an outage of our own store beside it is told after that. */
const record = (
  needs: DriveNeeds,
  loaded: Changed,
  found: readonly Either<Unavailable, NewEvidence>[],
): TaskEither<ChangeError, Changed> => {
  const commands = found.flatMap((one) => (E.isRight(one) ? [commandFor(loaded, one.right)] : []));
  const failed = found.find(E.isLeft);
  return pipe(
    changeProfile(needs, { caller: null, id: loaded.profile.id, purpose: 'write', plan: () => E.right(commands) }),
    TE.flatMap((changed) => (failed ? TE.left<ChangeError, Changed>(failed.left) : TE.right(changed))),
  );
};

const judgeWhenDone = (needs: DriveNeeds, changed: Changed): TaskEither<ChangeError, Changed> =>
  changed.profile.status === 'processing' && pending(changed).length === 0 ? judge(needs, changed) : TE.right(changed);

/** Asks once for everything that is missing; then judges, unless some of it has to be asked for again later. */
const goOn = (
  needs: DriveNeeds,
  loaded: Changed,
  inVain: readonly FailedObservation[],
): TaskEither<ChangeError, Changed> => {
  if (loaded.profile.status !== 'processing') return TE.right(loaded);
  const wanted = pending(loaded);
  if (wanted.length === 0) return judgeWhenDone(needs, loaded);
  const failed = inVain.filter(({ observation }) => wanted.includes(observation));
  const missing = wanted.filter((name) => failed.every(({ observation }) => observation !== name));
  return pipe(
    observeAll(needs, loaded, missing),
    TE.map((found) => [...found, ...failed.map((one) => E.right(one))]),
    TE.flatMap((found): TaskEither<ChangeError, Changed> => record(needs, loaded, found)),
    TE.flatMap((changed) => judgeWhenDone(needs, changed)),
  );
};

export const driveProfile = (needs: DriveNeeds): DriveProfile => {
  const together = joined<ChangeError, Changed>();
  return (id, inVain = []) =>
    together(
      id,
      pipe(
        changeProfile(needs, { caller: null, id, purpose: 'read', plan: () => E.right([]) }),
        TE.flatMap((changed) => goOn(needs, changed, inVain)),
      ),
    );
};

/** Drives the profile on when a change has submitted it; anything else is answered as it is. */
export const driveWhenSubmitted = (
  drive: DriveProfile,
  changed: Changed,
  inVain: readonly FailedObservation[] = [],
): TaskEither<ChangeError, Changed> =>
  changed.profile.status === 'processing' ? drive(changed.profile.id, inVain) : TE.right(changed);
