import type { Evidence } from '@portcullis/domain';
import {
  absentDeviceSignals,
  type DuplicatesEvidence,
  type FingerprintKind,
  type LivenessSessionEvidence,
} from '@portcullis/domain/evidence';
import { freshSessionId } from './profiles.ts';

const common = { attempt: 1, at: '2026-05-01T10:00:01.000Z' };

/** A liveness session as a profile stores it. */
export const aSession = (over: Partial<LivenessSessionEvidence> = {}): LivenessSessionEvidence => ({
  kind: 'liveness_session',
  ...common,
  sessionId: freshSessionId(),
  challenge: 'movement_and_light',
  region: 'eu-west-1',
  expiresAt: '2026-05-01T10:03:01.000Z',
  ...over,
});

/** Answers one piece of evidence of every kind, with `null` and `false` where they are allowed. */
export const everyEvidence = (sessionId: string): readonly Evidence[] => [
  {
    kind: 'claimed',
    ...common,
    claimed: { full_name: 'Zoë 田中 👩🏽‍🚀', date_of_birth: '1990-01-01', document_number: '123' },
  },
  { kind: 'consent', ...common, textVersion: '1', locale: 'en', granted: false },
  {
    kind: 'file',
    ...common,
    file: { id: 'file00000000001', kind: 'document_front', contentType: 'image/jpeg', size: 0, sha256: '0'.repeat(64) },
  },
  {
    kind: 'document_reading',
    ...common,
    id: 'true',
    frontFileId: 'file00000000001',
    backFileId: null,
    reading: {
      reader: { name: 'local', model: '1e3', promptVersion: null, requestId: null },
      documentType: 'passport',
      issuingCountry: 'UTO',
      fields: { last_name: { value: 'ERIKSSON', confidence: 0.5 }, sex: { value: 'false', confidence: 0 } },
      mrzLines: ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'],
      barcode: null,
      signals: [{ code: 'document_glare', confidence: 0.25 }],
      sides: {
        front: { fields: { sex: { value: 'false', confidence: 0 } }, mrzLines: null, barcode: null },
        back: { fields: {}, mrzLines: ['P<UTO'], barcode: { state: 'read', text: '@\n\u001e\rANSI' } },
      },
      usage: { inputTokens: 0, outputTokens: 12 },
    },
  },
  aSession({ sessionId }),
  { kind: 'browser_credentials', ...common, sessionId },
  { kind: 'liveness_capture', ...common, sessionId },
  {
    kind: 'liveness_result',
    ...common,
    sessionId,
    status: 'succeeded',
    confidence: 99.87654321,
    challenge: 'movement_and_light',
    referenceFileId: 'file00000000002',
    late: false,
  },
  {
    kind: 'face_match',
    ...common,
    documentFileId: 'file00000000001',
    referenceFileId: 'file00000000002',
    outcome: 'no_face_on_document',
    similarity: null,
  },
  { kind: 'device_event', ...common, eventId: 'null' },
  {
    kind: 'device',
    ...common,
    eventId: '1708102555327.NLOjmg',
    facts: {
      ...absentDeviceSignals,
      visitorId: null,
      occurredAt: '2026-05-01T09:59:59Z',
      linkedId: '0',
      confidence: 1,
      replayed: false,
      bot: 'not_detected',
      tampered: null,
      emulated: null,
      rooted: null,
      incognito: true,
      vpn: false,
      proxy: false,
      tor: false,
      ipBlocklisted: null,
      linkedIds24h: 0,
      originAllowed: null,
    },
    usedBefore: true,
  },
  {
    kind: 'sightings',
    ...common,
    readingId: 'true',
    others: { document: 0, person: 3, image: null, device: 1000 },
    attempts: { windowSeconds: 86_400, document: 1, device: null, reference: 2 },
    declined: { document: 1, person: 2, image: null },
    blocked: ['document', 'device'],
    allowed: [],
  },
  aDuplicateCheck({ blocked: ['device'], unreadable: ['document'] }),
  { kind: 'provider_failure', ...common, observation: 'device', reason: 'provider_timeout', outage: 'timeout' },
  { kind: 'path_chosen', ...common, path: 'document' },
];

export type GivenDuplicates = Partial<Omit<DuplicatesEvidence, 'kind' | 'unreadable'>> & {
  readonly unreadable?: readonly FingerprintKind[];
};

/** A look into the register for the reading above: nothing of it was seen before, and it stands on no list. */
export const aDuplicateCheck = ({ unreadable, ...over }: GivenDuplicates = {}): DuplicatesEvidence => ({
  ...(unreadable ? { kind: 'incomplete_sightings', unreadable } : { kind: 'sightings' }),
  ...common,
  readingId: 'reading00000001',
  others: { document: 0, person: 0, image: 0, device: 0 },
  attempts: { windowSeconds: 86_400, document: 1, device: 1, reference: 1 },
  declined: { document: 0, person: 0, image: 0 },
  blocked: [],
  allowed: [],
  ...over,
});
