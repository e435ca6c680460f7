import { oneOf, t } from '../codec.ts';
import { documentTypes, signalCodes } from '../evidence/document-reading.ts';
import {
  type Evidence,
  failureReasons,
  fileKinds,
  livenessChallenges,
  observations,
  sightingKinds,
} from '../evidence/evidence.ts';
import { unavailableKinds } from '../evidence/outage-kind.ts';
import { IdCodec } from '../ids.ts';
import { listOf, nullable, row, type Stored, taggedRows } from './row.ts';
import { count, hex64, time } from './words.ts';

const flag = nullable(t.boolean);
const someText = nullable(t.string);
const someNumber = nullable(t.number);
const someCount = nullable(count);
const common = { attempt: count, at: time };

/** What a partner claimed about a person, as it is stored. */
export const claimedRow = row(
  'claimed data',
  {},
  {
    full_name: t.string,
    first_name: t.string,
    last_name: t.string,
    date_of_birth: t.string,
    document_type: oneOf(documentTypes),
    document_number: t.string,
    country: t.string,
    email: t.string,
    phone: t.string,
    address: t.string,
    gender: t.string,
  },
);

const file = row(
  'file',
  { id: IdCodec, kind: oneOf(fileKinds), contentType: t.string, size: count, sha256: hex64 },
  {},
);

const field = row('read field', { value: t.string, confidence: t.number }, {});

/** Evidence from before barcodes were read always has `null`. */
const barcode = taggedRows(
  'barcode',
  {
    read: row('barcode text', { state: t.literal('read'), text: t.string }, {}),
    unreadable: row('unread barcode', { state: t.literal('unreadable') }, {}),
  },
  'state',
);

const reading = row(
  'document reading',
  {
    reader: row('reader', { name: t.string, model: t.string, promptVersion: someText, requestId: someText }, {}),
    documentType: nullable(oneOf(documentTypes)),
    issuingCountry: someText,
    fields: row(
      'read fields',
      {},
      {
        last_name: field,
        first_name: field,
        document_number: field,
        personal_number: field,
        issuing_country: field,
        nationality: field,
        date_of_birth: field,
        date_of_issue: field,
        date_of_expiry: field,
        sex: field,
      },
    ),
    mrzLines: nullable(listOf(t.string)),
    barcode: nullable(barcode),
    signals: listOf(row('signal', { code: oneOf(signalCodes), confidence: t.number }, {})),
    usage: row('usage', { inputTokens: count, outputTokens: count }, {}),
  },
  { otherZone: row('other zone', { reader: t.string, mrzLines: listOf(t.string) }, {}) },
);

const image = row(
  'image facts',
  {
    width: count,
    height: count,
    sharpness: t.number,
    brightness: t.number,
    glare: t.number,
    colour: t.number,
    cutEdges: count,
    moire: t.number,
  },
  {},
);

const sightings = row(
  'sightings',
  {
    kind: t.literal('sightings'),
    ...common,
    readingId: someText,
    others: row('others', { document: someCount, person: someCount, image: someCount, device: someCount }, {}),
    attempts: row('attempts', { windowSeconds: count, document: someCount, device: someCount, reference: count }, {}),
    blocked: listOf(oneOf(sightingKinds)),
    allowed: listOf(oneOf(sightingKinds)),
  },
  {},
);

/** A time that the provider wrote stays as it is: only our own times have one form. */
const deviceFacts = row(
  'device facts',
  {
    visitorId: someText,
    occurredAt: t.string,
    linkedId: someText,
    confidence: someNumber,
    replayed: flag,
    bot: nullable(oneOf(['bad', 'good', 'not_detected'])),
    tampered: flag,
    emulated: flag,
    rooted: flag,
    incognito: flag,
    vpn: flag,
    proxy: flag,
    tor: flag,
    ipBlocklisted: flag,
    linkedIds24h: someNumber,
  },
  { originAllowed: flag },
);

const faceOutcomes = [
  'compared',
  'no_face_on_document',
  'several_people_on_document',
  'no_face_in_selfie',
  'several_faces_in_selfie',
  'selfie_too_poor',
] as const;

/** One piece of evidence as it is stored; `kind` says which. */
export const EvidenceCodec: Stored<Evidence> = taggedRows('evidence', {
  claimed: row('claimed', { kind: t.literal('claimed'), ...common, claimed: claimedRow }, {}),
  consent: row(
    'consent',
    { kind: t.literal('consent'), ...common, textVersion: t.string, locale: t.string, granted: t.boolean },
    {},
  ),
  file: row('file evidence', { kind: t.literal('file'), ...common, file }, { contentSha256: hex64, image }),
  sightings,
  document_reading: row(
    'reading evidence',
    {
      kind: t.literal('document_reading'),
      ...common,
      id: t.string,
      frontFileId: IdCodec,
      backFileId: nullable(IdCodec),
      reading,
    },
    {},
  ),
  liveness_session: row(
    'liveness session',
    {
      kind: t.literal('liveness_session'),
      ...common,
      sessionId: t.string,
      challenge: oneOf(livenessChallenges),
      region: t.string,
      expiresAt: t.string,
    },
    {},
  ),
  browser_credentials: row(
    'browser credentials',
    { kind: t.literal('browser_credentials'), ...common, sessionId: t.string },
    {},
  ),
  liveness_result: row(
    'liveness result',
    {
      kind: t.literal('liveness_result'),
      ...common,
      sessionId: t.string,
      status: oneOf(['succeeded', 'failed', 'expired']),
      confidence: someNumber,
      referenceFileId: nullable(IdCodec),
      late: t.boolean,
    },
    {},
  ),
  face_match: row(
    'face match',
    {
      kind: t.literal('face_match'),
      ...common,
      documentFileId: IdCodec,
      referenceFileId: IdCodec,
      outcome: oneOf(faceOutcomes),
      similarity: someNumber,
    },
    {},
  ),
  device_event: row('device event', { kind: t.literal('device_event'), ...common, eventId: t.string }, {}),
  device: row(
    'device',
    { kind: t.literal('device'), ...common, eventId: t.string, facts: nullable(deviceFacts) },
    { usedBefore: t.literal(true) },
  ),
  provider_failure: row(
    'provider failure',
    {
      kind: t.literal('provider_failure'),
      ...common,
      observation: oneOf(observations),
      reason: oneOf(failureReasons),
    },
    { outage: oneOf(unavailableKinds) },
  ),
});
