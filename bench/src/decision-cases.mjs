// What is decided upon in `bench/decision.mjs`: the specimen person of ICAO 9303-4, with a document that is still
// valid.
const at = '2026-05-01T10:00:00.000Z';
export const now = '2026-05-01T10:05:00.000Z';
const mark = { attempt: 1, at };

const mrz = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F3204153<<<<<<<<<<<<<<04'];
/** The same with letters read for digits: its check digits are valid only after the correction. */
const slipped = [mrz[0], 'L8989O2C36UTO74O8122F32O4153<<<<<<<<<<<<<<O4'];

const elements = ['DCSERIKSSON', 'DACANNA MARIA', 'DAQL898902C3', 'DCGUSA', 'DBB08121974', 'DBC2', 'DBA04152032'];
const subfile = `ID${elements.join('\n')}\r`;
const barcode = `@\n\u001e\rANSI 636000100001ID0031${String(subfile.length).padStart(4, '0')}${subfile}`;

const sure = (value) => ({ value, confidence: 0.97 });
const printed = {
  last_name: sure('Eriksson'),
  first_name: sure('Anna Maria'),
  document_number: sure('L898902C3'),
  issuing_country: sure('UTO'),
  nationality: sure('UTO'),
  date_of_birth: sure('1974-08-12'),
  date_of_issue: sure('2022-04-16'),
  date_of_expiry: sure('2032-04-15'),
  sex: sure('F'),
};

const reading = (over = {}, hasBack = false) => {
  const read = { fields: printed, mrzLines: mrz, barcode: null, ...over };
  const { barcode, fields, mrzLines } = read;
  const nothing = { fields: {}, mrzLines: null, barcode: null };
  return {
    reader: { name: 'model', model: 'reader-1', promptVersion: '1', requestId: null },
    documentType: 'passport',
    issuingCountry: 'UTO',
    signals: [],
    usage: { inputTokens: 1500, outputTokens: 400 },
    ...read,
    sides: { front: { fields, mrzLines, barcode }, back: hasBack ? nothing : null },
  };
};

const image = {
  width: 1600,
  height: 1200,
  sharpness: 0.57,
  brightness: 0.93,
  glare: 0,
  colour: 0.31,
  cutEdges: 0,
};

const file = (id, kind, sha256) => ({
  kind: 'file',
  ...mark,
  file: { id, kind, contentType: 'image/jpeg', size: 180_000, sha256: sha256.repeat(64) },
  contentSha256: sha256.repeat(64),
  image,
});

const read = (over, backFileId = null) => ({
  kind: 'document_reading',
  ...mark,
  id: 'reading00000001',
  frontFileId: 'front0000000001',
  backFileId,
  reading: reading(over, backFileId !== null),
});

const consent = { kind: 'consent', ...mark, textVersion: '1', locale: 'en', granted: true };
const front = file('front0000000001', 'document_front', 'a');
const session = '00000000-0000-4000-8000-00000000000a';
const person = [
  {
    kind: 'liveness_session',
    ...mark,
    sessionId: session,
    challenge: 'movement',
    region: 'eu-west-1',
    expiresAt: now,
  },
  {
    kind: 'liveness_result',
    ...mark,
    sessionId: session,
    status: 'succeeded',
    confidence: 97.3,
    referenceFileId: 'refer0000000001',
    late: false,
  },
  {
    kind: 'face_match',
    ...mark,
    documentFileId: 'front0000000001',
    referenceFileId: 'refer0000000001',
    outcome: 'compared',
    similarity: 98.1,
  },
  {
    kind: 'face_match',
    ...mark,
    documentFileId: 'back00000000001',
    referenceFileId: 'refer0000000001',
    outcome: 'no_face_on_document',
    similarity: null,
  },
];

const device = (eventId, over = {}) => [
  { kind: 'device_event', ...mark, eventId },
  {
    kind: 'device',
    ...mark,
    eventId,
    facts: {
      visitorId: 'visitor-1',
      occurredAt: at,
      linkedId: 'profile00000001',
      confidence: 0.98,
      replayed: false,
      bot: 'not_detected',
      tampered: false,
      emulated: false,
      rooted: false,
      incognito: false,
      vpn: false,
      proxy: false,
      tor: false,
      ipBlocklisted: false,
      linkedIds24h: 1,
      originAllowed: true,
      ...over,
    },
  },
];

const claimed = {
  kind: 'claimed',
  ...mark,
  claimed: {
    full_name: 'Anna Maria Eriksson',
    first_name: 'Anna Maria',
    last_name: 'Eriksson',
    date_of_birth: '1974-08-12',
    document_number: 'L898902C3',
    document_type: 'passport',
    country: 'UTO',
    gender: 'female',
  },
};

const sightings = {
  kind: 'sightings',
  ...mark,
  readingId: 'reading00000001',
  others: { document: 0, person: 0, image: 0, device: 1 },
  attempts: { windowSeconds: 86_400, document: 1, device: 2, reference: 1 },
  blocked: [],
  allowed: [],
};

/**
 * What is supplied, and observed, for a passport that is flawless; the faces are so similar (0 to 100). That a session
 * was opened is not said: its id occurs once in a database.
 */
export const flawless = (similarity) => {
  const bare = ({ attempt: _, at: __, ...piece }) => piece;
  const [, { late: ___, ...result }, match] = person;
  return {
    supplied: [consent, front].map(bare),
    observed: [read(), result, { ...match, similarity }].map(bare),
  };
};

const caseOf = (...evidence) => ({ profileId: 'profile00000001', evidence, attempt: 1, askedSteps: null });

const back = file('back00000000001', 'document_back', 'b');
const whole = { otherZone: { reader: 'local', mrzLines: mrz } };
const suspicious = {
  ...whole,
  barcode: { state: 'read', text: barcode },
  mrzLines: slipped,
  fields: { ...printed, last_name: sure('Erikson'), document_number: sure('L898902C4') },
  signals: ['document_blurry', 'document_glare', 'document_tampered'].map((code) => ({ code, confidence: 0.9 })),
};

/** As much as a profile can hold: every photo and every event of the attempt is looked at for signs of fraud. */
const crowded = Array.from({ length: 123 }, (_, n) => [
  file(`front${String(n).padStart(10, '0')}`, 'document_front', 'c'),
  { ...read(suspicious), frontFileId: `front${String(n).padStart(10, '0')}` },
  ...device(`event-${n}`, { tampered: true }),
]).flat();

/** What is decided upon, by name. */
export const cases = {
  'flawless, six pieces of evidence': caseOf(consent, front, read(), ...person),
  'the same without a zone to parse': caseOf(consent, front, read({ mrzLines: null }), ...person),
  'everything there can be, and all of it well': caseOf(
    claimed,
    consent,
    front,
    back,
    read(whole, back.file.id),
    ...person,
    ...device('event-1'),
    sightings,
  ),
  'everything there can be, and much of it wrong': caseOf(
    claimed,
    consent,
    front,
    back,
    read(suspicious, back.file.id),
    ...person,
    ...device('event-1', { bot: 'bad', tor: true, linkedIds24h: 9 }),
    { ...sightings, others: { document: 2, person: 2, image: 1, device: 7 }, blocked: ['person'] },
  ),
  'the same at the end of 500 pieces': caseOf(
    ...crowded,
    claimed,
    consent,
    read(suspicious),
    ...person,
    front,
    sightings,
  ),
};
