import { signalCodes } from '@portcullis/documents';
import { type DocumentReading, decide, type Evidence, type Policy } from '@portcullis/domain';
import {
  type DecisionInput,
  type DeviceFacts,
  type DuplicatesEvidence,
  type FingerprintKind,
  fingerprintKinds,
  type ImageFacts,
} from '@portcullis/domain/evidence';
import fc from 'fast-check';
import type { NewEvidence } from '#domain/profile/commands';
import { licenceText, passportLines } from '../builders/readings.ts';
import { aReading, deviceFacts, epoch, iso, type MrzVariant, mrzVariants } from './profile-history.ts';
import { arrangedReading, type SideLayout, sideLayouts } from './side-layouts.ts';

const front = 'front0000000000';
export const backFile = 'back00000000000';
const reference = 'reference000000';
const profileId = 'generatedprofil';

/** The facts of a case: everything that the checks examine, mostly good. */
export type CaseFacts = {
  readonly mrz: MrzVariant;
  readonly read: Partial<DocumentReading>;
  /** How it is spread over the pictures, and how alike the face on the back is; `null` where the back shows none. */
  readonly sides: { readonly layout: SideLayout; readonly similarity: number | null };
  readonly image: ImageFacts | null;
  readonly confidence: number;
  readonly similarity: number;
  readonly device: Partial<DeviceFacts> | null;
  readonly claimed: { readonly last_name?: string; readonly date_of_birth?: string; readonly country?: string };
  readonly sightings: Omit<DuplicatesEvidence, 'kind' | 'attempt' | 'at' | 'readingId' | 'unreadable'> | null;
};

/** Draws the first value `weight` times as often as all the others together. */
const mostly = <A>(usual: A, others: fc.Arbitrary<A>, weight = 4): fc.Arbitrary<A> =>
  fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: others });

const signals = mostly<DocumentReading['signals']>(
  [],
  fc.array(fc.record({ code: fc.constantFrom(...signalCodes), confidence: fc.constantFrom(0.3, 0.5, 0.9) }), {
    minLength: 1,
    maxLength: 2,
  }),
);

const sure = (value: string, confidence = 1) => ({ value, confidence });
const number = { document_number: sure('L898902C3') };

/** The printed fields: the document number of the MRZ, or more, which may differ or be read with low confidence. */
const fields = mostly<DocumentReading['fields']>(
  number,
  fc.constantFrom(
    {},
    { ...number, last_name: sure('Eriksson'), date_of_issue: sure('2022-04-16') },
    { ...number, last_name: sure('Erikson') },
    { ...number, last_name: sure('Eriksson', 0.6) },
    { document_number: sure('L898902C3', 0.7) },
    { ...number, date_of_issue: sure('2019-01-01') },
    { ...number, date_of_birth: sure('1974-08-13') },
  ),
);

const aBarcode = (number: string): DocumentReading['barcode'] => ({
  state: 'read',
  text: licenceText({ DAQ: number }, 'ID'),
});

const barcode = mostly<DocumentReading['barcode']>(
  null,
  fc.constantFrom(aBarcode('L898902C3'), aBarcode('L898902C4'), { state: 'unreadable' } as const),
  9,
);

const otherZone = mostly<Partial<DocumentReading>>(
  {},
  fc.constantFrom(
    { otherZone: { reader: 'local', mrzLines: passportLines() } },
    { otherZone: { reader: 'local', mrzLines: passportLines({ names: 'ERIKSSON<<HANNA' }) } },
  ),
);

/** The reading of the document besides its MRZ. */
export const read = fc
  .record({ signals, fields, barcode, otherZone })
  .map(({ otherZone: other, ...reading }) => ({ ...reading, ...other }));

const sides: fc.Arbitrary<CaseFacts['sides']> = fc.record({
  layout: mostly<SideLayout>('front', fc.constantFrom(...sideLayouts), 2),
  similarity: mostly<number | null>(null, fc.integer({ min: 70, max: 100 })),
});

const good: ImageFacts = {
  width: 1600,
  height: 1200,
  sharpness: 0.57,
  brightness: 0.93,
  glare: 0,
  colour: 0.31,
  cutEdges: 0,
};

/** Thousandths, which is the precision of photo measurements. */
const share = fc.nat(1000).map((n) => n / 1000);
/** The measurements of a photo. */
export const image = fc.option(
  mostly(
    good,
    fc.oneof(
      fc.constantFrom(900, 300, 150).map((height) => ({ ...good, height })),
      share.map((sharpness) => ({ ...good, sharpness })),
      share.map((brightness) => ({ ...good, brightness })),
      share.map((glare) => ({ ...good, glare })),
      share.map((colour) => ({ ...good, colour })),
      fc.nat(4).map((cutEdges) => ({ ...good, cutEdges })),
    ),
    2,
  ),
);

/** The provider's facts of a device. */
export const deviceRisks: fc.Arbitrary<Partial<DeviceFacts>> = fc.record({
  bot: fc.constantFrom('bad' as const, 'not_detected' as const, null),
  tor: fc.constantFrom(true, false, null, null),
  ipBlocklisted: fc.constantFrom(true, false, null, null),
  linkedIds24h: fc.constantFrom(1, 3, 4, 9, null),
  confidence: fc.constantFrom(0.98, 0.5, 0.3, null),
  occurredAt: fc.constantFrom(iso(epoch), iso(epoch - 200_000)),
  vpn: fc.constantFrom(true, null),
});

const device = fc.option(deviceRisks);

const seen = mostly<number | null>(0, fc.constantFrom(null, 1, 4, 30), 6);
const onList = mostly<readonly FingerprintKind[]>([], fc.subarray([...fingerprintKinds], { minLength: 1 }), 12);

/** Older evidence has the document alone. */
const declined = fc.record({ document: seen, person: seen, image: seen }, { requiredKeys: ['document'] });

/** The result of a duplicate check. */
export const duplicateFacts: fc.Arbitrary<NonNullable<CaseFacts['sightings']>> = fc
  .record({
    document: seen,
    person: seen,
    image: seen,
    device: seen,
    ofDocument: seen,
    ofDevice: seen,
    ofReference: fc.constantFrom(1, 1, 5, 30),
    declined,
    blocked: onList,
    allowed: onList,
  })
  .map(({ ofDevice, ofDocument, ofReference, declined, blocked, allowed, ...others }) => ({
    others,
    attempts: { windowSeconds: 86_400, document: ofDocument, device: ofDevice, reference: ofReference },
    declined,
    blocked,
    allowed,
  }));

const sightings = fc.option(duplicateFacts);

/** All possible facts. */
export const facts: fc.Arbitrary<CaseFacts> = fc.record({
  mrz: fc.constantFrom<MrzVariant>('good', 'good', 'good', 'good', ...mrzVariants),
  read,
  sides,
  image,
  confidence: fc.oneof(fc.integer({ min: 70, max: 100 }), fc.integer({ min: 0, max: 100 })),
  similarity: fc.oneof(fc.integer({ min: 88, max: 100 }), fc.integer({ min: 0, max: 100 })),
  device,
  claimed: fc.constantFrom(
    {},
    {},
    { last_name: 'Eriksson' },
    { last_name: 'Erikson' },
    { last_name: 'Smith' },
    { date_of_birth: '1974-08-12' },
    { country: 'UTO' },
  ),
  sightings,
});

/** A case without any concern. */
export const flawless: CaseFacts = {
  mrz: 'good',
  read: {},
  sides: { layout: 'front', similarity: null },
  image: good,
  confidence: 100,
  similarity: 100,
  device: null,
  claimed: {},
  sightings: null,
};

/** A case in which nothing but these can be of concern, one of them at a time. */
export const withConcernFor = (...things: readonly (keyof CaseFacts)[]): fc.Arbitrary<CaseFacts> =>
  fc.tuple(facts, fc.constantFrom(...things)).map(([given, thing]) => ({ ...flawless, [thing]: given[thing] }));

/** A case with one concern. */
export const nearlyFlawless = withConcernFor(
  'mrz',
  'read',
  'sides',
  'image',
  'confidence',
  'similarity',
  'device',
  'claimed',
  'sightings',
);

export const consent: NewEvidence = { kind: 'consent', textVersion: '1', locale: 'en', granted: true };

/** The evidence of a complete case, each piece once. */
export const evidenceOf = (given: CaseFacts): readonly NewEvidence[] => {
  const { hasBack, reading } = arrangedReading({ ...aReading(given.mrz), ...given.read }, given.sides.layout);
  return [...frontEvidence(given, reading, hasBack), ...(hasBack ? backEvidence(given) : [])];
};

const backEvidence = ({ sides: { similarity } }: CaseFacts): readonly NewEvidence[] => [
  {
    kind: 'file',
    file: { id: backFile, kind: 'document_back', contentType: 'image/jpeg', size: 1, sha256: 'b'.repeat(64) },
  },
  {
    kind: 'face_match',
    documentFileId: backFile,
    referenceFileId: reference,
    outcome: similarity === null ? 'no_face_on_document' : 'compared',
    similarity,
  },
];

const frontEvidence = (given: CaseFacts, reading: DocumentReading, hasBack: boolean): readonly NewEvidence[] => [
  { kind: 'claimed', claimed: given.claimed },
  {
    kind: 'file',
    file: { id: front, kind: 'document_front', contentType: 'image/jpeg', size: 1, sha256: 'a'.repeat(64) },
    ...(given.image && { image: given.image }),
  },
  {
    kind: 'document_reading',
    id: 'reading00000000',
    frontFileId: front,
    backFileId: hasBack ? backFile : null,
    reading,
  },
  {
    kind: 'liveness_result',
    sessionId: 's',
    status: 'succeeded',
    confidence: given.confidence,
    challenge: 'movement_and_light',
    referenceFileId: reference,
  },
  {
    kind: 'face_match',
    documentFileId: front,
    referenceFileId: reference,
    outcome: 'compared',
    similarity: given.similarity,
  },
  ...(given.device
    ? [
        { kind: 'device_event' as const, eventId: 'e' },
        { kind: 'device' as const, eventId: 'e', facts: deviceFacts(given.device) },
      ]
    : []),
  ...(given.sightings ? [{ kind: 'sightings' as const, readingId: 'reading00000000', ...given.sightings }] : []),
];

const asEvidence = (items: readonly NewEvidence[]): readonly Evidence[] =>
  items.map((item) =>
    item.kind === 'liveness_result'
      ? { ...item, attempt: 1, at: iso(epoch), late: false }
      : { ...item, attempt: 1, at: iso(epoch) },
  );

/** A case of pieces that came in this order, with consent before all of them. */
export const caseOf = (items: readonly NewEvidence[]): DecisionInput => ({
  profileId,
  samplingKey: '',
  evidence: asEvidence([consent, ...items]),
  attempt: 1,
  askedSteps: null,
});

export const decideOn = (under: Policy, items: readonly NewEvidence[]) => decide(under, caseOf(items), iso(epoch));
