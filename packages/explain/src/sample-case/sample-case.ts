import { type DocumentType, unreadSide } from '@portcullis/documents';
import type { DocumentReading, Evidence, Step } from '@portcullis/domain';
import type { FlatPolicy } from '@portcullis/domain/checks';
import {
  cleanDeviceSignals,
  type DecisionInput,
  type FileKind,
  type LivenessResultEvidence,
} from '@portcullis/domain/evidence';
import { usualChallenge } from '@portcullis/domain/kernel';
import { dateBefore, isMachineReadOnBack, type SampleHolder, sampleDocument } from './sample-document.ts';

/** The time of every sample case. */
export const sampleTime = '2026-06-01T12:00:00.000Z';

const profileId = 'specimenprofile';
const common = { attempt: 1, at: sampleTime } as const;
const eventId = 'specimen-event';
const front = 'specimenfront00';
const back = 'specimenback000';
const selfie = 'specimenselfie0';

/** The evidence of a sample case by part. An empty part means that there is no such evidence. */
export type SampleEvidence = {
  readonly claimed: readonly Evidence[];
  readonly consent: readonly Evidence[];
  readonly files: readonly Evidence[];
  readonly reading: readonly Evidence[];
  readonly liveness: readonly Evidence[];
  readonly faces: readonly Evidence[];
  readonly device: readonly Evidence[];
  readonly history: readonly Evidence[];
};

/** A sample applicant with a document of a type that the policy accepts. */
export type SampleCase = {
  readonly policy: FlatPolicy;
  readonly type: DocumentType;
  readonly holder: SampleHolder;
  readonly evidence: SampleEvidence;
};

/** The measures of a sharp, bright and colourful photo of the whole document. */
const imageOf = ({ images }: FlatPolicy) => {
  const side = Math.max(1500, images?.minSide ?? 0);
  return {
    width: 2 * side,
    height: side,
    sharpness: 1,
    brightness: 1,
    glare: 0,
    colour: 1,
    cutEdges: 0,
  };
};

const fileOf = (policy: FlatPolicy, id: string, kind: FileKind, sha256: string): Evidence => ({
  kind: 'file',
  ...common,
  file: { id, kind, contentType: 'image/jpeg', size: 1, sha256 },
  contentSha256: sha256,
  image: imageOf(policy),
});

/** The same by its side: a card has its machine-readable part on the back. */
const sidesOf = ({ barcode, fields, mrzLines }: DocumentReading, type: DocumentType, hasBack: boolean) => {
  const back = hasBack ? unreadSide : null;
  return isMachineReadOnBack(type)
    ? { front: { ...unreadSide, fields }, back: back && { ...back, mrzLines, barcode } }
    : { front: { fields, mrzLines, barcode }, back };
};

/** The reading of the requested photos. A card without its back has no machine-readable part. */
const readingOf = (
  { sides, ...reading }: DocumentReading,
  type: DocumentType,
  hasBack: boolean,
): readonly Evidence[] => [
  {
    kind: 'document_reading',
    ...common,
    id: 'specimenreading',
    frontFileId: front,
    backFileId: hasBack ? back : null,
    reading: {
      ...reading,
      ...(isMachineReadOnBack(type) && !hasBack && { mrzLines: null, barcode: null }),
      sides: sides ?? sidesOf(reading, type, hasBack),
    },
  },
];

/** A liveness result, given by its differences from a good one. */
export const livenessOf = (overrides: Partial<LivenessResultEvidence> = {}): readonly Evidence[] => [
  {
    kind: 'liveness_result',
    ...common,
    sessionId: '00000000-0000-4000-8000-000000000000',
    status: 'succeeded',
    confidence: 100,
    challenge: usualChallenge,
    referenceFileId: selfie,
    late: false,
    ...overrides,
  },
];

type Compared = { readonly outcome: 'compared' | 'no_face_on_document'; readonly similarity: number | null };

/** A face comparison of the front, given by its differences from a good one. The back, if there is one, has no face. */
export const faceMatchOf = (overrides: Partial<Compared> = {}): readonly Evidence[] => [
  {
    kind: 'face_match',
    ...common,
    documentFileId: front,
    referenceFileId: selfie,
    outcome: 'compared',
    similarity: 100,
    ...overrides,
  },
  {
    kind: 'face_match',
    ...common,
    documentFileId: back,
    referenceFileId: selfie,
    outcome: 'no_face_on_document',
    similarity: null,
  },
];

/** An outage of a provider. */
export const outageOf = (observation: 'document_reading' | 'face_match'): readonly Evidence[] => [
  { kind: 'provider_failure', ...common, observation, reason: 'provider_unavailable', outage: 'unavailable' },
];

const consentOf = (granted: boolean): readonly Evidence[] => [
  { kind: 'consent', ...common, textVersion: '1', locale: 'en', granted },
];

const deviceOf = (): readonly Evidence[] => [
  { kind: 'device_event', ...common, eventId },
  {
    kind: 'device',
    ...common,
    eventId,
    facts: {
      visitorId: 'specimen',
      occurredAt: sampleTime,
      linkedId: profileId,
      ...cleanDeviceSignals,
      originAllowed: true,
    },
  },
];

const historyOf = ({ velocity: { windowSeconds } }: FlatPolicy): readonly Evidence[] => [
  {
    kind: 'sightings',
    ...common,
    readingId: 'specimenreading',
    others: { document: 0, person: 0, image: 0, device: 0 },
    attempts: { windowSeconds, document: 1, device: 1, reference: 1 },
    declined: { document: 0, person: 0, image: 0 },
    blocked: [],
    allowed: [],
  },
];

const claimedOf = ({ born, firstName, lastName, state }: SampleHolder): readonly Evidence[] => [
  {
    kind: 'claimed',
    ...common,
    claimed: { first_name: firstName, last_name: lastName, date_of_birth: born, country: state },
  },
];

/** A case in which an adult with a valid document did every step that the policy asks for. */
export const flawlessCase = (policy: FlatPolicy, type: DocumentType, state: string): SampleCase => {
  const asks = (step: Step): boolean => policy.steps.includes(step) || policy.optionalSteps.includes(step);
  const whenAsked = (step: Step, evidence: readonly Evidence[]): readonly Evidence[] => (asks(step) ? evidence : []);
  const holder: SampleHolder = {
    lastName: 'Eriksson',
    firstName: 'Anna Maria',
    state,
    born: dateBefore(sampleTime, Math.max(30, policy.minimumAge)),
    expires: dateBefore(sampleTime, -5),
  };
  const hasBack = asks('document_back');
  const hasLiveness = asks('consent') && asks('liveness');
  const parts: SampleEvidence = {
    // Claims are left out unless the check is required, because comparing them would test nothing.
    claimed: policy.checks.claimed_data === 'required' ? claimedOf(holder) : [],
    consent: whenAsked('consent', consentOf(true)),
    files: [
      ...whenAsked('document_front', [fileOf(policy, front, 'document_front', 'f'.repeat(64))]),
      ...whenAsked('document_back', [fileOf(policy, back, 'document_back', 'b'.repeat(64))]),
    ],
    reading: whenAsked('document_front', readingOf(sampleDocument(type, holder), type, hasBack)),
    liveness: hasLiveness ? livenessOf() : [],
    faces: hasLiveness && asks('document_front') ? faceMatchOf() : [],
    device: whenAsked('device', deviceOf()),
    history: historyOf(policy),
  };
  return { policy, type, holder, evidence: parts };
};

/** Whether the policy lets the applicant supply a back. */
export const hasBackStep = ({ optionalSteps, steps }: FlatPolicy): boolean =>
  steps.includes('document_back') || optionalSteps.includes('document_back');

/** The same case with a changed document. */
export const withDocument = (
  { holder, policy, type }: SampleCase,
  overrides: Partial<SampleHolder>,
  reading: Partial<DocumentReading> = {},
) => {
  const hasBack = hasBackStep(policy);
  return { reading: readingOf({ ...sampleDocument(type, { ...holder, ...overrides }), ...reading }, type, hasBack) };
};

/** The case without consent, in which nobody was in front of a camera. */
export const withoutConsent: Partial<SampleEvidence> = { consent: consentOf(false), liveness: [], faces: [] };

/** The decision input of a sample case. */
export const decisionInputOf = ({
  claimed,
  consent,
  device,
  faces,
  files,
  history,
  liveness,
  reading,
}: SampleEvidence): DecisionInput => ({
  profileId,
  samplingKey: '',
  evidence: [...claimed, ...consent, ...files, ...reading, ...liveness, ...faces, ...device, ...history],
  attempt: 1,
  askedSteps: null,
});
