import { documentSides, documentTypes, fieldNames, signalCodes } from '@portcullis/documents';
import { type DeviceSignalName, type DeviceSignals, deviceSignalRows } from '../evidence/device-signals.ts';
import { type Evidence, failureReasons, fileKinds, fingerprintKinds, observations } from '../evidence/evidence.ts';
import { isPlainObject, oneOf, schemaCodec, t } from '../kernel/codec.ts';
import { IdCodec } from '../kernel/ids.ts';
import { unavailableKinds } from '../kernel/outage-cause.ts';
import { eachField, type IdentityCodec, listOf, nullable, recordCodec, taggedUnion } from './record-codec.ts';
import { FaceModelCodec, hex64, nonNegativeInteger, timestamp } from './value-codecs.ts';

const nullableFlag = nullable(t.boolean);
const nullableText = nullable(t.string);
const nullableNumber = nullable(t.number);
const nullableCount = nullable(nonNegativeInteger);
const common = { attempt: nonNegativeInteger, at: timestamp };

/** A partner's claims about a person, as they are stored. */
export const claimedCodec = recordCodec(
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

const file = recordCodec('file', {
  id: IdCodec,
  kind: oneOf(fileKinds),
  contentType: t.string,
  size: nonNegativeInteger,
  sha256: hex64,
});

const field = recordCodec('read field', { value: t.string, confidence: t.number });

const barcode = taggedUnion(
  'barcode',
  {
    read: recordCodec('barcode text', { state: t.literal('read'), text: t.string }),
    unreadable: recordCodec('unread barcode', { state: t.literal('unreadable') }),
  },
  'state',
);

const fields = recordCodec('read fields', {}, eachField(fieldNames, field));

const side = recordCodec('side reading', { fields, mrzLines: nullable(listOf(t.string)), barcode: nullable(barcode) });

const doubt = recordCodec('doubtful character', {
  line: nonNegativeInteger,
  column: nonNegativeInteger,
  others: t.string,
});

const reading = recordCodec(
  'document reading',
  {
    reader: recordCodec('reader', {
      name: t.string,
      model: t.string,
      promptVersion: nullableText,
      requestId: nullableText,
    }),
    documentType: nullable(oneOf(documentTypes)),
    issuingCountry: nullableText,
    fields,
    mrzLines: nullable(listOf(t.string)),
    barcode: nullable(barcode),
    signals: listOf(recordCodec('signal', { code: oneOf(signalCodes), confidence: t.number })),
    usage: recordCodec('usage', { inputTokens: nonNegativeInteger, outputTokens: nonNegativeInteger }),
  },
  {
    otherZone: recordCodec('other zone', { reader: t.string, mrzLines: listOf(t.string) }),
    mrzDoubts: listOf(doubt),
    mrzUncertain: listOf(doubt),
    mrzUnread: t.literal(true),
    votedZone: recordCodec(
      'voted zone',
      { side: oneOf(documentSides), mrzLines: listOf(t.string), analyses: listOf(t.string) },
      { frames: listOf(t.string) },
    ),
    frames: listOf(
      recordCodec(
        'frame reading',
        { side: oneOf(documentSides), contentSha256: t.string, mrzLines: nullable(listOf(t.string)) },
        { sha256: t.string },
      ),
    ),
    sides: recordCodec('sides', { front: side, back: nullable(side) }),
  },
);

const image = recordCodec('image facts', {
  width: nonNegativeInteger,
  height: nonNegativeInteger,
  sharpness: t.number,
  brightness: t.number,
  glare: t.number,
  colour: t.number,
  cutEdges: nonNegativeInteger,
});

const looked = {
  ...common,
  readingId: nullableText,
  others: recordCodec('others', {
    document: nullableCount,
    person: nullableCount,
    image: nullableCount,
    device: nullableCount,
  }),
  attempts: recordCodec('attempts', {
    windowSeconds: nonNegativeInteger,
    document: nullableCount,
    device: nullableCount,
    reference: nonNegativeInteger,
  }),
  declined: recordCodec('declined', { document: nullableCount }, { person: nullableCount, image: nullableCount }),
  blocked: listOf(oneOf(fingerprintKinds)),
  allowed: listOf(oneOf(fingerprintKinds)),
};

type SignalCodecs = { readonly [Name in DeviceSignalName]: IdentityCodec<DeviceSignals[Name]> };

// TypeScript infers an index signature from `fromEntries`, and not the record that it is.
const signalCodecs = Object.fromEntries(
  deviceSignalRows.map(({ name, codec }) => [name, nullable(codec)]),
) as SignalCodecs;

/** A time that the provider wrote stays as it is: only our own times have one form. */
const deviceFacts = recordCodec('device facts', {
  originAllowed: nullableFlag,
  visitorId: nullableText,
  occurredAt: t.string,
  linkedId: nullableText,
  ...signalCodecs,
});

const faceOutcomes = [
  'compared',
  'no_face_on_document',
  'several_people_on_document',
  'no_face_in_selfie',
  'several_faces_in_selfie',
  'selfie_too_poor',
] as const;

/** They are stored and answered with every session: a token fits, and a picture does not. */
const clientParameters = schemaCodec(
  'at most 16 client parameters of at most 4,096 characters',
  (u): u is { readonly [name: string]: string } =>
    isPlainObject(u) &&
    Object.keys(u).length <= 16 &&
    Object.entries(u).every(
      ([name, value]) => /^[a-z]\w{0,63}$/i.test(name) && typeof value === 'string' && value.length <= 4096,
    ),
  { type: 'object', additionalProperties: { type: 'string' } },
);

/** Numbers of any range: where a box does not lie on its picture, nothing is cut out, and the rest stays readable. */
const faceBox = recordCodec('face box', { left: t.number, top: t.number, width: t.number, height: t.number });

const consent = { kind: t.literal('consent'), ...common, textVersion: t.string, locale: t.string };

/** One piece of evidence as it is stored; `kind` says which. */
export const EvidenceCodec: IdentityCodec<Evidence> = taggedUnion('evidence', {
  claimed: recordCodec('claimed', { kind: t.literal('claimed'), ...common, claimed: claimedCodec }),
  consent: t.union([
    recordCodec('consent', { ...consent, granted: t.literal(true) }, { scope: t.undefined }),
    recordCodec('refused consent', { ...consent, granted: t.literal(false) }, { scope: t.literal('face') }),
  ]),
  path_chosen: recordCodec('path choice', { kind: t.literal('path_chosen'), ...common, path: t.string }),
  file: recordCodec('file evidence', { kind: t.literal('file'), ...common, file }, { contentSha256: hex64, image }),
  sightings: recordCodec('sightings', { kind: t.literal('sightings'), ...looked }, { unreadable: t.undefined }),
  incomplete_sightings: recordCodec('incomplete sightings', {
    kind: t.literal('incomplete_sightings'),
    ...looked,
    unreadable: listOf(oneOf(fingerprintKinds)),
  }),
  document_reading: recordCodec('reading evidence', {
    kind: t.literal('document_reading'),
    ...common,
    id: t.string,
    frontFileId: IdCodec,
    backFileId: nullable(IdCodec),
    reading,
  }),
  liveness_session: recordCodec(
    'liveness session',
    {
      kind: t.literal('liveness_session'),
      ...common,
      sessionId: t.string,
      expiresAt: t.string,
    },
    { challenge: t.string, region: t.string, parameters: clientParameters },
  ),
  browser_credentials: recordCodec('browser credentials', {
    kind: t.literal('browser_credentials'),
    ...common,
    sessionId: t.string,
  }),
  liveness_capture: recordCodec('liveness capture', {
    kind: t.literal('liveness_capture'),
    ...common,
    sessionId: t.string,
  }),
  liveness_result: recordCodec(
    'liveness result',
    {
      kind: t.literal('liveness_result'),
      ...common,
      sessionId: t.string,
      status: oneOf(['succeeded', 'failed', 'expired']),
      confidence: nullableNumber,
      challenge: nullableText,
      referenceFileId: nullable(IdCodec),
      late: t.boolean,
    },
    { faceWithheld: t.literal(true), live: t.boolean },
  ),
  face_match: recordCodec(
    'face match',
    {
      kind: t.literal('face_match'),
      ...common,
      documentFileId: IdCodec,
      referenceFileId: IdCodec,
      outcome: oneOf(faceOutcomes),
      similarity: nullableNumber,
    },
    { documentFace: faceBox, referenceFace: faceBox, model: FaceModelCodec },
  ),
  device_event: recordCodec('device event', { kind: t.literal('device_event'), ...common, eventId: t.string }),
  device: recordCodec(
    'device',
    { kind: t.literal('device'), ...common, eventId: t.string, facts: nullable(deviceFacts) },
    { usedBefore: t.literal(true) },
  ),
  provider_failure: recordCodec(
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
