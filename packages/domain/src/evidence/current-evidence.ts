import type { ProfileId } from '../kernel/ids.ts';
import type { Step } from '../kernel/steps.ts';
import {
  type ClaimedEvidence,
  type ConsentEvidence,
  type DeviceEventEvidence,
  type DeviceEvidence,
  type DuplicatesEvidence,
  type Evidence,
  type EvidenceKind,
  type FaceMatchEvidence,
  type FileEvidence,
  type FileKind,
  isDuplicates,
  type LivenessResultEvidence,
  type LivenessSessionEvidence,
  type Observation,
  type ProviderFailureEvidence,
  type ReadingEvidence,
} from './evidence.ts';

/**
 * The input of a decision. In a later attempt `askedSteps` names what had to be supplied again. `samplingKey` is a
 * secret of the profile, by which a policy draws whom a reviewer looks at.
 */
export type DecisionInput = {
  readonly profileId: ProfileId;
  readonly samplingKey: string;
  readonly evidence: readonly Evidence[];
  readonly attempt: number;
  readonly askedSteps: readonly Step[] | null;
};

/** A piece of evidence and its position in the profile's list. */
export type Indexed<E extends Evidence> = { readonly index: number; readonly value: E };

/**
 * The evidence that counts now: the newest of each kind, and none of a step that was asked for again and is not yet
 * supplied.
 */
export type CurrentEvidence = {
  readonly claimed: Indexed<ClaimedEvidence> | null;
  readonly consent: Indexed<ConsentEvidence> | null;
  readonly front: Indexed<FileEvidence> | null;
  readonly back: Indexed<FileEvidence> | null;
  /** The pictures of earlier attempts of the sides that were asked for again in this one. */
  readonly replaced: readonly Indexed<FileEvidence>[];
  readonly reading: Indexed<ReadingEvidence> | null;
  /**
   * Every reading of this attempt, those of superseded photos included: another photo does not cancel a sign of fraud.
   */
  readonly readings: readonly Indexed<ReadingEvidence>[];
  /** Every reading of earlier attempts. */
  readonly earlierReadings: readonly Indexed<ReadingEvidence>[];
  readonly session: Indexed<LivenessSessionEvidence> | null;
  readonly result: Indexed<LivenessResultEvidence> | null;
  /** The session that the result is of, whichever was opened last. */
  readonly sessionOfResult: Indexed<LivenessSessionEvidence> | null;
  /**
   * The pictures of the profile, of every attempt, that are another one's reference image byte for byte, and the
   * readings with such a frame. The reference image of the result itself is not among them.
   */
  readonly sameAsReference: readonly Indexed<FileEvidence | ReadingEvidence>[];
  /** The newest inconclusive result of this attempt: it expired, or has no reference image. */
  readonly inconclusive: Indexed<LivenessResultEvidence> | null;
  /**
   * The ends of the sessions whose result nobody knows, in all attempts: consent was declined or withdrawn before the
   * result was read, and the session had expired when it could be read again.
   */
  readonly lostSessions: readonly Indexed<LivenessResultEvidence>[];
  /** The comparison of the front with the reference image of the result above. */
  readonly faceMatch: Indexed<FaceMatchEvidence> | null;
  /** The same of the back. */
  readonly backFaceMatch: Indexed<FaceMatchEvidence> | null;
  readonly deviceEvent: Indexed<DeviceEventEvidence> | null;
  readonly device: Indexed<DeviceEvidence> | null;
  /** The facts of every device event of this attempt, also of events that were superseded by another one. */
  readonly devices: readonly Indexed<DeviceEvidence>[];
  /** The facts of every device event of earlier attempts. */
  readonly earlierDevices: readonly Indexed<DeviceEvidence>[];
  /** The newest check for duplicates in this attempt. */
  readonly sightings: Indexed<DuplicatesEvidence> | null;
  readonly failures: { readonly [Name in Observation]: readonly Indexed<ProviderFailureEvidence>[] };
};

type OfKind<K extends EvidenceKind> = Extract<Evidence, { kind: K }>;

/** This is a loop, because every view and every decision runs it over all evidence a dozen times. */
const allOf = <K extends EvidenceKind>(file: DecisionInput, kind: K): readonly Indexed<OfKind<K>>[] => {
  const found: Indexed<OfKind<K>>[] = [];
  for (const [at, item] of file.evidence.entries()) if (isKind(item, kind)) found.push({ index: at, value: item });
  return found;
};

const isKind = <K extends EvidenceKind>(item: Evidence, kind: K): item is OfKind<K> => item.kind === kind;

const last = <T>(items: readonly T[]): T | null => items.at(-1) ?? null;

/** Whether evidence for a step counts: it always does, unless the step was asked for again in this attempt. */
const countsFor = (file: DecisionInput, step: Step, attempt: number): boolean =>
  !file.askedSteps?.includes(step) || attempt === file.attempt;

const fileFor = (file: DecisionInput, kind: FileKind, step: Step): Indexed<FileEvidence> | null =>
  last(allOf(file, 'file').filter(({ value: item }) => item.file.kind === kind && countsFor(file, step, item.attempt)));

/**
 * Whether a result is conclusive: it failed, or it succeeded with an image of the person, also one that was not kept.
 */
export const isConclusive = ({
  faceWithheld,
  referenceFileId,
  status,
}: Pick<LivenessResultEvidence, 'faceWithheld' | 'referenceFileId' | 'status'>): boolean =>
  status === 'failed' || (status === 'succeeded' && (referenceFileId !== null || faceWithheld === true));

/** An event that is supplied again in a later attempt is inspected again: it was used before. */
const isInspectionOf = (seen: DeviceEvidence, named: DeviceEventEvidence | undefined): boolean =>
  named !== undefined && seen.eventId === named.eventId && seen.attempt >= named.attempt;

const ofThisAttempt = <K extends EvidenceKind>(file: DecisionInput, kind: K): readonly Indexed<OfKind<K>>[] =>
  allOf(file, kind).filter(({ value: item }) => item.attempt === file.attempt);

const newestDuplicates = ({ attempt, evidence }: DecisionInput): Indexed<DuplicatesEvidence> | null => {
  const index = evidence.findLastIndex((item) => isDuplicates(item) && item.attempt === attempt);
  const value = evidence[index];
  return value !== undefined && isDuplicates(value) ? { index, value } : null;
};

const failuresOf = (file: DecisionInput, observation: Observation): readonly Indexed<ProviderFailureEvidence>[] =>
  ofThisAttempt(file, 'provider_failure').filter(({ value: item }) => item.observation === observation);

const faceMatchOf = (
  file: DecisionInput,
  side: Indexed<FileEvidence> | null,
  result: Indexed<LivenessResultEvidence> | null,
): Indexed<FaceMatchEvidence> | null =>
  last(
    allOf(file, 'face_match').filter(
      ({ value: item }) =>
        item.documentFileId === side?.value.file.id && item.referenceFileId === result?.value.referenceFileId,
    ),
  );

/** A picture is compared by its bytes as they were received, and as they are kept or, of a frame, were read. */
const digestsOf = (item: FileEvidence | ReadingEvidence): readonly (string | undefined)[] =>
  item.kind === 'file'
    ? [item.file.sha256, item.contentSha256]
    : (item.reading.frames ?? []).flatMap(({ contentSha256, sha256 }) => [sha256, contentSha256]);

/** A later picture takes none of them back. */
const sameAsReference = (file: DecisionInput, referenceId: string | null): CurrentEvidence['sameAsReference'] => {
  const files = allOf(file, 'file');
  const references = files.filter(({ value: item }) => item.file.kind === 'liveness_reference');
  if (references.length === 0) return [];
  const others = files.filter(({ value: item }) => item.file.id !== referenceId);
  return [...others, ...allOf(file, 'document_reading')].filter(({ index, value }) => {
    const digests = digestsOf(value);
    return references.some(({ index: at, value: { file: one } }) => at !== index && digests.includes(one.sha256));
  });
};

const lostSessionsOf = (file: DecisionInput): readonly Indexed<LivenessResultEvidence>[] => {
  const refusals = allOf(file, 'consent').filter(({ value: item }) => !item.granted);
  if (refusals.length === 0) return [];
  const sessions = allOf(file, 'liveness_session');
  return allOf(file, 'liveness_result').filter(({ index: end, value: { sessionId, status } }) => {
    const opened = sessions.find(({ value: item }) => item.sessionId === sessionId)?.index;
    const isBetween = (at: number): boolean => opened !== undefined && opened < at && at < end;
    return status === 'expired' && refusals.some(({ index }) => isBetween(index));
  });
};

const consentsOf = (file: DecisionInput): readonly Indexed<ConsentEvidence>[] =>
  allOf(file, 'consent').filter(({ value: item }) => countsFor(file, 'consent', item.attempt));

/** The newest consent or refusal that counts and is not of the face check alone. */
export const consentToDocument = (file: DecisionInput): ConsentEvidence | null =>
  last(consentsOf(file).filter(({ value: item }) => item.scope === undefined))?.value ?? null;

/** Selects the evidence that counts. */
export const currentEvidence = (file: DecisionInput): CurrentEvidence => {
  const front = fileFor(file, 'document_front', 'document_front');
  const anyBack = fileFor(file, 'document_back', 'document_back');
  // A back of an earlier attempt does not belong to a front that was supplied again.
  const back = anyBack && front && anyBack.value.attempt < front.value.attempt ? null : anyBack;
  const results = allOf(file, 'liveness_result').filter(
    ({ value: item }) => !item.late && countsFor(file, 'liveness', item.attempt),
  );
  const result = last(results.filter(({ value: item }) => isConclusive(item)));
  const deviceEvent = last(
    allOf(file, 'device_event').filter(({ value: item }) => countsFor(file, 'device', item.attempt)),
  );
  return {
    claimed: last(allOf(file, 'claimed')),
    consent: last(consentsOf(file)),
    front,
    back,
    replaced: allOf(file, 'file').filter(({ value: item }) => {
      return item.attempt < file.attempt && file.askedSteps?.some((step) => step === item.file.kind);
    }),
    reading: last(
      allOf(file, 'document_reading').filter(
        ({ value: item }) =>
          item.frontFileId === front?.value.file.id && item.backFileId === (back?.value.file.id ?? null),
      ),
    ),
    readings: ofThisAttempt(file, 'document_reading'),
    earlierReadings: allOf(file, 'document_reading').filter(({ value: item }) => item.attempt < file.attempt),
    session: last(
      allOf(file, 'liveness_session').filter(({ value: item }) => countsFor(file, 'liveness', item.attempt)),
    ),
    result,
    sessionOfResult: last(
      allOf(file, 'liveness_session').filter(({ value: item }) => item.sessionId === result?.value.sessionId),
    ),
    sameAsReference: sameAsReference(file, result?.value.referenceFileId ?? null),
    inconclusive: last(results.filter(({ value: item }) => !isConclusive(item) && item.attempt === file.attempt)),
    lostSessions: lostSessionsOf(file),
    faceMatch: faceMatchOf(file, front, result),
    backFaceMatch: faceMatchOf(file, back, result),
    deviceEvent,
    device: last(allOf(file, 'device').filter(({ value: item }) => isInspectionOf(item, deviceEvent?.value))),
    devices: ofThisAttempt(file, 'device'),
    earlierDevices: allOf(file, 'device').filter(({ value: item }) => item.attempt < file.attempt),
    sightings: newestDuplicates(file),
    failures: {
      document_reading: failuresOf(file, 'document_reading'),
      liveness: failuresOf(file, 'liveness'),
      face_match: failuresOf(file, 'face_match'),
      back_face_match: failuresOf(file, 'back_face_match'),
      device: failuresOf(file, 'device'),
    },
  };
};

/** Whether what a step asks for was supplied. */
export const isSupplied = (step: Step, selected: CurrentEvidence): boolean => {
  switch (step) {
    case 'consent':
      return selected.consent !== null;
    case 'document_front':
      return selected.front !== null;
    case 'document_back':
      return selected.back !== null;
    case 'liveness':
      return selected.result !== null;
    case 'device':
      return selected.deviceEvent !== null;
  }
};
