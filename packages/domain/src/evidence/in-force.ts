import type { ProfileId } from '../ids.ts';
import type { Step } from '../profile/steps.ts';
import type {
  ClaimedEvidence,
  ConsentEvidence,
  DeviceEventEvidence,
  DeviceEvidence,
  Evidence,
  EvidenceKind,
  FaceMatchEvidence,
  FileEvidence,
  FileKind,
  LivenessResultEvidence,
  LivenessSessionEvidence,
  Observation,
  ProviderFailureEvidence,
  ReadingEvidence,
  SightingsEvidence,
} from './evidence.ts';

/** The input of a decision. In a later attempt `askedSteps` names what had to be supplied again. */
export type CaseFile = {
  readonly profileId: ProfileId;
  readonly evidence: readonly Evidence[];
  readonly attempt: number;
  readonly askedSteps: readonly Step[] | null;
};

/** A piece of evidence and its position in the profile's list. */
export type Placed<E extends Evidence> = { readonly at: number; readonly item: E };

/**
 * The evidence that counts now: the newest of each kind, and none of a step that was asked for again and is not yet
 * supplied.
 */
export type InForce = {
  readonly claimed: Placed<ClaimedEvidence> | null;
  readonly consent: Placed<ConsentEvidence> | null;
  readonly front: Placed<FileEvidence> | null;
  readonly back: Placed<FileEvidence> | null;
  /** The pictures of earlier attempts of the sides that were asked for again in this one. */
  readonly replaced: readonly Placed<FileEvidence>[];
  readonly reading: Placed<ReadingEvidence> | null;
  /**
   * Every reading of this attempt, those of superseded photos included: another photo does not cancel a sign of fraud.
   */
  readonly readings: readonly Placed<ReadingEvidence>[];
  readonly session: Placed<LivenessSessionEvidence> | null;
  readonly result: Placed<LivenessResultEvidence> | null;
  /** The newest inconclusive result of this attempt: it expired, or has no reference image. */
  readonly fruitless: Placed<LivenessResultEvidence> | null;
  readonly faceMatch: Placed<FaceMatchEvidence> | null;
  readonly deviceEvent: Placed<DeviceEventEvidence> | null;
  readonly device: Placed<DeviceEvidence> | null;
  /** The facts of every device event of this attempt, also of events that were superseded by another one. */
  readonly devices: readonly Placed<DeviceEvidence>[];
  /** The facts of every device event of earlier attempts. */
  readonly earlierDevices: readonly Placed<DeviceEvidence>[];
  /** The newest check for duplicates in this attempt. */
  readonly sightings: Placed<SightingsEvidence> | null;
  readonly failures: { readonly [Name in Observation]: readonly Placed<ProviderFailureEvidence>[] };
};

type OfKind<K extends EvidenceKind> = Extract<Evidence, { kind: K }>;

/** This is a loop, because every view and every decision runs it over all evidence a dozen times. */
const allOf = <K extends EvidenceKind>(file: CaseFile, kind: K): readonly Placed<OfKind<K>>[] => {
  const found: Placed<OfKind<K>>[] = [];
  for (const [at, item] of file.evidence.entries()) if (isKind(item, kind)) found.push({ at, item });
  return found;
};

const isKind = <K extends EvidenceKind>(item: Evidence, kind: K): item is OfKind<K> => item.kind === kind;

const last = <T>(items: readonly T[]): T | null => items.at(-1) ?? null;

/** Whether evidence for a step counts: it always does, unless the step was asked for again in this attempt. */
const countsFor = (file: CaseFile, step: Step, attempt: number): boolean =>
  !file.askedSteps?.includes(step) || attempt === file.attempt;

const fileFor = (file: CaseFile, kind: FileKind, step: Step): Placed<FileEvidence> | null =>
  last(allOf(file, 'file').filter(({ item }) => item.file.kind === kind && countsFor(file, step, item.attempt)));

/** Whether a result is conclusive: it failed, or it succeeded with an image of the person. */
export const isFruitful = (result: LivenessResultEvidence): boolean =>
  result.status === 'failed' || (result.status === 'succeeded' && result.referenceFileId !== null);

/** An event that is supplied again in a later attempt is inspected again: it was used before. */
const isOf = (seen: DeviceEvidence, named: DeviceEventEvidence | undefined): boolean =>
  named !== undefined && seen.eventId === named.eventId && seen.attempt >= named.attempt;

const ofThisAttempt = <K extends EvidenceKind>(file: CaseFile, kind: K): readonly Placed<OfKind<K>>[] =>
  allOf(file, kind).filter(({ item }) => item.attempt === file.attempt);

const failuresOf = (file: CaseFile, observation: Observation): readonly Placed<ProviderFailureEvidence>[] =>
  ofThisAttempt(file, 'provider_failure').filter(({ item }) => item.observation === observation);

/** Selects the evidence that counts. */
export const inForce = (file: CaseFile): InForce => {
  const front = fileFor(file, 'document_front', 'document_front');
  const anyBack = fileFor(file, 'document_back', 'document_back');
  // A back of an earlier attempt does not belong to a front that was supplied again.
  const back = anyBack && front && anyBack.item.attempt < front.item.attempt ? null : anyBack;
  const results = allOf(file, 'liveness_result').filter(
    ({ item }) => !item.late && countsFor(file, 'liveness', item.attempt),
  );
  const result = last(results.filter(({ item }) => isFruitful(item)));
  const deviceEvent = last(allOf(file, 'device_event').filter(({ item }) => countsFor(file, 'device', item.attempt)));
  return {
    claimed: last(allOf(file, 'claimed')),
    consent: last(allOf(file, 'consent').filter(({ item }) => countsFor(file, 'consent', item.attempt))),
    front,
    back,
    replaced: allOf(file, 'file').filter(({ item }) => {
      return item.attempt < file.attempt && file.askedSteps?.some((step) => step === item.file.kind);
    }),
    reading: last(
      allOf(file, 'document_reading').filter(
        ({ item }) => item.frontFileId === front?.item.file.id && item.backFileId === (back?.item.file.id ?? null),
      ),
    ),
    readings: ofThisAttempt(file, 'document_reading'),
    session: last(allOf(file, 'liveness_session').filter(({ item }) => countsFor(file, 'liveness', item.attempt))),
    result,
    fruitless: last(results.filter(({ item }) => !isFruitful(item) && item.attempt === file.attempt)),
    faceMatch: last(
      allOf(file, 'face_match').filter(
        ({ item }) =>
          item.documentFileId === front?.item.file.id && item.referenceFileId === result?.item.referenceFileId,
      ),
    ),
    deviceEvent,
    device: last(allOf(file, 'device').filter(({ item }) => isOf(item, deviceEvent?.item))),
    devices: ofThisAttempt(file, 'device'),
    earlierDevices: allOf(file, 'device').filter(({ item }) => item.attempt < file.attempt),
    sightings: last(ofThisAttempt(file, 'sightings')),
    failures: {
      document_reading: failuresOf(file, 'document_reading'),
      face_match: failuresOf(file, 'face_match'),
      device: failuresOf(file, 'device'),
    },
  };
};
