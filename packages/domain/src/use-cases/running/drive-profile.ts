import type { NotFound, Unavailable } from '../../errors.ts';
import type { FaceMatchEvidence, Observation, ProviderFailureEvidence } from '../../evidence/evidence.ts';
import { type InForce, inForce } from '../../evidence/in-force.ts';
import { E, pipe, type TaskEither, TE } from '../../fp.ts';
import type { ProfileId } from '../../ids.ts';
import { idFrom } from '../../ledger/digest.ts';
import type { DocumentReader } from '../../ports/providers/document-reader.ts';
import type { FaceComparer } from '../../ports/providers/face-comparer.ts';
import type { VendorCall } from '../../ports/providers/vendor-call.ts';
import type { FileContent, FileStore } from '../../ports/stores/file-store.ts';
import type { Command, NewEvidence } from '../../profile/commands.ts';
import { caseFile } from '../../profile/requirements.ts';
import { actorOf } from '../flow/flow-access.ts';
import { type Changed, type ChangeError, type ChangeNeeds, changeProfile, type Loaded } from './change-profile.ts';
import { joined } from './in-turn.ts';
import { type DeviceNeeds, observeDevice } from './observe-device.ts';
import { readDocument } from './read-document.ts';

export type DriveNeeds = ChangeNeeds &
  DeviceNeeds & {
    readonly files: FileStore;
    readonly reader: DocumentReader;
    readonly faces: FaceComparer;
  };

/** Drives a profile that is being processed: asks the providers for what is missing, then judges. Any instance may do it at any time. */
export type DriveProfile = (id: ProfileId) => TaskEither<ChangeError, Changed>;

/** What is missing and may still be asked for. */
const pending = ({ policy, profile }: Loaded): readonly Observation[] => {
  const { consent, device, deviceEvent, faceMatch, failures, front, reading, result } = inForce(caseFile(profile));
  const comparable = consent?.item.granted === true && front !== null && result?.item.referenceFileId != null;
  const wanted: Readonly<Record<Observation, boolean>> = {
    document_reading: front !== null && reading === null,
    face_match: comparable && faceMatch === null,
    device: deviceEvent !== null && device === null && policy.checks.device !== undefined,
  };
  const names: readonly Observation[] = ['document_reading', 'face_match', 'device'];
  return names.filter((name) => wanted[name] && failures[name].length < policy.providerTries);
};

const faceEvidence = (
  needs: DriveNeeds,
  call: VendorCall,
  selected: InForce,
): TaskEither<NotFound | Unavailable, NewEvidence> => {
  const documentFileId = selected.front?.item.file.id ?? '';
  const referenceFileId = selected.result?.item.referenceFileId ?? '';
  return pipe(
    TE.Do,
    TE.bindW('document', () => needs.files.get(call.profileId, documentFileId)),
    TE.bindW('reference', () => needs.files.get(call.profileId, referenceFileId)),
    TE.bindW('comparison', ({ document, reference }: { document: FileContent; reference: FileContent }) =>
      needs.faces.compare({ call, document: document.bytes, reference: reference.bytes }),
    ),
    TE.map(({ comparison }) => ({ kind: 'face_match' as const, documentFileId, referenceFileId, ...comparison })),
  );
};

const observe = (
  needs: DriveNeeds,
  observation: Observation,
  { profile }: Loaded,
): TaskEither<NotFound | Unavailable, NewEvidence> => {
  const call = { profileId: profile.id, attempt: profile.attempt.number };
  const selected = inForce(caseFile(profile));
  switch (observation) {
    case 'document_reading':
      return readDocument(needs, call, selected, {});
    case 'face_match':
      return faceEvidence(needs, call, selected);
    case 'device':
      return observeDevice(needs, call, selected.deviceEvent?.item ?? { eventId: '', attempt: call.attempt });
  }
};

const failureReasons: Readonly<Record<Unavailable['kind'], ProviderFailureEvidence['reason']>> = {
  unavailable: 'provider_unavailable',
  not_configured: 'provider_unavailable',
  timeout: 'provider_timeout',
  quota: 'provider_quota_exceeded',
  invalid_response: 'provider_response_invalid',
  rejected: 'provider_response_invalid',
  model_refused: 'ai_refused',
  output_truncated: 'ai_output_truncated',
  output_invalid: 'ai_output_invalid',
};

const failureOf = (observation: Observation, error: NotFound | Unavailable): NewEvidence => ({
  kind: 'provider_failure',
  observation,
  reason: error._tag === 'NotFound' ? 'provider_response_invalid' : failureReasons[error.kind],
});

/** The store being down is not the provider's failure, and is not counted as one. */
const isOurs = (error: NotFound | Unavailable): error is Unavailable =>
  error._tag === 'Unavailable' && (error.service === 'files' || error.service === 'database');

const observed = (needs: DriveNeeds, observation: Observation, loaded: Loaded): TaskEither<Unavailable, NewEvidence> =>
  TE.orElse((error: NotFound | Unavailable) =>
    isOurs(error) ? TE.left(error) : TE.right<Unavailable, NewEvidence>(failureOf(observation, error)),
  )(observe(needs, observation, loaded));

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

const record = (needs: DriveNeeds, id: ProfileId, command: Command): TaskEither<ChangeError, Changed> =>
  changeProfile(needs, { caller: null, id, purpose: 'write', plan: () => E.right([command]) });

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

/** Makes the observations in `left`, one after another; then judges, unless one of them has to be tried again later. */
const goOn = (needs: DriveNeeds, changed: Changed, left: readonly Observation[]): TaskEither<ChangeError, Changed> => {
  if (changed.profile.status !== 'processing') return TE.right(changed);
  const [next, ...rest] = left;
  if (!next) return pending(changed).length === 0 ? judge(needs, changed) : TE.right(changed);
  return pipe(
    observed(needs, next, changed),
    TE.flatMap(
      (evidence): TaskEither<ChangeError, Changed> => record(needs, changed.profile.id, commandFor(changed, evidence)),
    ),
    TE.flatMap((after) => goOn(needs, after, rest)),
  );
};

export const driveProfile = (needs: DriveNeeds): DriveProfile => {
  const together = joined<ChangeError, Changed>();
  return (id) =>
    together(
      id,
      pipe(
        changeProfile(needs, { caller: null, id, purpose: 'read', plan: () => E.right([]) }),
        TE.flatMap((changed) => goOn(needs, changed, pending(changed))),
      ),
    );
};

/** Drives the profile on when a change has submitted it; anything else is answered as it is. */
export const driveWhenSubmitted = (drive: DriveProfile, changed: Changed): TaskEither<ChangeError, Changed> =>
  changed.profile.status === 'processing' ? drive(changed.profile.id) : TE.right(changed);
