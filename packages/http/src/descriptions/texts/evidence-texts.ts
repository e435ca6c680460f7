import type { FieldTexts } from './common.ts';

const fieldsOfDocument: FieldTexts = {
  last_name: 'The last name or names.',
  first_name: 'The first names.',
  document_number: 'The number of the document.',
  personal_number: 'The number of the person, where the document has one.',
  issuing_country: 'The issuing State or organization (ICAO 9303-3, three letters).',
  nationality: 'The nationality (ICAO 9303-3, three letters).',
  date_of_birth: 'The date of birth (`YYYY-MM-DD`).',
  date_of_issue: 'The date of issue (`YYYY-MM-DD`).',
  date_of_expiry: 'The date of expiry (`YYYY-MM-DD`).',
  sex: 'The sex as the document states it.',
};

/** The same texts for every field of a document, one level further in. */
const forEachDocumentField = (path: string, inner: FieldTexts = {}): FieldTexts =>
  Object.fromEntries(
    Object.entries(fieldsOfDocument).flatMap(([name, text]) => [
      [`${path}.${name}`, text],
      ...Object.entries(inner).map(([field, about]) => [`${path}.${name}.${field}`, about]),
    ]),
  );

const documentField: FieldTexts = {
  value: 'The value that counts.',
  sources: 'Where it was read, and what each source says.',
  'sources.source': 'Machine-readable zone, barcode, print as the model saw it, claimed data or a reviewer.',
  'sources.value': 'What this source says.',
  'sources.confidence': "The reader's own estimate, 0 to 1, where it gives one.",
  agreement: 'Whether the sources agree; `single` where there is only one.',
};

const analysis = {
  id: 'The id of the analysis.',
  created_at: 'When the images were analyzed.',
};

const session = {
  status: 'How far the session is. `expired`: it was not used in time.',
  live: 'Whether a live person was in front of the camera; null until the session has ended.',
};

export const evidenceTexts: { readonly [schema: string]: FieldTexts } = {
  Check: {
    name: 'The name of the check.',
    status: '`unavailable`: the provider gave no answer. `not_applicable`: there is nothing to check.',
    requirement: 'Whether the policy requires the check to pass.',
    observed_at: 'When the newest of its evidence was observed.',
    evidence: 'The evidence that it judged: places in the evidence of the profile, from 0.',
    score: 'The result in the unit of the check: 0 to 100, or years for `document_age`.',
    threshold: 'The limit of the policy, in the same unit.',
    challenge: 'Of `liveness`: the challenge of the session that was judged.',
    source: 'Where the judged value comes from.',
  },
  Document: {
    type: 'The type of the document; null if it was not recognized.',
    issuing_country: 'The issuing State or organization (ICAO 9303-3, three letters); null if it was not read.',
    fields: 'The fields that were read.',
    ...forEachDocumentField('fields', documentField),
  },
  ApplicantReason: {
    code: 'The reason.',
    message: 'The sentence for the person, in the language of the profile.',
  },
  LivenessSession: {
    provider:
      'The provider of the session, such as `aws`, or `simulated` in a sandbox. It decides what shows the check, and what the parameters and the credentials mean.',
    region: 'The region of the provider, in its own notation; absent where it has none.',
    challenge: 'What the person does in front of the camera; absent where the provider has no choice.',
    client_parameters: 'What else the provider gives to the client, by its own names; absent where it is nothing.',
    expires_at: 'Until when the session can be used.',
  },
  LivenessResult: {
    ...session,
    view: 'Always `partner`: the view of a machine token.',
    confidence:
      "The provider's confidence that the person is live, 0 to 100; null until the session has ended, and from a provider without such a scale.",
    threshold: 'The confidence from which the policy lets the check pass, 0 to 100.',
    reference_image_file_id: 'The stored photo of the face from the session; null without one.',
  },
  FlowLivenessResult: {
    ...session,
    view: 'Always `person`: the view of a flow token.',
    reasons: 'The reasons that the person may see, each with its sentence.',
  },
  BrowserCredentials: {
    access_key_id: 'The id of the temporary key.',
    secret_access_key: 'Its secret.',
    session_token: 'The token that goes with the key.',
    expiration: 'Until when the credentials are valid: 15 minutes.',
  },
  DocumentAnalysis: {
    ...analysis,
    view: 'Always `partner`: the view of a machine token.',
    model: 'What has read the images.',
    document: 'What was read from the images.',
    mrz: 'The machine-readable zone (ICAO 9303); null if none was found.',
    'mrz.format': 'The format of the zone, such as `TD1` or `TD3`.',
    'mrz.lines': 'The lines as they count, after repairs.',
    'mrz.valid': 'Whether every check digit holds.',
    'mrz.check_digits': 'The check digits of the zone.',
    'mrz.check_digits.field': 'The field that the digit protects.',
    'mrz.check_digits.valid': 'Whether it holds.',
    'mrz.repairs': 'The characters that were corrected because exactly one correction satisfies every check digit.',
    'mrz.repairs.line': 'The line, from 1.',
    'mrz.repairs.column': 'The column, from 1.',
    'mrz.repairs.before': 'The character as it was read.',
    'mrz.repairs.after': 'The character that counts.',
    barcode: 'The barcode of the back; null if none was found.',
    'barcode.state':
      '`parsed`: read by the standard. `unreadable`: seen and not decoded. `unknown`: decoded, by another standard.',
    'barcode.standard': 'The standard of the barcode.',
    'barcode.version': 'The version of the standard, 1 to 10.',
    'barcode.issuer': 'The issuer by its number of six digits (AAMVA).',
    'barcode.issuing_jurisdiction': 'The issuer by ISO 3166-2, such as `US-VA`; null if the number is not known.',
    'barcode.document_type': 'The type of the document by its barcode.',
    'barcode.fields': 'The fields of the barcode.',
    ...forEachDocumentField('barcode.fields'),
    'barcode.truncated': 'The names that are cut off, as the barcode says.',
    signals: 'What the reader noticed that speaks against the document or its photo.',
    'signals.code': 'What it noticed.',
    'signals.confidence': "The reader's own estimate, 0 to 1.",
    checks: 'The checks of the document, as far as they can be made now.',
    usage: 'What the model used for this analysis; zero with a local reader.',
    'usage.input_tokens': 'Tokens that were sent to the model.',
    'usage.output_tokens': 'Tokens that the model answered.',
  },
  FlowDocumentAnalysis: {
    ...analysis,
    view: 'Always `person`: the view of a flow token.',
    document: 'What helps to take a better photo.',
    'document.type': 'The type of the document; null if it was not recognized.',
    reasons: 'The reasons that the person may see, each with its sentence.',
  },
};
