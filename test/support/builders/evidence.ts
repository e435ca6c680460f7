import { aSession } from '@portcullis/contracts/builders';
import type { DocumentReading, Evidence } from '@portcullis/domain';
import {
  type ConsentEvidence,
  cleanDeviceSignals,
  type DecisionInput,
  type DeviceEvidence,
  type DeviceFacts,
  type FaceMatchEvidence,
  type FileEvidence,
  type LivenessResultEvidence,
  type ReadingEvidence,
  type StoredFile,
} from '@portcullis/domain/evidence';
import type { DeviceEventEvidence, EvidenceKind, ProviderFailureEvidence } from '#domain/evidence/evidence';
import { aReading } from './readings.ts';

const at = '2026-05-01T10:00:01.000Z';
const common = { attempt: 1, at };

/** The image of a document's front, which is current unless another one follows. */
export const aFile = (over: Partial<StoredFile> = {}, attempt = 1): FileEvidence => ({
  kind: 'file',
  at,
  attempt,
  file: {
    id: 'front0000000001',
    kind: 'document_front',
    contentType: 'image/jpeg',
    size: 4,
    sha256: 'f'.repeat(64),
    ...over,
  },
});

export const aConsent = (granted = true, attempt = 1): ConsentEvidence => ({
  kind: 'consent',
  at,
  attempt,
  textVersion: '1',
  locale: 'en',
  granted,
});

/** A reading of the front that `aFile` makes. */
export const aReadingEvidence = (
  reading: Partial<DocumentReading> = {},
  over: Partial<ReadingEvidence> = {},
): ReadingEvidence => ({
  kind: 'document_reading',
  ...common,
  id: 'reading00000001',
  frontFileId: 'front0000000001',
  backFileId: null,
  reading: aReading(reading),
  ...over,
});

/** The result of a session that succeeded, with a reference image. */
export const aResult = (over: Partial<LivenessResultEvidence> = {}): LivenessResultEvidence => ({
  kind: 'liveness_result',
  ...common,
  sessionId: '00000000-0000-4000-8000-00000000000a',
  status: 'succeeded',
  confidence: 97,
  challenge: 'movement_and_light',
  referenceFileId: 'refer0000000001',
  late: false,
  ...over,
});

/** A match between the faces of the front and the reference image above. */
export const aMatch = (over: Partial<FaceMatchEvidence> = {}): FaceMatchEvidence => ({
  kind: 'face_match',
  ...common,
  documentFileId: 'front0000000001',
  referenceFileId: 'refer0000000001',
  outcome: 'compared',
  similarity: 98,
  ...over,
});

/** The comparison of a back, which shows no face unless `over` says so. */
export const aBackMatch = (over: Partial<FaceMatchEvidence> = {}): FaceMatchEvidence =>
  aMatch({ documentFileId: 'back00000000001', outcome: 'no_face_on_document', similarity: null, ...over });

export const aDeviceEvent = (over: Partial<DeviceEventEvidence> = {}): DeviceEventEvidence => ({
  kind: 'device_event',
  ...common,
  eventId: 'event-1',
  ...over,
});

/** The facts of a clean browser when the event was sent, on the profile that `aProfile` makes. */
const cleanDevice: DeviceFacts = {
  visitorId: 'visitor-1',
  occurredAt: at,
  linkedId: 'profile00000001',
  ...cleanDeviceSignals,
  confidence: 0.98,
  originAllowed: true,
};

/** The provider's facts of `aDeviceEvent`; `null` when it knows no such event. */
export const aDevice = (
  facts: Partial<DeviceFacts> | null = {},
  over: Partial<DeviceEvidence> = {},
): DeviceEvidence => ({
  kind: 'device',
  ...common,
  eventId: 'event-1',
  facts: facts && { ...cleanDevice, ...facts },
  ...over,
});

export const aProviderFailure = (
  observation: ProviderFailureEvidence['observation'],
  reason: ProviderFailureEvidence['reason'] = 'provider_unavailable',
  attempt = 1,
): ProviderFailureEvidence => ({ kind: 'provider_failure', at, attempt, observation, reason });

const flawlessEvidence: readonly Evidence[] = [
  aConsent(),
  aFile(),
  aReadingEvidence(),
  aSession(),
  aResult(),
  aMatch(),
];

type CaseChanges = {
  /** Evidence that replaces all evidence of its kind; an empty list removes the kind. */
  readonly instead?: { readonly [Kind in EvidenceKind]?: readonly Evidence[] };
  /** Evidence that is appended to the rest. */
  readonly more?: readonly Evidence[];
  readonly attempt?: number;
  readonly askedSteps?: DecisionInput['askedSteps'];
};

/** The comparison of a back that is in the evidence, unless that has one, or has none of the front either. */
const comparedBack = (evidence: readonly Evidence[]): readonly Evidence[] => {
  const back = evidence.findLast((item) => item.kind === 'file' && item.file.kind === 'document_back');
  const id = back?.kind === 'file' ? back.file.id : '';
  const compared = evidence.flatMap((item) => (item.kind === 'face_match' ? [item.documentFileId] : []));
  return back && compared.length > 0 && !compared.includes(id) ? [aBackMatch({ documentFileId: id })] : [];
};

/**
 * A case in which every required check passes, with these changes. The indexes are: consent 0, front 1, reading 2,
 * session 3, result 4, comparison 5, and additional evidence from 6 on. A back shows no face, and is compared at the
 * end.
 */
export const aCase = ({ instead = {}, more = [], attempt = 1, askedSteps = null }: CaseChanges = {}): DecisionInput => {
  const evidence = [...flawlessEvidence.flatMap((item) => instead[item.kind] ?? [item]), ...more];
  return {
    profileId: 'profile00000001',
    samplingKey: '',
    evidence: [...evidence, ...comparedBack(evidence)],
    attempt,
    askedSteps,
  };
};
